#include "core/remote/slurm.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace rocport {
namespace {

void appendResources(QStringList& words, const SlurmSettings& slurm)
{
    const auto add = [&words](const char* option, const QString& value) {
        if (!value.isEmpty()) {
            words << QString::fromLatin1(option) + value;
        }
    };
    add("--partition=", slurm.partition);
    add("--account=", slurm.account);
    add("--gpus=", slurm.gpus);
    add("--time=", slurm.timeLimit);
    words += slurm.options;
}

QStringList sbatchOptions(const SlurmSettings& slurm, const SlurmJob& job)
{
    QStringList words{QStringLiteral("sbatch"), QStringLiteral("--parsable")};
    const auto add = [&words](const char* option, const QString& value) {
        if (!value.isEmpty()) {
            words << QString::fromLatin1(option) + value;
        }
    };
    add("--job-name=", job.name);
    add("--chdir=", job.workingFolder);
    add("--output=", job.output);
    add("--error=", job.errors);
    add("--nodelist=", job.nodeName);
    // A job that Slurm starts a second time would write over the record of the first.
    words << QStringLiteral("--open-mode=append") << QStringLiteral("--no-requeue");
    appendResources(words, slurm);
    return words;
}

/// "1-02:03:04", "02:03:04" or "03:04".
std::chrono::seconds duration(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(?:(\\d{1,6})-)?(?:(\\d{1,6}):)?(\\d{1,6}):(\\d{1,6})\\z"));
    const auto match = form.match(text);
    const qint64 days = match.captured(1).toLongLong();
    const qint64 hours = match.captured(2).toLongLong();
    const qint64 minutes = match.captured(3).toLongLong();
    return std::chrono::seconds(((days * 24 + hours) * 60 + minutes) * 60 +
                                match.captured(4).toLongLong());
}

bool isSlurmId(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("\\A\\d+([_+][\\[\\]0-9,%:-]+)?\\z"));
    return form.match(text).hasMatch();
}

/// What sbatch says when it takes no job (slurm_strerror() of Slurm 20.11 to 24.05), and what that
/// means.
struct Refusal
{
    const char* said;
    const char* sentence;
};
constexpr std::array kRefusals{
    Refusal{"AssocGrpSubmitJobsLimit",
            "the account has reached its limit of submitted jobs; wait for some to end"},
    Refusal{"QOSMaxSubmitJob",
            "your quality of service allows no more submitted jobs, and each task of an array "
            "counts; choose fewer cells or wait for some to end"},
    Refusal{"AssocMaxSubmitJobLimit",
            "your account allows no more submitted jobs, and each task of an array counts; choose "
            "fewer cells or wait for some to end"},
    Refusal{"Job violates accounting/QOS policy",
            "it is over a limit of your account or quality of service (number of jobs, size or "
            "time); ask for less, or choose another with --qos in the node's Slurm options"},
    Refusal{"Invalid qos specification",
            "there is no such quality of service for you; change --qos in the node's Slurm "
            "options"},
    Refusal{"Invalid account or account/partition combination",
            "the account may not use this partition; change the account or the partition of the "
            "node"},
    Refusal{"invalid partition specified",
            "there is no such partition; sinfo lists those that there are"},
    Refusal{"Requested partition configuration not available now",
            "the partition is down or cannot run this now; choose another or try again later"},
    Refusal{"Requested node configuration is not available",
            "no node of the partition has the requested resources; change the number or kind of "
            "GPUs"},
    Refusal{"Invalid generic resource",
            "the partition has no GPUs of the requested kind; change the GPUs of the node"},
    Refusal{"Requested time limit is invalid",
            "the time limit is missing, or longer than the partition allows; change the time "
            "limit of the node"},
    Refusal{"Access/permission denied", "you may not submit jobs there"},
    Refusal{"nable to contact slurm controller", "its controller does not answer; try again later"},
    Refusal{"Socket timed out", "its controller does not answer in time; try again later"},
    Refusal{"Job submission disabled", "it takes no jobs now; try again later"},
    Refusal{"Slurm temporarily unable to accept job", "it holds as many jobs as it can; try again "
                                                      "later"},
};

QString arrayRefusal(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("MaxArraySize\\s*=\\s*(\\d{1,9})"));
    const QString most = form.match(text).captured(1);
    return most.isEmpty()
               ? QStringLiteral("Slurm took no array of this size; choose fewer cells.")
               : QStringLiteral(
                     "Slurm takes arrays of at most %1 tasks here (MaxArraySize); choose "
                     "fewer cells.")
                     .arg(most);
}

} // namespace

QStringList sbatchCommand(const SlurmSettings& slurm, const SlurmJob& job)
{
    return sbatchOptions(slurm, job) + QStringList{job.script} + job.arguments;
}

QStringList sbatchArrayCommand(const SlurmSettings& slurm, const SlurmJob& job, int tasks,
                               int atOnce)
{
    QString array = QStringLiteral("--array=0-%1").arg(std::max(0, tasks - 1));
    if (atOnce > 0) {
        array += u'%' + QString::number(atOnce);
    }
    return sbatchOptions(slurm, job) + QStringList{array, job.script} + job.arguments;
}

QString slurmFileName(const QString& path)
{
    return QString(path).replace(u'%', QLatin1StringView("%%"));
}

QStringList srunCommand(const SlurmSettings& slurm, const QString& name, const QStringList& inner)
{
    QStringList words{QStringLiteral("srun"), QStringLiteral("--ntasks=1")};
    if (!name.isEmpty()) {
        words << QStringLiteral("--job-name=") + name;
    }
    appendResources(words, slurm);
    return words + inner;
}

QStringList squeueCommand(const QStringList& ids)
{
    return {QStringLiteral("squeue"), QStringLiteral("--noheader"),
            QStringLiteral("--format=%i|%T|%M|%N|%r"), QStringLiteral("--jobs=") + ids.join(u',')};
}

QStringList sacctCommand(const QStringList& ids)
{
    return {QStringLiteral("sacct"),
            QStringLiteral("--parsable2"),
            QStringLiteral("--noheader"),
            QStringLiteral("--allocations"),
            QStringLiteral("--format=JobID,State,Elapsed,NodeList,ExitCode"),
            QStringLiteral("--jobs=") + ids.join(u',')};
}

QStringList scancelCommand(const QString& id, const QString& signal)
{
    QStringList words{QStringLiteral("scancel")};
    if (!signal.isEmpty()) {
        words << QStringLiteral("--full") << QStringLiteral("--signal=") + signal;
    }
    return words << id;
}

QStringList sinfoCommand()
{
    return {QStringLiteral("sinfo"), QStringLiteral("--noheader"), QStringLiteral("--format=%R")};
}

Result<QString> parseSbatch(const QByteArray& output)
{
    // A site's own messages may stand before it.
    const QByteArrayList lines = output.trimmed().split('\n');
    const QString id = QString::fromUtf8(lines.constLast()).section(u';', 0, 0).trimmed();
    static const QRegularExpression number(QStringLiteral("\\A\\d{1,18}\\z"));
    if (!number.match(id).hasMatch()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("sbatch did not print a job number"),
                     QString::fromUtf8(lines.constLast().left(200))};
    }
    return id;
}

QVector<int> slurmTasks(const QString& id, int below)
{
    constexpr qsizetype kMost = 10000;
    QVector<int> tasks;
    QString list = id.section(u'_', 1);
    list.remove(u'[').remove(u']');
    const QStringList parts = list.section(u'%', 0, 0).split(u',', Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        bool first = false;
        bool last = true;
        const int from = part.section(u'-', 0, 0).toInt(&first);
        const int to =
            part.contains(u'-') ? part.section(u'-', 1, 1).section(u':', 0, 0).toInt(&last) : from;
        const bool steps = part.contains(u':'); // "0-8:2"
        const int step = steps ? std::max(1, part.section(u':', 1, 1).toInt()) : 1;
        for (qint64 task = from; first && last && task >= 0 && task <= to && task < below;
             task += step) {
            if (tasks.size() >= kMost) {
                return tasks;
            }
            tasks.append(static_cast<int>(task));
        }
    }
    return tasks;
}

QString slurmReason(const QString& reason)
{
    if (reason.isEmpty() || reason == QLatin1StringView("-") ||
        reason == QLatin1StringView("None")) {
        return {};
    }
    static const QHash<QString, QString> sentences{
        {QStringLiteral("Resources"), QStringLiteral("no node is free yet")},
        {QStringLiteral("Priority"), QStringLiteral("others are before it")},
        {QStringLiteral("Dependency"), QStringLiteral("another job has to end first")},
        {QStringLiteral("JobHeldUser"),
         QStringLiteral("the job is held; release it with scontrol")},
        {QStringLiteral("JobHeldAdmin"), QStringLiteral("an administrator is holding the job")},
        {QStringLiteral("PartitionDown"), QStringLiteral("the partition is down")},
        {QStringLiteral("PartitionTimeLimit"),
         QStringLiteral("its time limit is longer than the partition allows; ask for less")},
        {QStringLiteral("PartitionNodeLimit"),
         QStringLiteral("it asks for more nodes than the partition allows")},
        {QStringLiteral("BadConstraints"),
         QStringLiteral("no node has the requested resources; change the number or kind of GPUs")},
        {QStringLiteral("AssocMaxJobsLimit"),
         QStringLiteral("the account has reached its limit of running jobs")},
        {QStringLiteral("QOSMaxGRESPerUser"),
         QStringLiteral("you have reached your limit of GPUs")},
        {QStringLiteral("InvalidAccount"), QStringLiteral("the account is not known to Slurm")},
        {QStringLiteral("JobArrayTaskLimit"),
         QStringLiteral("as many tasks of the array run as may at once")},
        {QStringLiteral("QOSMaxJobsPerUserLimit"),
         QStringLiteral("you have reached your limit of running jobs")},
        {QStringLiteral("AssocGrpGRES"), QStringLiteral("the account has reached its limit of "
                                                        "GPUs")},
        {QStringLiteral("ReqNodeNotAvail"),
         QStringLiteral("a node that it needs is not available")},
        {QStringLiteral("Reservation"), QStringLiteral("its reservation has not begun")},
        {QStringLiteral("BeginTime"), QStringLiteral("its time to begin has not come")},
    };
    // "ReqNodeNotAvail, UnavailableNodes:gpu[01-04]"
    return sentences.value(reason.section(u',', 0, 0).trimmed(),
                           QStringLiteral("Slurm says %1").arg(reason));
}

QString slurmRefusal(const QByteArray& errors)
{
    const QString text = QString::fromUtf8(errors);
    if (text.contains(QLatin1StringView("Invalid job array specification"))) {
        return arrayRefusal(text);
    }
    for (const Refusal& one : kRefusals) {
        if (text.contains(QLatin1StringView(one.said))) {
            return QStringLiteral("Slurm refused the job: %1.")
                .arg(QString::fromUtf8(one.sentence));
        }
    }
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        QString said = line->trimmed();
        if (said.startsWith(QLatin1StringView("sbatch: "))) {
            said.remove(QLatin1StringView("sbatch: ")).remove(QLatin1StringView("error: "));
            return QStringLiteral("Slurm refused the job: %1.")
                .arg(said.left(200).remove(QRegularExpression(QStringLiteral("\\.+\\z"))));
        }
    }
    return {};
}

SlurmPhase slurmPhase(const QString& word)
{
    using enum SlurmPhase;
    static const QHash<QString, SlurmPhase> phases{
        {QStringLiteral("PENDING"), Pending},      {QStringLiteral("REQUEUED"), Pending},
        {QStringLiteral("REQUEUE_HOLD"), Pending}, {QStringLiteral("REQUEUE_FED"), Pending},
        {QStringLiteral("SPECIAL_EXIT"), Pending}, {QStringLiteral("RESV_DEL_HOLD"), Pending},
        {QStringLiteral("CONFIGURING"), Running},  {QStringLiteral("RUNNING"), Running},
        {QStringLiteral("COMPLETING"), Running},   {QStringLiteral("RESIZING"), Running},
        {QStringLiteral("SIGNALING"), Running},    {QStringLiteral("STAGE_OUT"), Running},
        {QStringLiteral("STOPPED"), Running},      {QStringLiteral("SUSPENDED"), Running},
        {QStringLiteral("COMPLETED"), Succeeded},  {QStringLiteral("FAILED"), Failed},
        {QStringLiteral("CANCELLED"), Cancelled},  {QStringLiteral("TIMEOUT"), TimedOut},
        {QStringLiteral("DEADLINE"), TimedOut},    {QStringLiteral("OUT_OF_MEMORY"), OutOfMemory},
        {QStringLiteral("NODE_FAIL"), NodeFailed}, {QStringLiteral("BOOT_FAIL"), NodeFailed},
        {QStringLiteral("PREEMPTED"), NodeFailed}, {QStringLiteral("REVOKED"), NodeFailed},
    };
    // sacct writes "CANCELLED by 1000", and in its tables marks shortened words with '+'.
    const QString first = word.trimmed().section(u' ', 0, 0);
    if (first.endsWith(u'+')) {
        for (auto it = phases.begin(); it != phases.end(); ++it) {
            if (it.key().startsWith(QStringView(first).chopped(1))) {
                return it.value();
            }
        }
    }
    return phases.value(first, Unknown);
}

QVector<SlurmState> parseSqueue(const QByteArray& output)
{
    QVector<SlurmState> states;
    for (const QByteArray& line : output.split('\n')) {
        const QStringList fields = QString::fromUtf8(line).trimmed().split(u'|');
        if (fields.size() < 5 || !isSlurmId(fields[0])) {
            continue;
        }
        SlurmState state;
        state.id = fields[0];
        state.word = fields[1];
        state.phase = slurmPhase(fields[1]);
        state.elapsed = duration(fields[2]);
        state.nodes = fields[3];
        state.reason = fields.mid(4).join(u'|');
        if (state.reason == QStringLiteral("None") || state.phase != SlurmPhase::Pending) {
            state.reason.clear();
        }
        states.append(state);
    }
    return states;
}

QVector<SlurmState> parseSacct(const QByteArray& output)
{
    QVector<SlurmState> states;
    for (const QByteArray& line : output.split('\n')) {
        const QStringList fields = QString::fromUtf8(line).trimmed().split(u'|');
        if (fields.size() < 5 || !isSlurmId(fields[0])) {
            continue;
        }
        SlurmState state;
        state.id = fields[0];
        state.word = fields[1].section(u' ', 0, 0);
        state.phase = slurmPhase(fields[1]);
        state.elapsed = duration(fields[2]);
        state.nodes = fields[3] == QStringLiteral("None assigned") ? QString() : fields[3];
        state.exitCode = fields[4].section(u':', 0, 0).toInt();
        state.signal = fields[4].section(u':', 1, 1).toInt();
        states.append(state);
    }
    return states;
}

QString slurmSentence(const SlurmState& state)
{
    const QString job = QStringLiteral("Slurm job %1").arg(state.id);
    const QString where =
        state.nodes.isEmpty() ? QString() : QStringLiteral(" on %1").arg(state.nodes);
    switch (state.phase) {
    case SlurmPhase::Pending:
        return state.reason.isEmpty()
                   ? job + QStringLiteral(" is waiting in the queue.")
                   : QStringLiteral("%1 is waiting: %2.").arg(job, slurmReason(state.reason));
    case SlurmPhase::Running:
        return state.word == QStringLiteral("SUSPENDED") || state.word == QStringLiteral("STOPPED")
                   ? QStringLiteral("%1 is suspended%2; Slurm will resume it.").arg(job, where)
                   : QStringLiteral("%1 is running%2.").arg(job, where);
    case SlurmPhase::Succeeded:
        return QStringLiteral("%1 ended%2.").arg(job, where);
    case SlurmPhase::Failed:
        return state.signal != 0 ? QStringLiteral("%1 was ended by signal %2%3.")
                                       .arg(job, QString::number(state.signal), where)
                                 : QStringLiteral("%1 failed with exit status %2%3.")
                                       .arg(job, QString::number(state.exitCode), where);
    case SlurmPhase::Cancelled:
        return job + QStringLiteral(" was cancelled.");
    case SlurmPhase::TimedOut:
        return QStringLiteral(
                   "%1 reached its time limit; set a longer one in the node's Slurm settings.")
            .arg(job);
    case SlurmPhase::OutOfMemory:
        return QStringLiteral(
                   "%1 ran out of memory%2; ask for more with --mem in the node's Slurm options.")
            .arg(job, where);
    case SlurmPhase::NodeFailed:
        return QStringLiteral("%1 lost its node%2 (%3); start it again.")
            .arg(job, where, state.word);
    case SlurmPhase::Unknown:
        break;
    }
    return QStringLiteral("%1 is in state %2, which Rocport does not know.").arg(job, state.word);
}

} // namespace rocport
