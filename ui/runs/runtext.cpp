#include "ui/runs/runtext.h"

#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr std::chrono::minutes kQuiet{5};
constexpr std::chrono::minutes kLongWait{15};

QString words(const char* text)
{
    return QCoreApplication::translate("RunWords", text);
}

std::chrono::seconds between(const QDateTime& from, const QDateTime& to)
{
    return std::chrono::seconds(std::max<qint64>(0, from.secsTo(to)));
}

QString lastOutput(const JobStatus& status, const QDateTime& now)
{
    return status.lastOutput.isValid()
               ? words("last output %1 ago").arg(spokenTime(between(status.lastOutput, now)))
               : words("no output yet");
}

RunNotice failureNotice(const JobEntry& job, const QVector<FailureMatch>& failures)
{
    for (const FailureMatch& match : failures) {
        const KnownFailure* failure = FailureBook::builtIn()->find(match.id);
        if (failure == nullptr) {
            continue;
        }
        RunNotice notice;
        notice.kind = job.status.state == JobState::Succeeded ? RunNotice::Kind::Warning
                                                              : RunNotice::Kind::Failure;
        notice.id = QStringLiteral("failure:") + match.id;
        notice.title = failure->title;
        notice.text = failure->explanation + u' ' + failure->action;
        if (!failure->applies.isEmpty()) {
            notice.text += u' ' + words("Applies to: %1.").arg(failure->applies);
        }
        if (failures.size() > 1) {
            notice.text += u' ' + words("The log shows %1 known failures.").arg(failures.size());
        }
        notice.logLine = match.firstLine;
        return notice;
    }
    return {};
}

RunNotice runningNotice(const JobEntry& job, const QDateTime& now)
{
    RunNotice notice;
    const auto time = workTime(job.status, now);
    const QDateTime heard =
        job.status.lastOutput.isValid() ? job.status.lastOutput : job.status.started;
    const auto quiet = heard.isValid() ? between(heard, now) : std::chrono::seconds(0);
    if (time && (quiet >= kQuiet || *time >= kLongWait)) {
        notice.kind = RunNotice::Kind::Warning;
        notice.id = quiet >= kQuiet ? QStringLiteral("quiet") : QStringLiteral("long");
        notice.title = quiet >= kQuiet ? words("No output for %1.").arg(spokenTime(quiet))
                                       : words("Running for %1.").arg(spokenTime(*time));
        notice.text = words("A stack dump shows what the job is doing. Waiting is safe, and "
                            "cancelling keeps the log.");
        notice.offersDump = true;
        return notice;
    }
    const int stage = currentStage(job);
    if (stage >= 0 && !job.spec.stages[stage].expectation.isEmpty() && time) {
        const JobStage& one = job.spec.stages[stage];
        const StageProgress* progress = progressOf(job.status, one.id);
        if (progress != nullptr && (progress->ended.isValid() || progress->exitCode >= 0)) {
            return notice; // it is over; the job's own end follows
        }
        notice.kind = RunNotice::Kind::Info;
        notice.id = QStringLiteral("stage:") + one.id;
        notice.title = one.expectation;
        const auto soFar = progress != nullptr && progress->started.isValid()
                               ? between(progress->started, now)
                               : *time;
        notice.text = words("%1 so far, %2.").arg(elapsedText(soFar), lastOutput(job.status, now));
    }
    return notice;
}

} // namespace

QString elapsedText(std::chrono::seconds time)
{
    const qint64 seconds = std::max<qint64>(0, time.count());
    const QString tail = QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0'));
    if (seconds < 3600) {
        return QStringLiteral("%1:%2").arg(seconds / 60).arg(tail);
    }
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(tail);
}

QString spokenTime(std::chrono::seconds time)
{
    const qint64 seconds = std::max<qint64>(0, time.count());
    if (seconds < 120) {
        return words("%1 s").arg(seconds);
    }
    return seconds < 7200 ? words("%1 minutes").arg(seconds / 60)
                          : words("%1 hours").arg(seconds / 3600);
}

QString jobStateName(JobState state)
{
    switch (state) {
    case JobState::Preparing:
        return words("Preparing");
    case JobState::Syncing:
        return words("Synchronising");
    case JobState::Queued:
        return words("Queued");
    case JobState::Running:
        return words("Running");
    case JobState::Detached:
        return words("Detached");
    case JobState::Lost:
        return words("No contact");
    case JobState::Stopping:
        return words("Cancelling…");
    case JobState::Succeeded:
        return words("Succeeded");
    case JobState::Failed:
        return words("Failed");
    case JobState::Cancelled:
        return words("Cancelled");
    case JobState::TimedOut:
        return words("Over its time limit");
    case JobState::Vanished:
        return words("Ended, result unknown");
    }
    return {};
}

Mark jobMark(JobState state)
{
    switch (state) {
    case JobState::Preparing:
    case JobState::Syncing:
    case JobState::Running:
    case JobState::Stopping:
        return {Glyph::MarkRunning, &ThemeColours::accent};
    case JobState::Queued:
        return {Glyph::MarkTodo, &ThemeColours::control};
    case JobState::Detached:
        return {Glyph::MarkProgress, &ThemeColours::accent};
    case JobState::Lost:
        return {Glyph::MarkAttention, &ThemeColours::warn};
    case JobState::Succeeded:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    case JobState::Failed:
    case JobState::TimedOut:
    case JobState::Vanished:
        return {Glyph::MarkFailed, &ThemeColours::critFill};
    case JobState::Cancelled:
        return {Glyph::MarkSkipped, &ThemeColours::control};
    }
    return {};
}

std::optional<std::chrono::seconds> workTime(const JobStatus& status, const QDateTime& now)
{
    if (!status.started.isValid()) {
        return std::nullopt;
    }
    return between(status.started, status.ended.isValid() ? status.ended : now);
}

const StageProgress* progressOf(const JobStatus& status, const QString& stage)
{
    const auto found = std::find_if(status.stages.begin(), status.stages.end(),
                                    [&](const StageProgress& one) { return one.id == stage; });
    return found == status.stages.end() ? nullptr : &*found;
}

int currentStage(const JobEntry& job)
{
    int current = -1;
    for (int i = 0; i < job.spec.stages.size(); ++i) {
        const StageProgress* progress = progressOf(job.status, job.spec.stages[i].id);
        if (progress != nullptr && progress->started.isValid()) {
            current = i;
        }
    }
    return current;
}

QString jobLine(const JobEntry& job)
{
    QStringList parts;
    if (job.replayed) {
        parts.append(words("replayed"));
    }
    QString node = job.spec.node.name;
    if (!job.status.queueId.isEmpty()) {
        node += words(" (Slurm %1)").arg(job.status.queueId);
    }
    parts.append(node);
    const int stage = currentStage(job);
    const JobState state = job.status.state;
    if (state == JobState::Running && stage >= 0) {
        parts.append(job.spec.stages[stage].title);
    } else if (state == JobState::Failed && stage >= 0) {
        parts.append(words("failed in %1").arg(job.spec.stages[stage].title));
    } else {
        parts.append(jobStateName(state).toLower());
    }
    return parts.join(QStringLiteral(", "));
}

QHash<QString, int> jobNumbers(const RemoteState& state)
{
    QVector<std::pair<QDateTime, QString>> made;
    for (const JobEntry& job : state.jobs) {
        if (!job.replayed) {
            made.append({job.spec.created, job.spec.id});
        }
    }
    std::sort(made.begin(), made.end());
    QHash<QString, int> numbers;
    for (const auto& one : std::as_const(made)) {
        numbers.insert(one.second, static_cast<int>(numbers.size()) + 1);
    }
    return numbers;
}

QString jobName(int number)
{
    return number == 0 ? words("Recorded job") : words("Job %1").arg(number);
}

RepoPath repositoryPath(const JobEntry& job, const QString& file)
{
    QString path = QDir::cleanPath(file);
    if (path.isEmpty() || path == QLatin1StringView(".")) {
        return {};
    }
    if (path.startsWith(u'/')) {
        const QString tree = u'/' + job.spec.tree + u'/';
        const qsizetype at = job.spec.tree.isEmpty() ? -1 : path.lastIndexOf(tree);
        return at < 0 ? RepoPath() : RepoPath(path.mid(at + tree.size()).toUtf8());
    }
    while (path.startsWith(QLatin1StringView("../"))) {
        path = path.mid(3); // from a build folder inside of the tree
    }
    return path.startsWith(u'<') || path == QLatin1StringView("..") ? RepoPath()
                                                                    : RepoPath(path.toUtf8());
}

QString commandText(const JobSpec& job)
{
    QStringList scripts;
    for (const JobStage& stage : job.stages) {
        const QString script = stage.script.trimmed();
        if (!script.isEmpty()) {
            scripts.append(maskedText(script));
        }
    }
    return scripts.join(u'\n');
}

QString stackDumpCommand(const JobEntry& job)
{
    if (job.status.remotePid <= 0) {
        return {};
    }
    const QString dump =
        QStringLiteral("for p in $(pgrep -g %1); do py-spy dump --native --pid $p || "
                       "rocgdb -batch -p $p -ex \"thread apply all bt\"; done")
            .arg(job.status.remotePid);
    return transportOf(job.spec.node)->typed(dump);
}

RunNotice noticeFor(const JobEntry& job, const QVector<FailureMatch>& failures,
                    const QDateTime& now)
{
    RunNotice said;
    said.id = QStringLiteral("state:") + jobStateId(job.status.state);
    said.title = jobStateName(job.status.state) + u'.';
    said.text = job.status.sentence;
    switch (job.status.state) {
    case JobState::Lost:
    case JobState::Detached:
        said.kind =
            job.status.state == JobState::Lost ? RunNotice::Kind::Warning : RunNotice::Kind::Info;
        said.offersReattach = true;
        if (job.status.lastContact.isValid()) {
            said.text +=
                u' ' +
                words("Last contact %1 ago.").arg(spokenTime(between(job.status.lastContact, now)));
        }
        return said;
    case JobState::Running:
        if (RunNotice failure = failureNotice(job, failures);
            failure.kind != RunNotice::Kind::None) {
            return failure;
        }
        if (RunNotice running = runningNotice(job, now); running.kind != RunNotice::Kind::None) {
            return running;
        }
        break;
    default:
        if (RunNotice failure = failureNotice(job, failures);
            failure.kind != RunNotice::Kind::None) {
            return failure;
        }
        break;
    }
    const bool bad = job.status.state == JobState::Failed ||
                     job.status.state == JobState::TimedOut ||
                     job.status.state == JobState::Vanished;
    if (!said.text.isEmpty()) {
        said.kind = bad ? RunNotice::Kind::Failure : RunNotice::Kind::Info;
    }
    return said;
}

JobStatus matrixStatus(const Matrix& matrix)
{
    JobStatus all;
    all.state = JobState::Succeeded;
    if (matrix.ended() < matrix.count()) {
        all.state = JobState::Running;
        for (const JobState state : {JobState::Queued, JobState::Preparing, JobState::Syncing,
                                     JobState::Lost, JobState::Detached, JobState::Stopping}) {
            if (matrix.count(state) + matrix.ended() == matrix.count()) {
                all.state = state;
            }
        }
    } else if (matrix.succeeded() < matrix.count()) {
        all.state = matrix.count(JobState::Cancelled) + matrix.succeeded() == matrix.count()
                        ? JobState::Cancelled
                        : JobState::Failed;
    }
    for (const QVector<MatrixCell>& row : matrix.cells) {
        for (const MatrixCell& cell : row) {
            const JobStatus& one = cell.status;
            if (one.started.isValid() && (!all.started.isValid() || one.started < all.started)) {
                all.started = one.started;
            }
            if (isEnded(all.state) && one.ended.isValid() &&
                (!all.ended.isValid() || one.ended > all.ended)) {
                all.ended = one.ended;
            }
        }
    }
    return all;
}

} // namespace rocport
