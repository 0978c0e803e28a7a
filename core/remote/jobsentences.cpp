#include "core/remote/jobsentences.h"

#include "core/remote/slurm.h"

#include <cstdlib>

namespace rocport::jobsentence {

namespace {

QString because(const Error& error)
{
    QString detail = error.detail.simplified();
    if (detail.size() > 200) {
        detail = detail.left(200) + u'…';
    }
    return detail.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(detail);
}

QString span(qint64 seconds)
{
    if (seconds < 90) {
        return QStringLiteral("%1 s").arg(seconds);
    }
    if (seconds < 90LL * 60) {
        return QStringLiteral("%1 min").arg((seconds + 30) / 60);
    }
    return QStringLiteral("%1 h").arg((seconds + 1800) / 3600);
}

QString signalName(int signal)
{
    switch (signal) {
    case 1:
        return QStringLiteral("HUP");
    case 2:
        return QStringLiteral("INT");
    case 3:
        return QStringLiteral("QUIT");
    case 6:
        return QStringLiteral("ABRT");
    case 7:
        return QStringLiteral("BUS");
    case 8:
        return QStringLiteral("FPE");
    case 9:
        return QStringLiteral("KILL");
    case 11:
        return QStringLiteral("SEGV");
    case 13:
        return QStringLiteral("PIPE");
    case 15:
        return QStringLiteral("TERM");
    default:
        return QString::number(signal);
    }
}

/// The job left no exit status, but Slurm says how it ended.
QString queueEnd(const QString& node, const QString& word)
{
    switch (slurmPhase(word)) {
    case SlurmPhase::NodeFailed:
        return QStringLiteral(
                   "Slurm lost the machine that ran the job, or took it back (%1); start "
                   "the job again.")
            .arg(word);
    case SlurmPhase::OutOfMemory:
        return QStringLiteral("The job ran out of memory; ask for more with --mem in the Slurm "
                              "options of %1.")
            .arg(node);
    case SlurmPhase::TimedOut:
        return QStringLiteral("The job reached Slurm's time limit; set a longer one in the Slurm "
                              "settings of %1.")
            .arg(node);
    case SlurmPhase::Cancelled:
        return QStringLiteral("Somebody cancelled the job in Slurm; start it again.");
    default:
        break;
    }
    return word == QLatin1StringView("FORGOTTEN")
               ? QStringLiteral("The job is no longer in Slurm and left no exit status: somebody "
                                "took it out, or it ended long ago; start it again.")
               : QStringLiteral("Slurm ended the job in state %1 without an exit status; its log "
                                "may say why.")
                     .arg(word);
}

/// The KB that were free at the end, "free-12"; empty: not said.
QByteArray freeOf(const QStringList& flags)
{
    for (const QString& flag : flags) {
        if (flag.startsWith(QLatin1StringView("free-"))) {
            return flag.mid(5).toLatin1();
        }
    }
    return {};
}

QString failedStage(const JobSpec& job, const JobStatus& status)
{
    for (const StageProgress& stage : status.stages) {
        if (stage.exitCode > 0) {
            for (const JobStage& one : job.stages) {
                if (one.id == stage.id) {
                    return one.title.isEmpty() ? one.id : one.title;
                }
            }
        }
    }
    return {};
}

} // namespace

QString cut(const QString& node, const Error& error, std::chrono::milliseconds pause)
{
    return QStringLiteral("The connection to %1 was lost%2; the job continues there, and Rocport "
                          "tries again in %3 s.")
        .arg(node, because(error), QString::number((pause.count() + 999) / 1000));
}

QString cutForGood(const QString& node, const Error& error)
{
    return QStringLiteral(
               "%1 cannot be reached now%2; the job continues there. Choose Reattach to try again.")
        .arg(node, because(error));
}

QString asleep(std::chrono::seconds length)
{
    return QStringLiteral("This machine was suspended for %1; the job continued, and its output is "
                          "being fetched.")
        .arg(span(length.count()));
}

QString silent(const QString& node, std::chrono::seconds length)
{
    return QStringLiteral("%1 has not answered for %2; Rocport is reconnecting.")
        .arg(node, span(length.count()));
}

QString stopping(const QString& signal, std::chrono::milliseconds grace)
{
    const qint64 seconds = (grace.count() + 999) / 1000;
    if (signal == QLatin1StringView("INT")) {
        return QStringLiteral("The job was asked to stop; it has %1 s to do so.").arg(seconds);
    }
    if (signal == QLatin1StringView("TERM")) {
        return QStringLiteral(
                   "The job did not stop when interrupted; it was told to terminate and has %1 s.")
            .arg(seconds);
    }
    return QStringLiteral("The job ignored INT and TERM; it was killed.");
}

QString deaf(const QString& node, qint64 pid)
{
    return QStringLiteral("Process %1 on %2 does not end even when killed, which happens when the "
                          "GPU driver or a file server does not respond. See dmesg there.")
        .arg(pid)
        .arg(node);
}

QString freeSpace(const QByteArray& kilobytes)
{
    bool number = false;
    const qint64 free = kilobytes.toLongLong(&number);
    if (!number || free < 0) {
        return QStringLiteral("there is no space left");
    }
    return free < 10000 ? QStringLiteral("%1 KB are free").arg(free)
                        : QStringLiteral("%1 MB are free").arg(free / 1024);
}

QString diskFullThere(const JobSpec& job, bool quota, const QByteArray& kilobytes)
{
    const QString workspace =
        job.node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : job.node.workspace;
    bool number = false;
    const qint64 free = kilobytes.toLongLong(&number);
    constexpr qint64 kMuch = 64 * 1024; // KB: as resources/node/agent-1-base.sh has it
    if (!quota && number && free > kMuch) {
        return QStringLiteral("Something that the job wrote to on %1 had no space left, though %2 "
                              "for %3: shared memory, another folder such as /tmp, or a quota; "
                              "free some space there and start it again.")
            .arg(job.node.name, freeSpace(kilobytes), workspace);
    }
    return quota ? QStringLiteral("Your quota for %1 on %2 is used up, so the job could not write "
                                  "all it had to; free some space there and start it again.")
                       .arg(workspace, job.node.name)
                 : QStringLiteral("The disk of %1 on %2 is full (%3), so the job could not write "
                                  "all it had to; free some space there and start it again.")
                       .arg(workspace, job.node.name, freeSpace(kilobytes));
}

QString diskFullHere(const Error& error)
{
    return QStringLiteral("The log cannot be written on this machine%1; the job continues, and the "
                          "log is fetched when there is space.")
        .arg(because(error));
}

QString logLeft(const JobSpec& job)
{
    const QString workspace =
        job.node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : job.node.workspace;
    return QStringLiteral("The job has ended. The end of its log has no space on this machine and "
                          "lies on %1 in %2/jobs/%3/.rocport/log; free some space here and choose "
                          "Reattach to fetch it.")
        .arg(job.node.name, workspace, job.id);
}

QString unkept(const Error& error)
{
    return QStringLiteral("How it ended could not be kept on this machine%1; the list of runs has "
                          "less of it.")
        .arg(because(error));
}

QString shrunk(const QString& node)
{
    return QStringLiteral("The log on %1 was truncated by something else; what had been fetched is "
                          "kept, and nothing more is added to it.")
        .arg(node);
}

QString noLineEnds(qint64 bytes)
{
    return QStringLiteral(
               "The last %1 kB of output contain no line break; they are shown as they arrive.")
        .arg(bytes / 1000);
}

QString skewed(const QString& node, qint64 seconds)
{
    return QStringLiteral("The clock of %1 is %2 %3; times shown here are this machine's.")
        .arg(node, span(std::llabs(seconds)),
             seconds > 0 ? QStringLiteral("ahead") : QStringLiteral("behind"));
}

QString queued(const QString& queueId, const QString& reason)
{
    const QString why = slurmReason(reason);
    return why.isEmpty() ? QStringLiteral("Queued in Slurm as job %1.").arg(queueId)
                         : QStringLiteral("Queued in Slurm as job %1: %2.").arg(queueId, why);
}

QString notSent(const QString& node, const Error& error)
{
    if (error.code == ErrorCode::NodeDiskFull) {
        return QStringLiteral(
                   "Nothing was started on %1: %2; free some space there, or set another "
                   "workspace for the node, and start the job again.")
            .arg(node, error.detail);
    }
    return QStringLiteral("The job could not be sent to %1%2; nothing was started.")
        .arg(node, because(error));
}

QString notPrepared(const Error& error)
{
    if (error.code == ErrorCode::NodeDiskFull) {
        return QStringLiteral("The sources could not be sent%1, and nothing was started; free some "
                              "space there, or set another workspace for the node, and start the "
                              "job again.")
            .arg(because(error));
    }
    return QStringLiteral("The sources could not be sent%1; nothing was started.")
        .arg(because(error));
}

QString ended(const JobSpec& job, const JobStatus& status, const FollowFrame& exit)
{
    const QString node = job.node.name;
    QString text;
    if (exit.flags.contains(QStringLiteral("full")) ||
        exit.flags.contains(QStringLiteral("quota"))) {
        text =
            diskFullThere(job, exit.flags.contains(QStringLiteral("quota")), freeOf(exit.flags)) +
            u' ';
    }
    if (status.state == JobState::TimedOut) {
        return text + QStringLiteral("The job was ended at its time limit of %1.")
                          .arg(job.timeLimit.count() > 0 ? span(job.timeLimit.count())
                                                         : QStringLiteral("Slurm's"));
    }
    if (status.state == JobState::Cancelled) {
        return text + QStringLiteral("The job was cancelled.");
    }
    if (exit.code == 0 && !text.isEmpty()) {
        return text +
               QStringLiteral("It ended with status 0, but its results may be incomplete and "
                              "do not count.");
    }
    if (exit.code == 0) {
        if (exit.flags.contains(QStringLiteral("leftover"))) {
            text += QStringLiteral("Processes that the job had left running were ended.");
        }
        return text.trimmed();
    }
    const QString stage = failedStage(job, status);
    const QString what =
        stage.isEmpty() ? QStringLiteral("The job") : QStringLiteral("“%1”").arg(stage);
    if (exit.code > 128 && exit.code < 128 + 65) {
        text +=
            QStringLiteral("%1 was ended by the signal %2").arg(what, signalName(exit.code - 128));
        text += exit.code == 137
                    ? QStringLiteral(
                          "; unless somebody sent it, the node ran out of memory: see dmesg on %1.")
                          .arg(node)
                    : QStringLiteral(".");
    } else {
        text += QStringLiteral("%1 ended with status %2; the end of its log says why.")
                    .arg(what, QString::number(exit.code));
    }
    if (exit.flags.contains(QStringLiteral("low"))) {
        text += QStringLiteral(" Only %1 in %2 on %3, which may be why; free some space there and "
                               "start it again.")
                    .arg(freeSpace(freeOf(exit.flags)),
                         job.node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport")
                                                      : job.node.workspace,
                         node);
    }
    return text;
}

QString vanished(const QString& node, const QString& why)
{
    if (why == QLatin1StringView("rebooted")) {
        return QStringLiteral("%1 was restarted while the job was running; start the job again.")
            .arg(node);
    }
    if (why == QLatin1StringView("removed")) {
        return QStringLiteral(
                   "The job's folder on %1 was removed, so nothing more is known about the job.")
            .arg(node);
    }
    if (why.startsWith(QLatin1StringView("queue-"))) {
        return queueEnd(node, why.mid(6));
    }
    return QStringLiteral(
               "The job's processes on %1 were killed without leaving an exit status; unless "
               "somebody killed them, the node ran out of memory: see dmesg there.")
        .arg(node);
}

} // namespace rocport::jobsentence
