#include "core/remote/slurmtransport.h"

#include "core/remote/nodeagent.h"
#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"

namespace rocport {
namespace {

QStringList slurmProblems(const Node& node)
{
    const SlurmSettings& slurm = node.of<SlurmSettings>();
    QStringList problems;
    if (!slurm.use) {
        return problems;
    }
    const QVector<QPair<QString, QString>> names{{QStringLiteral("partition"), slurm.partition},
                                                 {QStringLiteral("account"), slurm.account}};
    for (const auto& [what, value] : names) {
        if (!isOfForm(value, "([A-Za-z0-9_][A-Za-z0-9_.,+@-]*)?")) {
            problems << QStringLiteral("“%1” is not a Slurm %2.").arg(value, what);
        }
    }
    if (!isOfForm(slurm.gpus, "([A-Za-z0-9_]+:)*[0-9]+|")) {
        problems << QStringLiteral(
                        "“%1” is not a number of GPUs for Slurm; examples are 1 and mi300x:2.")
                        .arg(slurm.gpus);
    }
    if (!isOfForm(slurm.timeLimit, "|UNLIMITED|[0-9]+(:[0-9]+){0,2}|[0-9]+-[0-9]+(:[0-9]+){0,2}")) {
        problems << QStringLiteral("“%1” is not a time limit for Slurm; an example is 02:00:00.")
                        .arg(slurm.timeLimit);
    }
    for (const QString& option : slurm.options) {
        if (!option.startsWith(u'-') || option == QStringLiteral("--")) {
            problems << QStringLiteral("“%1” is not an option of sbatch; write an option and its "
                                       "value as one word, such as --qos=long.")
                            .arg(option);
        }
    }
    return problems;
}

void slurmFields(NodeFields& fields, Node& node)
{
    bool always = true;
    fields.section("slurm", always, [&node](NodeFields& own) {
        SlurmSettings& slurm = node.of<SlurmSettings>();
        own.flag("use", slurm.use);
        own.text("partition", slurm.partition);
        own.text("account", slurm.account);
        own.text("gpus", slurm.gpus);
        own.text("timeLimit", slurm.timeLimit);
        own.texts("options", slurm.options);
    });
}

} // namespace

const NodeKind& nodeKindSlurm()
{
    static const NodeKind kind = [] {
        NodeKind slurm;
        slurm.id = QStringLiteral("slurm");
        slurm.title = QStringLiteral("Slurm");
        slurm.group = QStringLiteral("Slurm partitions");
        slurm.isUsed = [](const Node& node) { return node.of<SlurmSettings>().use; };
        slurm.fields = slurmFields;
        slurm.problems = slurmProblems;
        slurm.make =
            [](const Node& /*node*/, const SshSettings& /*ssh*/,
               std::shared_ptr<const Transport> below) -> std::shared_ptr<const Transport> {
            return std::make_shared<SlurmTransport>(std::move(below));
        };
        return slurm;
    }();
    return kind;
}

const SlurmSettings& SlurmTransport::settings() const
{
    return node().of<SlurmSettings>();
}

NodeCapabilities SlurmTransport::capabilities() const
{
    NodeCapabilities all = TransportLayer::capabilities();
    all.queues = true;
    all.runsHere = false;
    return all;
}

QString SlurmTransport::words() const
{
    return settings().partition.isEmpty()
               ? QStringLiteral("Slurm, default partition")
               : QStringLiteral("partition %1").arg(settings().partition);
}

QStringList SlurmTransport::inside(const InsideRun& run, const QStringList& inner) const
{
    const QStringList words = TransportLayer::inside(run, inner);
    return run.withGpus ? srunCommand(settings(), QStringLiteral("rocport"), words) : words;
}

QString SlurmTransport::jobStarter() const
{
    return QStringLiteral("sbatch");
}

QStringList SlurmTransport::queueCommand(const JobPlace& job) const
{
    SlurmJob slurm;
    slurm.name = job.name();
    slurm.workingFolder = job.folder();
    slurm.output = slurmFileName(job.stateFolder() + QStringLiteral("log"));
    slurm.script = job.stateFolder() + QStringLiteral("batch.sh");
    return sbatchCommand(settings(), slurm);
}

JobFiles SlurmTransport::queueFiles(const JobPlace& job) const
{
    const QStringList batch{QStringLiteral("sh"), job.workspace + u'/' + NodeAgent::agentName(),
                            job.workspace, QStringLiteral("batch"), job.id};
    return {
        {QStringLiteral("submit.sh"), "exec " + shellCommand(queueCommand(job)) + '\n'},
        {QStringLiteral("batch.sh"), "#!/bin/sh\nexec " + shellCommand(batch) + " \"$(umask)\"\n"}};
}

QStringList SlurmTransport::arrayCommand(const JobPlace& array, int tasks, int atOnce) const
{
    SlurmJob slurm;
    slurm.name = array.name();
    slurm.workingFolder = array.folder();
    // Each task has the folder of a job of its own, whose id ends in its number.
    slurm.output = slurmFileName(array.folder()) + QStringLiteral("-%a/.rocport/log");
    slurm.script = array.stateFolder() + QStringLiteral("batch.sh");
    return sbatchArrayCommand(settings(), slurm, tasks, atOnce);
}

JobFiles SlurmTransport::arrayFiles(const JobPlace& array, int tasks, int atOnce) const
{
    const QStringList batch{QStringLiteral("sh"), array.workspace + u'/' + NodeAgent::agentName(),
                            array.workspace, QStringLiteral("batch")};
    return {{QStringLiteral("tasks"), QByteArray::number(tasks) + '\n'},
            {QStringLiteral("submit.sh"),
             "exec " + shellCommand(arrayCommand(array, tasks, atOnce)) + '\n'},
            {QStringLiteral("batch.sh"), "#!/bin/sh\nexec " + shellCommand(batch) + ' ' +
                                             shellQuoted(array.id) +
                                             "\"-${SLURM_ARRAY_TASK_ID:?}\" \"$(umask)\"\n"}};
}

QStringList SlurmTransport::neededPrograms() const
{
    return TransportLayer::neededPrograms() + QStringList{QStringLiteral("sbatch"),
                                                          QStringLiteral("squeue"),
                                                          QStringLiteral("scancel")};
}

QString SlurmTransport::whyGpusUnseen() const
{
    // The machine that one logs in to mostly has no GPU.
    return QStringLiteral("Slurm gives GPUs to jobs only; a probe shows them.");
}

} // namespace rocport
