#include "ui/portreview/portreviewpage.h"

#include "core/base/wording.h"
#include "core/project/review/reviewrender.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "ui/editor/keyrow.h"
#include "ui/messages/messages.h"
#include "ui/portreview/armcheck.h"
#include "ui/portreview/commentsdialog.h"
#include "ui/portreview/draftsdialog.h"
#include "ui/portreview/finishdialog.h"
#include "ui/portreview/hunkdetail.h"
#include "ui/portreview/hunkdiff.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/missingpanel.h"
#include "ui/portreview/openportdialog.h"
#include "ui/portreview/portactions.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/portheader.h"
#include "ui/portreview/portnotice.h"
#include "ui/portreview/threadspanel.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QStackedWidget>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr int kSideBySideFrom = 1800; // width of the window
constexpr int kMissingFrom = 620;     // height of the page that shows the missing places too

const QString kUnifiedKey = QStringLiteral("review/port-unified");

} // namespace

PortReviewPage::PortReviewPage(ProjectSession& session, ThemeProvider& provider,
                               UiSettings& settings, SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reviews(session.reviews()),
      m_provider(provider),
      m_settings(settings),
      m_commands(std::make_unique<PortCommands>(*this)),
      m_drafts(new PortDrafts(this)),
      m_diff(new HunkDiff(provider, syntax, *m_drafts, this))
{
    setObjectName(QStringLiteral("portReview"));
    setAccessibleName(tr("Port review"));
    build();
    connectParts();
    forgetDrafts();
    stateChanged();
}

PortReviewPage::~PortReviewPage()
{
    // Parts that go are hidden first, and tell of it when what is told of is gone.
    for (QObject* part : findChildren<QObject*>()) {
        part->disconnect(this);
    }
}

bool PortReviewPage::isInUse() const
{
    return m_state || m_reviews.isOpening() || m_openError;
}

QWidget* PortReviewPage::entry() const
{
    if (m_pages->currentWidget() == m_content) {
        return &m_tree->tree();
    }
    QWidget* page = m_pages->currentWidget();
    const QList<QPushButton*> buttons = page->findChildren<QPushButton*>();
    return buttons.isEmpty() ? page : buttons.first();
}

QString PortReviewPage::title() const
{
    return m_state ? m_state->kept.title : tr("The port");
}

QStringList PortReviewPage::unsaved() const
{
    QStringList lines = m_drafts->lines();
    const QByteArray typing = m_diff->typing();
    if (const ReviewHunk* hunk = m_state ? m_state->hunk(typing) : nullptr) {
        lines.append(
            tr("your edit of %1 in the port").arg(placeOfHunk(*m_state->fileOf(typing), *hunk)));
    }
    return lines;
}

void PortReviewPage::setPhase(std::optional<Phase> phase)
{
    m_tree->setPhase(phase);
}

void PortReviewPage::askForPort()
{
    auto* dialog = new OpenPortDialog(m_session, m_reviews.kept(), m_provider, window());
    if (m_openError && m_request) {
        dialog->setRequest(*m_request);
    }
    connect(dialog, &OpenPortDialog::requested, this, &PortReviewPage::request);
    connect(dialog, &OpenPortDialog::keptRequested, this, &PortReviewPage::requestKept);
    openDialog(*dialog);
}

void PortReviewPage::request(const ReviewRequest& request)
{
    m_request = request;
    m_requestedKept.clear();
    tryAgain();
}

void PortReviewPage::requestKept(const QByteArray& id)
{
    m_request.reset();
    m_requestedKept = id;
    tryAgain();
}

void PortReviewPage::tryAgain()
{
    m_openError.reset();
    m_notice->hide();
    if (m_request) {
        m_reviews.open(*m_request);
    } else {
        m_reviews.openKept(m_requestedKept);
    }
    noteTask();
}

/// The task that opens the port is the newest one right after it was begun.
void PortReviewPage::noteTask()
{
    const QVector<TaskInfo> tasks = m_session.tasks().running();
    m_task = m_reviews.isOpening() && !tasks.isEmpty() ? tasks.last().id : 0;
    m_bar->setProgress(0, 0);
    m_progress->setText({});
}

void PortReviewPage::openingChanged(bool opening)
{
    if (opening) {
        m_openError.reset();
        m_notice->hide();
        noteTask();
    }
    stateChanged();
}

void PortReviewPage::showProgress(const TaskInfo& task)
{
    if (!m_reviews.isOpening() || task.id != m_task) {
        return;
    }
    m_opening->setTexts(task.title, task.detail);
    m_bar->setProgress(task.done, task.total);
    m_progress->setText(task.total > 0
                            ? tr("%1 of %2").arg(countText(task.done), countText(task.total))
                            : QString());
    m_bar->setAccessibleDescription(m_progress->text());
}

void PortReviewPage::openFailed(const Error& error)
{
    if (error.code == ErrorCode::Cancelled) {
        m_openError.reset();
        stateChanged();
        Q_EMIT said(tr("Opening the port was cancelled."));
        return;
    }
    if (m_state) { // the review that is open stays
        m_notice->showNotice({Glyph::SeverityCritical, &ThemeColours::crit}, messageFor(error),
                             tr("Try again"), [this] { tryAgain(); });
        stateChanged();
        return;
    }
    m_openError = error;
    m_error->setError(error, tr("Your own changes and their review are not affected."));
    stateChanged();
}

void PortReviewPage::failed(const Error& error)
{
    m_notice->showNotice({Glyph::SeverityCritical, &ThemeColours::crit}, messageFor(error));
}

void PortReviewPage::newRevision(const QString& what)
{
    m_notice->showNotice({Glyph::Refresh, &ThemeColours::accent}, what, tr("Carry over"),
                         [this] { m_reviews.carryOver(); });
    m_notice->button()->setToolTip(
        tr("Opens the new revision; decisions about hunks that did not change stay"));
}

void PortReviewPage::finished(const QString& branch, const QByteArray& commit)
{
    m_notice->showNotice(
        {Glyph::MarkDone, &ThemeColours::okFill},
        tr("The branch %1 was made at %2.").arg(branch, QString::fromLatin1(commit.left(7))),
        tr("Copy name"),
        [this, branch] {
            QGuiApplication::clipboard()->setText(branch);
            Q_EMIT said(tr("Copied %1.").arg(branch));
        },
        false);
}

void PortReviewPage::stateChanged()
{
    const std::shared_ptr<const ReviewState> before = std::exchange(m_state, m_reviews.state());
    const bool samePort = before && m_state && before->kept.id == m_state->kept.id;
    if (!samePort) {
        m_since = false;
        m_header->setSince(false);
        m_diff->setSince(false);
        if (before) {
            m_notice->hide();
        }
    }
    if (m_state != before) {
        m_header->setState(m_state);
        m_diff->setState(m_state); // leaves an open editor of the state before
        m_drafts->setState(m_state);
        m_tree->setState(m_state); // leads to the current hunk
        m_missing->setState(m_state);
        hunkChanged(m_tree->current());
        if (m_sinceWanted && m_state && m_state->since > 0) {
            m_sinceWanted = false;
            setSince(true);
        } else if (m_since && (!m_state || m_state->since == 0)) {
            setSince(false);
        }
        if (std::exchange(m_going, false) && samePort && before->hasHunksOf(*m_state)) {
            m_actions->showChanged(*before, *m_state);
        }
    }
    const bool nothing = m_state && m_state->review->files.isEmpty();
    const QWidget* const page = m_pages->currentWidget();
    m_pages->setCurrentWidget(m_reviews.isOpening() ? m_openingPage
                              : m_openError         ? m_failedPage
                              : nothing             ? m_empty
                                                    : m_content);
    if (nothing) {
        m_empty->setTexts(
            tr("This range changes no file"),
            tr("%1 has the same files as its base.").arg(m_state->review->trees.name));
    }
    m_header->setVisible(m_state != nullptr && !m_reviews.isOpening() && !m_openError);
    m_keys->setVisible(m_pages->currentWidget() == m_content);
    showMissing();
    updateCommands();
    tellUse();
    if (m_pages->currentWidget() != page) {
        Q_EMIT entryChanged();
    }
}

void PortReviewPage::tellUse()
{
    if (std::exchange(m_inUse, isInUse()) != m_inUse) {
        Q_EMIT inUseChanged(m_inUse);
    }
}

void PortReviewPage::hunkChanged(const QByteArray& id)
{
    m_diff->showHunk(id);
    m_threads->setHunk(m_state, id);
    m_detail->setHunk(m_state, id);
    updateCommands();
}

void PortReviewPage::setSince(bool since)
{
    if (since && m_state && m_state->since == 0) {
        const int newest = m_state->kept.revisions.last().number;
        m_header->setSince(m_since);
        if (newest > 1) {
            m_sinceWanted = true;
            m_reviews.compareWith(newest - 1);
        }
        return;
    }
    m_since = since;
    m_header->setSince(since);
    m_diff->setSince(since);
    updateCommands();
}

void PortReviewPage::showMissing()
{
    const bool room = height() >= m_provider.theme().scaled(kMissingFrom);
    m_missing->setVisible(m_missingWanted.value_or(room));
}

void PortReviewPage::switchUnified()
{
    m_settings.setValue(kUnifiedKey, !m_diff->isUnified());
    fitWidth();
}

void PortReviewPage::showPlace(const Place& place)
{
    if (!m_diff->showLine(place.path, place.line, place.side == PlaceSide::Original)) {
        Q_EMIT placeRequested({place.path, place.line, PlaceSide::Original});
    }
}

void PortReviewPage::openMenu(const QPoint& globalPos)
{
    auto* menu = new QMenu(this); // no nested event loop: it lives until it closes
    menu->setObjectName(QStringLiteral("hunkMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_actions->fillMenu(*menu);
    menu->popup(globalPos);
}

void PortReviewPage::openFinish()
{
    auto* dialog = new FinishDialog(m_reviews, m_provider, window());
    connect(dialog, &FinishDialog::made, this, &PortReviewPage::finished);
    connect(dialog, &FinishDialog::commentsRequested, this, [this] { openComments(false); });
    openDialog(*dialog);
}

void PortReviewPage::openComments(bool missing)
{
    openDialog(*new CommentsDialog(
        m_reviews, missing ? CommentsDialog::Topic::Missing : CommentsDialog::Topic::Threads,
        m_provider, window()));
}

/// Says what was typed about hunks or threads that are gone, until it is dropped or has a place.
void PortReviewPage::showStranded()
{
    const QVector<PortDraft> drafts = m_drafts->stranded();
    if (drafts.isEmpty()) {
        m_stranded->hide();
        return;
    }
    const QString text =
        drafts.size() == 1
            ? tr("%1 is not saved, and what it is about is gone in revision %2.")
                  .arg(PortDrafts::nameOf(drafts.first()))
                  .arg(m_state->kept.revisions.last().number)
            : tr("%1 that you typed are not saved, and what they are about is gone in revision %2.")
                  .arg(counted(drafts.size(), tr("text"), tr("texts")))
                  .arg(m_state->kept.revisions.last().number);
    if (m_stranded->isHidden() || m_stranded->text() != text) {
        m_stranded->showNotice(
            {Glyph::Pencil, &ThemeColours::warn}, text, tr("Show…"), [this] { openDrafts(); },
            false);
    }
}

void PortReviewPage::openDrafts()
{
    auto* dialog = new DraftsDialog(*m_drafts, m_reviews, m_provider, window());
    connect(dialog, &DraftsDialog::commentRequested, this, &PortReviewPage::commentWith);
    openDialog(*dialog);
}

/// Goes on with a text whose hunk is gone as a comment on the file, behind what is typed there.
void PortReviewPage::commentWith(const QByteArray& hunk, const PortDraft& draft)
{
    const PortDraft* there = m_drafts->find(PortDraft::Kind::Comment, hunk);
    const bool onBase = there != nullptr && there->onBase;
    const int line = there != nullptr ? there->line : 0;
    const QString text =
        (there != nullptr ? there->text.trimmed() + QStringLiteral("\n\n") : QString()) +
        DraftsDialog::commentOf(draft);
    m_tree->setCurrent(hunk);
    m_threads->giveBack(hunk, onBase, line, text);
    m_drafts->remove(draft.kind, draft.at);
}

/// What was typed in another project goes with that.
void PortReviewPage::forgetDrafts()
{
    const QString file = m_session.state() ? m_session.state()->projectFile : QString();
    if (std::exchange(m_draftsOf, file) != file) {
        m_drafts->clear();
    }
}

void PortReviewPage::updateCommands()
{
    const QString whyNone = m_reviews.isOpening() ? tr("The port is still being opened.")
                            : !m_state            ? tr("No port is being reviewed.")
                                                  : QString();
    m_commands->enable({"portComments", "portFinish", "portMissing", "portUnified"}, whyNone);
    m_commands->enable({"portClose"}, isInUse() ? QString() : tr("No port is being reviewed."));
    const bool several = m_state && m_state->kept.revisions.size() > 1;
    m_commands->enable({"portSince"}, !whyNone.isEmpty() ? whyNone
                                      : several          ? QString()
                                                         : tr("The port has one revision so far."));
    m_commands->enable({"reviewPort"}, m_session.state() ? QString() : tr("No project is open."));
    m_armCheck->update(whyNone);
    m_actions->update();
    const QAction& useRule = m_commands->at(QStringLiteral("portUseRule"));
    m_detail->useText()->setEnabled(useRule.isEnabled());
    if (!useRule.isEnabled()) {
        m_detail->useText()->setToolTip(whyNot(useRule));
    }
}

void PortReviewPage::fitWidth()
{
    const QVariant chosen = m_settings.value(kUnifiedKey);
    const bool narrow = window()->width() < kSideBySideFrom;
    m_diff->setUnified(chosen.isValid() ? chosen.toBool() : narrow);
}

/// Threads take what they need, up to half of the diff.
void PortReviewPage::fitThreads()
{
    const int room = m_threads->parentWidget()->height();
    const int least = m_provider.theme().scaled(48);
    m_threads->setFixedHeight(
        std::clamp(m_threads->wantedHeight(), least, std::max(least, room / 2)));
}

void PortReviewPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitWidth();
    showMissing();
    fitThreads();
}

void PortReviewPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, &PortReviewPage::fitThreads); // once it is laid out
}

} // namespace rocport
