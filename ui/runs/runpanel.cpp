#include "ui/runs/runpanel.h"

#include "core/base/whendone.h"
#include "ui/theme/findbar.h"

#include "core/base/visibletext.h"
#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"
#include "ui/runs/diagnosticsmodel.h"
#include "ui/runs/logview.h"
#include "ui/runs/runfiles.h"
#include "ui/runs/stagetimeline.h"
#include "ui/theme/plaintext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

ChipTone toneOf(JobState state)
{
    switch (state) {
    case JobState::Succeeded:
        return ChipTone::Ok;
    case JobState::Failed:
    case JobState::TimedOut:
    case JobState::Vanished:
        return ChipTone::Critical;
    case JobState::Lost:
        return ChipTone::Warn;
    case JobState::Cancelled:
    case JobState::Queued:
        return ChipTone::Neutral;
    default:
        return ChipTone::Accent;
    }
}

QString environmentText(const JobSpec& spec)
{
    QStringList lines;
    for (const auto* list : {&spec.node.environment, &spec.environment}) {
        for (const auto& [name, value] : *list) {
            lines.append(name + u'=' +
                         (looksSecret(name, value) ? RunPanel::tr("(masked)") : value));
        }
    }
    if (!spec.setup.isEmpty()) {
        lines.append(QString());
        lines.append(RunPanel::tr("# Before the first stage"));
        lines.append(maskedText(spec.setup));
    }
    return lines.isEmpty() ? RunPanel::tr("No variables were set for this run.")
                           : lines.join(u'\n');
}

} // namespace

RunPanel::~RunPanel() = default;

void RunPanel::connectLog()
{
    connect(&m_log, &JobLog::changed, this, &RunPanel::updateEmpty);
    connect(&m_log, &JobLog::caughtUp, this, &RunPanel::updateEmpty);
    connect(&m_log, &JobLog::caughtUp, this, &RunPanel::updateTimes);
    connect(&m_log, &JobLog::restarted, this, [this] {
        m_model->set({});
        m_hit = -1;
    });
    connect(&m_log, &JobLog::diagnosticsChanged, this, &RunPanel::updateDiagnostics);
    connect(&m_log, &JobLog::failuresChanged, this, &RunPanel::updateNotice);
    connect(&m_log, &JobLog::searchChanged, this, &RunPanel::updateSearch);
    connect(&m_log, &JobLog::failed, this, &RunPanel::showError);
    connect(m_error, &ErrorPanel::retryRequested, this, [this] {
        m_logStack->setCurrentWidget(m_view);
        m_log.open(m_log.file());
    });
    connect(m_view, &LogView::failed, this, &RunPanel::showError);
    connect(m_view, &LogView::currentLineChanged, this, &RunPanel::selectDiagnosticOf);
    connect(m_view, &LogView::activated, this, &RunPanel::lineActivated);
    connect(m_severities, &SegmentedControl::currentChanged, this, [this](int index) {
        m_model->setFilter(index == 0
                               ? std::nullopt
                               : std::optional(static_cast<LogDiagnostic::Severity>(index - 1)));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RunPanel::diagnosticChosen);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        openPlace(index, index.column() == DiagnosticsModel::ChangeColumn);
    });
    connect(m_openPlace, &QPushButton::clicked, this,
            [this] { openPlace(m_table->currentIndex(), true); });
}

void RunPanel::setJob(const JobEntry& job)
{
    const bool other = job.spec.id != m_job.spec.id || job.folder != m_job.folder;
    m_job = job;
    if (other) {
        m_error->setVisible(false);
        m_logStack->setCurrentWidget(m_view);
        m_view->setFollow(true);
        m_log.setEnded(isEnded(job.status.state));
        m_log.open(job.folder.isEmpty() ? QString() : job.folder + QStringLiteral("/log"));
        m_environment->setPlainText(visibleText(environmentText(job.spec)));
        m_files->setFolder(job.folder);
        updateTimes();
        if (m_searchBar->isVisible()) {
            runSearch();
        }
        updateDiagnostics();
    } else {
        m_log.setEnded(isEnded(job.status.state));
        m_files->refresh(); // results come when it ends
    }
    m_copyCommand->setEnabled(!commandText(job.spec).isEmpty());
    tick(m_now.isValid() ? m_now : QDateTime::currentDateTimeUtc());
}

void RunPanel::tick(const QDateTime& now)
{
    m_now = now;
    m_timeline->setJob(m_job, now);
    updateHeader();
    updateNotice();
    updateEmpty();
}

void RunPanel::logGrew()
{
    m_log.grew();
}

void RunPanel::updateHeader()
{
    const JobState state = m_job.status.state;
    m_title->setText(m_job.spec.title);
    m_state->setText(m_job.replayed ? tr("%1, replayed").arg(jobStateName(state))
                                    : jobStateName(state));
    m_state->setTone(toneOf(state), isEnded(state) ? jobMark(state).glyph : Glyph::None);
    QStringList facts{m_job.spec.node.name};
    if (const int number = jobNumbers(*m_remote.state()).value(m_job.spec.id); number > 0) {
        facts.prepend(tr("Job %1").arg(number));
    }
    const QString container = transportOf(m_job.spec.node)->container();
    if (!container.isEmpty()) {
        facts.append(container);
    }
    if (m_job.status.started.isValid()) {
        facts.append(
            tr("started %1")
                .arg(m_job.status.started.toLocalTime().toString(QStringLiteral("HH:mm:ss"))));
    }
    if (m_job.status.exitCode >= 0 && isEnded(state)) {
        facts.append(tr("exit status %1").arg(m_job.status.exitCode));
    }
    m_facts->setText(facts.join(QStringLiteral(", ")));
    const bool apart = state == JobState::Detached || state == JobState::Lost;
    m_detach->setText(apart ? tr("Reattach") : tr("Detach"));
    m_detach->setVisible(!isEnded(state) && !m_job.replayed);
    m_detach->setEnabled(state == JobState::Running || state == JobState::Queued || apart);
    m_cancel->setVisible(!isEnded(state) && !m_job.replayed);
    m_cancel->setEnabled(state != JobState::Stopping);
}

void RunPanel::updateNotice()
{
    m_notice = noticeFor(m_job, m_log.failures(), m_now);
    const bool shown = m_notice.kind != RunNotice::Kind::None &&
                       !m_hidden.contains(m_job.spec.id + u' ' + m_notice.id);
    m_noticeBar->setVisible(shown);
    if (!shown) {
        return;
    }
    static_cast<Surface*>(m_noticeBar)
        ->setFill(m_notice.kind == RunNotice::Kind::Failure   ? &ThemeColours::critSoft
                  : m_notice.kind == RunNotice::Kind::Warning ? &ThemeColours::warnSoft
                                                              : &ThemeColours::accentSoft);
    m_noticeMark->setMark(m_notice.kind == RunNotice::Kind::Failure
                              ? Mark{Glyph::SeverityCritical, &ThemeColours::crit}
                          : m_notice.kind == RunNotice::Kind::Warning
                              ? Mark{Glyph::MarkAttention, &ThemeColours::warn}
                              : Mark{Glyph::SeverityInfo, &ThemeColours::accent});
    const QString text =
        QStringLiteral("<b>%1</b> %2").arg(markupOf(m_notice.title), markupOf(m_notice.text));
    if (m_noticeText->text() != text) {
        m_noticeText->setMarkup(text);
        m_noticeText->setAccessibleName(m_notice.title + u' ' + m_notice.text);
    }
    m_noticeLine->setVisible(m_notice.logLine >= 0);
    m_noticeLine->setText(tr("Show line %1").arg(m_notice.logLine + 1));
    const bool dump = m_notice.offersDump && !m_job.replayed;
    m_noticeDump->setVisible(dump && !stackDumpCommand(m_job).isEmpty());
    m_noticeDump->setToolTip(
        tr("To be run in a shell on the node: %1").arg(stackDumpCommand(m_job)));
    m_noticeWait->setVisible(dump);
    m_noticeCancel->setVisible(dump);
    m_noticeReattach->setVisible(m_notice.offersReattach && !m_job.replayed);
    m_noticeHide->setVisible(!dump);
    m_noticeMore->setVisible(dump);
}

void RunPanel::updateDiagnostics()
{
    const QVector<LogDiagnostic> all = m_log.diagnostics();
    m_model->set(all);
    int sum = 0;
    for (int i = 0; i < 3; ++i) {
        const int count = m_log.diagnosticCount(static_cast<LogDiagnostic::Severity>(i));
        m_severities->setCount(i + 1, count);
        sum += count;
    }
    m_severities->setCount(0, sum);
    QHash<qint64, LogDiagnostic::Severity> marked;
    for (const LogDiagnostic& one : all) {
        if (one.severity != LogDiagnostic::Severity::Note) {
            marked.insert(one.logLine, one.severity);
        }
    }
    m_view->setMarked(marked);
    m_openPlace->setEnabled(m_table->currentIndex().isValid());
}

void RunPanel::updateEmpty()
{
    if (m_logStack->currentWidget() == m_error) {
        return;
    }
    if (m_log.lineCount() > 0 || !m_log.isCaughtUp()) {
        m_logStack->setCurrentWidget(m_view);
        return;
    }
    const bool ended = isEnded(m_job.status.state);
    m_empty->setTexts(
        ended ? tr("No output") : tr("No output yet"),
        ended ? tr("The job ended without any output, or its log is not in the folder of this run.")
              : tr("Output appears here as soon as the job writes any."));
    m_logStack->setCurrentWidget(m_empty);
}

void RunPanel::showError(const Error& error)
{
    m_error->setError(error, tr("The job continues; its state and stages are shown above."));
    m_logStack->setCurrentWidget(m_error);
}

void RunPanel::openSearch()
{
    m_pages->setCurrent(0);
    m_searchBar->open({});
}

void RunPanel::runSearch()
{
    m_hit = -1;
    const Result<void> good = m_log.search(m_searchBar->query());
    if (!good) {
        m_searchBar->setProblem(good.error().detail);
        return;
    }
    updateSearch();
}

void RunPanel::updateSearch()
{
    const qsizetype count = m_log.hits().size();
    if (m_log.query().text.isEmpty()) {
        m_searchBar->setCount({});
        return;
    }
    const QString number =
        m_log.hitsLeftOut() ? tr("more than %1").arg(count) : QString::number(count);
    QString text = m_hit >= 0   ? tr("%1 of %2").arg(m_hit + 1).arg(number)
                   : count == 0 ? tr("No matches")
                                : tr("%1 found").arg(number);
    if (m_log.isSearching()) {
        text = count == 0 ? tr("Looking…") : tr("%1 so far").arg(count);
    }
    m_searchBar->setCount(text + FindBar::leftOutText(m_log.linesLeftOut()));
    if (m_hit < 0 && count > 0) { // the first one comes in sight by itself
        moveHit(1);
    }
}

void RunPanel::moveHit(int step)
{
    const QVector<LogHit>& hits = m_log.hits();
    if (hits.isEmpty()) {
        return;
    }
    if (m_hit < 0) {
        const auto from = std::lower_bound(
            hits.begin(), hits.end(), m_view->follow() ? 0 : m_view->firstVisibleLine(),
            [](const LogHit& hit, qint64 line) { return hit.line < line; });
        m_hit = from == hits.end() ? 0 : from - hits.begin();
    } else {
        m_hit = (m_hit + step + hits.size()) % hits.size();
    }
    m_view->showHit(hits[m_hit]);
    updateSearch();
}

void RunPanel::goToLine()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("goToLineDialog"));
    dialog->setWindowTitle(tr("Go to line"));
    dialog->setLabelText(tr("Line of the log"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, static_cast<int>(std::max<qint64>(1, m_log.lineCount())));
    dialog->setIntValue(static_cast<int>(m_view->currentLine()) + 1);
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int line) {
        m_view->goToLine(line - 1);
        m_view->setFocus();
    });
    dialog->open();
}

void RunPanel::saveLog(const QString& file)
{
    whenDone(m_log.save(file), this, [this](const Result<void>& saved) {
        if (!saved) {
            showError(saved.error());
        }
    });
}

void RunPanel::toggleFollow()
{
    m_view->setFollow(!m_view->follow());
}

void RunPanel::toggleWrap()
{
    m_wrap->click();
}

void RunPanel::toggleTimes()
{
    m_times->click();
}

void RunPanel::updateTimes()
{
    const bool known = m_log.hasTimes();
    if (std::exchange(m_timesKnown, known) == known) {
        return; // asked at each growth of the log
    }
    m_times->setEnabled(known);
    m_times->setToolTip(known ? tr("When each line came")
                              : tr("When the lines of this log came was not noted."));
    Q_EMIT timesKnown();
}

void RunPanel::copyCommand()
{
    QGuiApplication::clipboard()->setText(commandText(m_job.spec));
    Q_EMIT said(tr("The command was copied."));
}

void RunPanel::diagnosticChosen(const QModelIndex& index)
{
    m_openPlace->setEnabled(index.isValid());
    const LogDiagnostic* one = m_model->at(index);
    if (one == nullptr || m_linking) {
        return;
    }
    m_linking = true;
    m_view->goToLine(one->logLine);
    m_linking = false;
}

void RunPanel::selectDiagnosticOf(qint64 line)
{
    if (m_linking) {
        return;
    }
    const QModelIndex index = m_model->indexOfLogLine(line);
    if (!index.isValid()) {
        return;
    }
    m_linking = true;
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    m_linking = false;
}

void RunPanel::openPlace(const QModelIndex& index, bool change)
{
    const LogDiagnostic* one = m_model->at(index);
    if (one == nullptr) {
        return;
    }
    const QByteArray key = change ? m_model->hunkOf(index) : QByteArray();
    if (!key.isEmpty()) {
        Q_EMIT showHunkRequested(key);
        return;
    }
    const RepoPath path = repositoryPath(m_job, one->file);
    if (!path.isEmpty()) {
        Q_EMIT showPlaceRequested({path, std::max(0, one->line), PlaceSide::Port});
    }
}

void RunPanel::lineActivated(qint64 line)
{
    const QModelIndex index = m_model->indexOfLogLine(line);
    if (index.isValid()) {
        openPlace(index, false);
    }
}

} // namespace rocport
