#include "ui/review/reviewactions.h"

#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/changelist.h"
#include "ui/review/changemenu.h"
#include "ui/review/decisioncommands.h"
#include "ui/review/diffpage.h"
#include "ui/review/diffview.h"
#include "ui/review/guardcommands.h"
#include "ui/review/guardwidths.h"
#include "ui/review/lineauthors.h"
#include "ui/review/ownchanges.h"
#include "ui/review/placecommands.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewdialogs.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/shownfile.h"
#include "ui/review/viewcommands.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QTreeView>

namespace rocport {

ReviewActions::ReviewActions(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_navigator(parts.navigator),
      m_list(parts.list),
      m_shown(parts.shown),
      m_page(parts.page),
      m_area(parts.area),
      m_widths(std::make_unique<GuardWidths>(parts.desk)),
      m_decisions(std::make_unique<ChangeDecisions>(parts.desk, parts.page.questions(), *m_widths)),
      m_editing(std::make_unique<ChangeEditing>(parts.desk, parts.page.diff())),
      m_own(std::make_unique<OwnChanges>(parts.desk, parts.page.questions(), parts.page.diff())),
      m_authors(std::make_unique<LineAuthors>(parts.desk, parts.page.diff(), parts.settings))
{
    makeCommands(parts);
    connectParts();
    connectDiff();
}

ReviewActions::~ReviewActions() = default;

void ReviewActions::makeCommands(const Parts& parts)
{
    DiffView& diff = m_page.diff();
    m_deciding = std::make_unique<DecisionCommands>(
        DecisionCommands::Parts{m_desk, m_commands, *m_decisions, *m_editing, *m_widths, m_list});
    m_guards = std::make_unique<GuardCommands>(m_desk, m_commands, *m_widths, *m_own, *m_editing);
    m_views = std::make_unique<ViewCommands>(
        ViewCommands::Parts{m_desk, m_commands, m_shown, diff, *m_authors, parts.settings});
    m_places = std::make_unique<PlaceCommands>(PlaceCommands::Parts{
        m_desk, m_commands, m_page.questions(), m_list, *m_own, diff, parts.settings, m_area});
    m_dialogs = std::make_unique<ReviewDialogs>(m_desk, m_commands, diff, parts.syntax,
                                                parts.provider, parts.settings, m_area);
    m_menu = std::make_unique<ChangeMenu>(m_desk, m_commands, m_list, *m_deciding, *m_guards);
}

void ReviewActions::connectParts()
{
    connect(m_widths.get(), &GuardWidths::changed, this, &ReviewActions::changed);
    connect(m_decisions.get(), &ChangeDecisions::decided, this, &ReviewActions::afterDecision);
    connect(m_decisions.get(), &ChangeDecisions::wentBack, this, &ReviewActions::wentBack);
    connect(m_decisions.get(), &ChangeDecisions::undoChanged, this, &ReviewActions::changed);
    connect(m_editing.get(), &ChangeEditing::draftsChanged, this, &ReviewActions::draftsChanged);
    connect(m_editing.get(), &ChangeEditing::draftKept, this, &ReviewActions::changed);
    connect(m_editing.get(), &ChangeEditing::saved, this,
            [this] { afterDecision(m_desk.current()); });
    connect(m_own.get(), &OwnChanges::changed, this, &ReviewActions::changed);
    connect(m_own.get(), &OwnChanges::changeWanted, &m_navigator, &ReviewNavigator::goTo);
    connect(m_own.get(), &OwnChanges::newWanted, &m_navigator, &ReviewNavigator::showHunk);
    connect(m_own.get(), &OwnChanges::newShown, m_editing.get(), &ChangeEditing::begin);
    connect(m_own.get(), &OwnChanges::editWanted, this, &ReviewActions::editOrSayWhyNot);
    connect(m_places.get(), &PlaceCommands::checkRequested, this, &ReviewActions::checkRequested);
    connect(m_dialogs.get(), &ReviewDialogs::commitOpened, this, &ReviewActions::commitOpened);
    connect(&m_list, &ChangeList::selectionChanged, this, &ReviewActions::update);
    connect(&m_list, &ChangeList::menuRequested, this, &ReviewActions::openMenu);
    connect(&m_shown, &ShownFile::shown, m_authors.get(), &LineAuthors::update);
}

void ReviewActions::connectDiff()
{
    DiffView* diff = &m_page.diff();
    connect(diff, &DiffView::menuRequested, this, &ReviewActions::openMenu);
    connect(diff, &DiffView::acceptRequested, this,
            [this] { decideShown(DecisionKind::Accepted); });
    connect(diff, &DiffView::rejectRequested, this,
            [this] { decideShown(DecisionKind::Rejected); });
    connect(diff, &DiffView::currentRequested, this, [this, diff](int change) {
        m_navigator.goTo(m_desk.model().changeOfKey(diff->scene().layout.changes[change].key));
    });
}

void ReviewActions::update() const
{
    m_deciding->update();
    m_guards->update();
    m_places->update();
    m_dialogs->update();
}

void ReviewActions::showNew()
{
    m_own->showNew();
}

void ReviewActions::drop()
{
    m_editing->drop();
    m_widths->drop();
}

QStringList ReviewActions::unsaved() const
{
    return m_editing->unsaved();
}

bool ReviewActions::hasDraft() const
{
    return m_editing->hasDraft(m_desk.currentKey());
}

/// The list and the gutter mark changes with a draft.
void ReviewActions::draftsChanged()
{
    m_desk.model().setDrafts(m_editing->drafts());
    m_shown.setDrafts(m_editing->drafts());
}

void ReviewActions::afterDecision(int from)
{
    const int next = m_desk.nextOpen(from);
    if (next >= 0) {
        m_navigator.goTo(next);
    } else {
        Q_EMIT changed();
    }
    Q_EMIT decided();
}

void ReviewActions::editOrSayWhyNot()
{
    const QAction& edit = m_commands.at(QStringLiteral("edit"));
    if (edit.isEnabled()) {
        m_editing->begin();
    } else {
        m_desk.say(whyNot(edit));
    }
}

/// The buttons stand beside one change; they decide that one, whatever the list has selected.
void ReviewActions::decideShown(DecisionKind kind)
{
    if (m_list.tree().hasFocus()) {
        m_page.diff().focusText();
    }
    m_deciding->decide(kind);
}

void ReviewActions::openMenu(const QPoint& at)
{
    m_menu->open(at, m_area);
}

} // namespace rocport
