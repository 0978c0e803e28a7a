#include "ui/review/reviewpages.h"

#include "core/project/session/projectscanner.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/shownfile.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/widgets.h"

#include <QAction>

namespace rocport {

ReviewPages::ReviewPages(ReviewDesk& desk, ReviewCommands& commands, ShownFile& shown,
                         ThemeProvider& provider, QWidget& diff, QWidget* parent)
    : QStackedWidget(parent), m_desk(desk), m_shown(shown), m_provider(provider)
{
    insertWidget(Diff, &diff);
    EmptyState* none = addPage(NoProject, tr("No project is open"),
                               tr("Open a repository to see which changes its port needs."));
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &ReviewPages::openRequested);
    addPage(Loading, tr("Scanning the repository"),
            tr("The changes appear here when the scan is done."));
    EmptyState* noChange = addPage(NoChange, tr("No change is proposed"),
                                   tr("The rules found nothing to change in this repository."));
    connect(noChange->addAction(tr("Scan again")), &QPushButton::clicked, this,
            [this] { m_desk.session().scanner().rescan(); });
    buildAllDecided(commands);
    m_error = new ErrorPanel(provider, this);
    insertWidget(Failed, m_error);
    connect(m_error, &ErrorPanel::retryRequested, &shown, &ShownFile::retry);
    m_notText = addPage(NotText, tr("This file is not text"), {});
    connect(&shown, &ShownFile::contentChanged, this, &ReviewPages::refresh);
}

EmptyState* ReviewPages::addPage(Page page, const QString& title, const QString& text)
{
    const Glyph glyph = page == NoProject ? Glyph::Repository
                        : page == Loading ? Glyph::Clock
                        : page == NotText ? Glyph::File
                                          : Glyph::MarkDone;
    auto* made = new EmptyState(m_provider, glyph, title, text, this);
    insertWidget(page, made);
    return made;
}

void ReviewPages::buildAllDecided(ReviewCommands& commands)
{
    m_allDecided = addPage(AllDecided, tr("Every change is decided"), {});
    m_allDecided->setGlyph(Glyph::MarkDone, &ThemeColours::okFill);
    m_allDecided->setObjectName(QStringLiteral("allDecided"));
    followCommand(*m_allDecided->addAction({}, true), commands.at(QStringLiteral("commit")));
    connect(m_allDecided->addAction(tr("Show all")), &QPushButton::clicked, this,
            &ReviewPages::allRequested);
}

void ReviewPages::refresh()
{
    const Page page = wanted();
    const ReviewCounts& counts = m_desk.model().totals();
    if (page == AllDecided) {
        const QString text = counts.uncommitted > 0
                                 ? tr("%1 of %2. Commit the decisions, then build.")
                                 : tr("%1 of %2.");
        m_allDecided->setTexts(tr("Every change is decided"),
                               text.arg(counts.decided).arg(counts.total));
    } else if (page == Failed) {
        m_error->setError(*m_shown.error(), tr("The other files can still be reviewed."));
    } else if (page == NotText) {
        m_notText->setTexts(tr("This file is not text"), m_desk.texts().path.display());
    }
    setCurrentIndex(page);
}

ReviewPages::Page ReviewPages::wanted() const
{
    const bool failed = m_shown.content() == ShownFile::Content::Failed;
    if (!m_desk.state()) {
        return NoProject;
    }
    if (!m_desk.state()->scan) {
        return Loading;
    }
    if (m_desk.model().totals().total == 0 && m_desk.texts().path.isEmpty() && !failed) {
        return NoChange;
    }
    if (m_desk.isAllDecided()) {
        return AllDecided;
    }
    return failed ? Failed : m_shown.content() == ShownFile::Content::Binary ? NotText : Diff;
}

bool ReviewPages::showsCurrent() const
{
    return currentIndex() == Diff && m_shown.showsCurrent();
}

bool ReviewPages::checkInSight() const
{
    if (showsCurrent()) {
        return true;
    }
    const bool coming = !m_desk.loading().isEmpty() && currentIndex() != Failed;
    const QString path = m_desk.currentHunk()->targetPath.display();
    m_desk.showProblem(
        tr("The change is not shown"),
        coming ? tr("%1 is still loading: press the key again once it is shown.").arg(path)
               : tr("%1 is not shown: choose the change in the list first.").arg(path));
    return false;
}

} // namespace rocport
