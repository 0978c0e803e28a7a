#include "ui/rules/rulesarea.h"

#include "core/base/wording.h"
#include "core/rules/packcheck.h"
#include "core/rules/rulepack.h"
#include "ui/messages/messages.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packtrustbar.h"
#include "ui/rules/ruledelegate.h"
#include "ui/rules/ruledetails.h"
#include "ui/rules/rulesmodel.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrent>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

/// All words of the filter, anywhere in what a rule says; one phase where one is chosen.
class RulesFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void set(const QString& text, std::optional<Phase> phase, const RulesModel& model)
    {
        m_words = text.split(u' ', Qt::SkipEmptyParts);
        m_group = phase ? QPersistentModelIndex(model.indexOf(*phase)) : QPersistentModelIndex();
        m_phase = phase.has_value();
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        if (!parent.isValid()) {
            return false; // a group is there for its rows
        }
        if (m_phase && parent != m_group) {
            return false;
        }
        const QString text =
            sourceModel()->index(row, 0, parent).data(RulesModel::SearchRole).toString();
        return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
    }

private:
    QStringList m_words;
    QPersistentModelIndex m_group;
    bool m_phase = false;
};

} // namespace

RulesArea::RulesArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                     QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_model(new RulesModel(provider, this)),
      m_filter(new RulesFilter(this)),
      m_pages(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, m_pages))
{
    setObjectName(QStringLiteral("rulesArea"));
    setAccessibleName(tr("Rules"));
    m_filter->setSourceModel(m_model);
    m_filter->setRecursiveFilteringEnabled(true);
    auto* list = new Surface(provider, &ThemeColours::base, m_splitter);
    auto* rule = new Surface(provider, &ThemeColours::base, m_splitter);
    list->setProperty("pane", true);
    list->setAccessibleName(tr("Rules"));
    buildList(list);
    buildRule(rule);
    addCommands();
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(list);
    m_splitter->addWidget(rule);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({settings.value(QStringLiteral("rules/list-width"), 740).toInt(), 700});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("rules/list-width"), m_splitter->sizes().value(0));
    });
    auto* none = new EmptyState(provider, Glyph::Repository, tr("No project is open"),
                                tr("Open a repository to see what the rules find there."), m_pages);
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &RulesArea::openRequested);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(none);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_tree);

    connect(&session, &ProjectSession::stateChanged, this, [this](StateChange change) {
        // What rules find is of the scan; no decision changes it.
        if (change == StateChange::Everything || change == StateChange::Target) {
            refresh();
        }
    });
    connect(&session, &ProjectSession::rulesChanged, this, [this] {
        refresh();
        m_editor->reload();
    });
    connect(&session, &ProjectSession::opened, this, &RulesArea::projectChanged);
    connect(&session, &ProjectSession::closed, this, &RulesArea::projectChanged);
    connect(m_model, &RulesModel::switchRequested, this,
            [this](const QString& id, bool on) { m_session.setRulesOn({id}, on); });
    connect(&provider, &ThemeProvider::changed, m_tree, [this] { m_tree->viewport()->update(); });
    projectChanged();
}

RulesArea::~RulesArea() = default;

void RulesArea::buildList(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Rules"), &ThemeColours::text, header));
    m_count = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, header);
    m_count->setObjectName(QStringLiteral("rulesCount"));
    header->row()->addWidget(m_count);
    m_search =
        new SearchField(m_provider, tr("Filter rules"), QStringLiteral("/"), Glyph::Filter, header);
    m_search->setObjectName(QStringLiteral("rulesFilter"));
    m_search->setAccessibleName(tr("Filter rules"));
    header->row()->addWidget(m_search, 1);
    auto* add = makeButton(tr("New pack"), ButtonKind::Normal, header);
    add->setObjectName(QStringLiteral("newPack"));
    add->setProperty("compact", true);
    add->setProperty("chevron", true);
    auto* menu = new QMenu(add);
    menu->addAction(tr("For this project"), this, [this] { newPack(PackOrigin::Project); });
    menu->addAction(tr("For all my projects"), this, [this] { newPack(PackOrigin::User); });
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->actions().at(1)->setEnabled(!m_session.userRuleFolder().isEmpty());
    });
    add->setMenu(menu);
    header->row()->addWidget(add);

    m_tree = new QTreeView(pane);
    m_tree->setObjectName(QStringLiteral("rulesTree"));
    m_tree->setAccessibleName(tr("Rules by phase"));
    m_tree->setModel(m_filter);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    QVector<TableColumn> columns(RulesModel::ColumnCount);
    columns[RulesModel::RuleColumn] = {ElideAs::Sentence, false, true, true, 240};
    columns[RulesModel::AppliesColumn] = {ElideAs::Sentence, false, false, true, 88};
    m_tree->header()->hideSection(RulesModel::TitleColumn); // stand with the rule
    m_tree->header()->hideSection(RulesModel::SeverityColumn);
    fitColumns(*m_tree, m_provider, columns, new RuleDelegate(m_provider, m_tree));
    auto* nothing = new EmptyState(m_provider, Glyph::Filter, tr("No rule fits the filter"),
                                   tr("The filter looks at id, title, message and pack."), pane);
    connect(nothing->addAction(tr("Clear filter"), true), &QPushButton::clicked, this, [this] {
        m_search->clear();
        m_phase.reset();
        filterChanged();
    });
    m_lists = new QStackedWidget(pane);
    m_lists->addWidget(m_tree);
    m_lists->addWidget(nothing);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    m_trust = new PackTrustBar(m_session, m_provider, PackTrustBar::Shown::WhileWaiting, pane);
    m_trust->setObjectName(QStringLiteral("rulesTrust"));
    connect(m_trust, &PackTrustBar::lookRequested, this, &RulesArea::lookAtWaiting);
    connect(m_trust, &PackTrustBar::failed, this, &RulesArea::showError);
    layout->addWidget(m_trust);
    layout->addWidget(m_lists, 1);
    keepWidth(*layout, m_provider, 480);
    connect(m_search, &QLineEdit::textChanged, this, &RulesArea::filterChanged);
    joinFilter(*m_search, [this] { return m_tree; });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_refreshing) {
            showCurrent(true);
        }
    });
}

void RulesArea::buildRule(QWidget* pane)
{
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, pane);
    m_problem->setObjectName(QStringLiteral("rulesProblem"));
    m_problem->hide();
    auto* split = new QSplitter(Qt::Vertical, pane);
    m_details = new RuleDetails(m_provider, split);
    m_details->setProperty("pane", true);
    m_editor = new PackEditor(m_session, m_provider, split);
    m_editor->setProperty("pane", true);
    m_editor->hide();
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(m_details);
    split->addWidget(m_editor);
    split->setStretchFactor(1, 2);
    split->setSizes({240, 520});
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_problem);
    layout->addWidget(split, 1);
    connect(m_editor, &PackEditor::placeRequested, this, &RulesArea::showPlaceRequested);
    connect(m_editor, &PackEditor::failed, this, &RulesArea::showError);
    connect(m_editor, &PackEditor::saved, this, [this] { m_problem->hide(); });
}

QAction* RulesArea::addCommand(const QString& name, const QString& text, const QKeySequence& key,
                               const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
    m_commands.append(action);
    return action;
}

void RulesArea::addCommands()
{
    addCommand(QStringLiteral("rules"), tr("Rules and rule packs"), {},
               [this] { m_tree->setFocus(); });
    addCommand(QStringLiteral("rulesFilterCommand"), tr("Filter rules"),
               QKeySequence(Qt::Key_Slash), [this] { focusFilter(); });
    addCommand(QStringLiteral("newProjectPack"), tr("New rule pack for this project"), {},
               [this] { newPack(PackOrigin::Project); });
    addCommand(QStringLiteral("newUserPack"), tr("New rule pack for all my projects"), {},
               [this] { newPack(PackOrigin::User); });
}

QAction* RulesArea::command(const QString& name) const
{
    for (QAction* action : m_commands) {
        if (action->objectName() == name) {
            return action;
        }
    }
    return nullptr;
}

QModelIndex RulesArea::current() const
{
    return m_filter->mapToSource(m_tree->currentIndex());
}

void RulesArea::select(const QModelIndex& index)
{
    const QModelIndex shown = m_filter->mapFromSource(index);
    if (shown.isValid()) {
        m_tree->setCurrentIndex(shown);
        m_tree->scrollTo(shown);
    }
}

QStringList RulesArea::unsaved() const
{
    QStringList lines;
    const QStringList files = m_editor->unsaved();
    for (const QString& file : files) {
        lines.append(tr("your changes of the rule pack %1").arg(file));
    }
    return lines;
}

/// What was typed into packs goes with the project that they were shown with.
void RulesArea::projectChanged()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const QString project = state ? state->projectFile : QString();
    if (!m_project.isEmpty() && m_project != project) {
        m_editor->dropChanges();
    }
    m_project = project;
    refresh();
}

void RulesArea::refresh()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    m_pages->setCurrentIndex(state ? 0 : 1);
    const QModelIndex before = current();
    const QString id = before.data(RulesModel::RuleIdRole).toString();
    const QString file = before.data(RulesModel::FileRole).toString();
    m_refreshing = true;
    m_model->setRules(m_session.rules(), m_session.rulePackProblems(), state);
    if (!current().isValid()) { // the model started over
        applyFilter();
        const QModelIndex same = m_model->indexOf(id);
        select(same.isValid() ? same : m_model->indexOfPack(file));
        selectAny();
    }
    m_refreshing = false;
    showCurrent(false);
    if (const QModelIndex made = m_model->indexOfPack(m_selectFile);
        !m_selectFile.isEmpty() && made.isValid()) {
        m_selectFile.clear();
        select(made);
        m_editor->setFocus();
    }
    const int off = state ? static_cast<int>(state->meta.target.rulesOff.size()) : 0;
    m_count->setText(off == 0 ? counted(m_model->ruleCount(), tr("rule"), tr("rules"))
                              : tr("%1, %2 off")
                                    .arg(counted(m_model->ruleCount(), tr("rule"), tr("rules")))
                                    .arg(off));
    const std::shared_ptr<const RuleSet> rules = m_session.rules();
    const bool builtIn =
        !rules || std::all_of(rules->rules().begin(), rules->rules().end(),
                              [](const Rule& rule) { return rule.origin == PackOrigin::BuiltIn; });
    m_tree->header()->setSectionHidden(RulesModel::PackColumn, builtIn); // it would say one thing
    makeExamples();
    const bool canWrite = state && !state->readOnly;
    setWhyNot(*command(QStringLiteral("newProjectPack")),
              state ? tr("The project is open read-only.") : tr("No project is open."));
    command(QStringLiteral("newProjectPack"))->setEnabled(canWrite);
    command(QStringLiteral("newUserPack"))->setEnabled(!m_session.userRuleFolder().isEmpty());
}

void RulesArea::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    makeExamples();
}

void RulesArea::makeExamples()
{
    const std::shared_ptr<const RuleSet> rules = m_session.rules();
    if (!isVisible() || !rules || rules == m_exampleRules) {
        return;
    }
    m_exampleRules = rules;
    QtConcurrent::run([rules] {
        QHash<QString, QString> examples;
        for (const Rule& rule : rules->rules()) {
            if (rule.message.contains(u'{')) {
                examples.insert(rule.id, sampleMessage(rule));
            }
        }
        return examples;
    }).then(this, [this, rules](const QHash<QString, QString>& examples) {
        if (rules == m_exampleRules) {
            m_model->setExamples(examples);
            showCurrent(false);
        }
    });
}

void RulesArea::applyFilter()
{
    static_cast<RulesFilter*>(m_filter)->set(m_search->text(), m_phase, *m_model);
    m_tree->expandAll();
    m_lists->setCurrentIndex(m_filter->rowCount() > 0 ? 0 : 1);
}

void RulesArea::selectAny()
{
    if (!m_tree->currentIndex().isValid()) {
        select(m_filter->mapToSource(m_filter->index(0, 0, m_filter->index(0, 0))));
    }
}

void RulesArea::filterChanged()
{
    applyFilter();
    selectAny();
}

void RulesArea::setLetterKeys(bool on)
{
    command(QStringLiteral("rulesFilterCommand"))
        ->setShortcut(on ? QKeySequence(Qt::Key_Slash) : QKeySequence());
}

void RulesArea::setPhaseFilter(std::optional<Phase> phase)
{
    m_phase = phase;
    filterChanged();
}

void RulesArea::showRule(const QString& id)
{
    if (!m_filter->mapFromSource(m_model->indexOf(id)).isValid()) {
        m_search->clear();
        m_phase.reset();
        filterChanged();
    }
    select(m_model->indexOf(id));
}

void RulesArea::focusFilter()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// `move`: a person chose it, so the editor goes there; else it stays where it is.
void RulesArea::showCurrent(bool move)
{
    const QModelIndex index = current();
    const QString file = index.data(RulesModel::FileRole).toString();
    if (const Rule* rule = m_model->rule(index)) {
        m_details->showRule(*rule, m_model->says(*rule), m_model->findings(rule->id),
                            m_model->isOn(rule->id));
    } else if (!file.isEmpty()) {
        m_details->showProblem(m_session.rulePackProblems().value(index.row()));
    } else {
        m_details->clearRule();
    }
    const bool looks = !move && !m_lookFile.isEmpty() && m_editor->file() == m_lookFile;
    m_lookFile = looks ? m_lookFile : QString();
    if (looks) {
        return;
    }
    if (!index.data(RulesModel::EditableRole).toBool()) {
        m_editor->hide();
    } else if (move || m_editor->file() != file || m_editor->isHidden()) {
        m_editor->show(file, index.data(RulesModel::LineRole).toInt());
    }
}

void RulesArea::newPack(PackOrigin origin)
{
    m_session.newPack(origin).then(this, [this](const Result<QString>& file) {
        if (!file) {
            showError(file.error());
            return;
        }
        m_problem->hide();
        m_selectFile = *file;
        refresh();
    });
}

void RulesArea::lookAtWaiting()
{
    const std::optional<WaitingPacks> waiting = m_session.waitingPacks();
    if (!waiting || waiting->names.isEmpty()) {
        return;
    }
    const QString folder = m_session.projectRuleFolder() + u'/';
    qsizetype next = 0;
    for (qsizetype i = 0; i < waiting->names.size(); ++i) {
        if (folder + waiting->names.at(i) == m_lookFile) {
            next = (i + 1) % waiting->names.size();
        }
    }
    m_lookFile = folder + waiting->names.at(next);
    m_editor->show(m_lookFile, 1);
}

void RulesArea::showError(const Error& error)
{
    m_problem->setText(titleFor(error));
    m_problem->setToolTip(messageFor(error));
    m_problem->setAccessibleName(messageFor(error));
    m_problem->show();
}

} // namespace rocport
