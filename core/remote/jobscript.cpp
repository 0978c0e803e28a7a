#include "core/remote/jobscript.h"

#include "core/remote/container.h"
#include "core/remote/maskedtext.h"
#include "core/remote/nodeagent.h"
#include "core/remote/shellquote.h"
#include "core/remote/slurm.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

const QString kState = QStringLiteral(".rocport/");

/// One line for a comment: nothing in it ends the comment.
QByteArray commentText(const QString& text)
{
    QByteArray line = text.left(200).toUtf8();
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            c = ' ';
        }
    }
    return line;
}

QByteArray exportLine(const QString& name, const QString& value)
{
    return "export " + name.toLatin1() + '=' + shellQuoted(value) + '\n';
}

QByteArray stageFile(qsizetype index)
{
    return "stage-" + QByteArray::number(index + 1) + ".sh";
}

/// What is the same in every job: where it is, how it says what happens, how stages run.
constexpr const char* kFrame = R"sh(umask_before=$(umask)
export ROCPORT_JOB_ID ROCPORT_JOB ROCPORT_RESULTS ROCPORT_WORKSPACE
state=$ROCPORT_JOB/.rocport
boot_file=${ROCPORT_BOOT_ID_FILE:-/proc/sys/kernel/random/boot_id}
result=0
stopped=0
trap 'stopped=130' INT
trap 'stopped=143' TERM
event() {
    boot=0
    up=0
    [ -r "$boot_file" ] && read -r boot <"$boot_file"
    [ -r /proc/uptime ] && read -r up _ </proc/uptime
    umask 077
    printf '%s %s %s %s %s %s\n' "$1" "$2" "$3" "$(date +%s)" "$up" "${boot%%-*}" >>"$state/stages"
    umask "$umask_before"
}
finish() {
    event - end "$result"
    exit "$result"
}
stage() {
    event "$1" begin 0
    sh "$state/$2"
    code=$?
    event "$1" end "$code"
    if [ "$code" -ne 0 ] && [ "$result" -eq 0 ]; then
        result=$code
    fi
    if [ "$stopped" -ne 0 ]; then
        [ "$result" -eq 0 ] && result=$stopped
        finish
    fi
    if [ "$code" -ne 0 ] && [ "$3" != on ]; then
        finish
    fi
}
)sh";

QByteArray runScript(const JobSpec& job, const QString& workspace)
{
    const QString folder = workspace + QStringLiteral("/jobs/") + job.id;
    QByteArray text = "#!/bin/sh\n# " + commentText(job.title) + "\n";
    if (job.node.container.use == ContainerSettings::Use::Exec) {
        // A group of its own inside of a container that belongs to others too.
        text += "read -r line </proc/$$/stat\nset -- ${line##*) }\n"
                "if [ \"$3\" != $$ ] && command -v setsid >/dev/null 2>&1; then\n"
                "    exec setsid sh \"$0\"\nfi\n"
                "echo $$ >" +
                shellQuoted(folder + QStringLiteral("/.rocport/inner")) + '\n';
    }
    text += "ROCPORT_JOB_ID=" + shellQuoted(job.id) + '\n';
    text += "ROCPORT_JOB=" + shellQuoted(folder) + '\n';
    text += "ROCPORT_RESULTS=$ROCPORT_JOB/results\n";
    text += "ROCPORT_WORKSPACE=" + shellQuoted(workspace) + '\n';
    text += kFrame;
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    for (const auto& [name, value] : environment) {
        if (!looksSecret(name, value)) {
            text += exportLine(name, value);
        }
    }
    text += "if [ -f \"$state/secrets.sh\" ]; then\n    . \"$state/secrets.sh\"\n"
            "    rm -f \"$state/secrets.sh\"\nfi\n";
    if (!job.tree.isEmpty()) {
        text += "export ROCPORT_TREE=" + shellQuoted(treeFolder(workspace, job.tree)) + '\n';
        text += "if ! cd \"$ROCPORT_TREE\"; then\n"
                "    echo \"rocport: the sources are not at $ROCPORT_TREE.\" >&2\n"
                "    result=1\n    finish\nfi\n";
    } else {
        text += "cd \"$ROCPORT_JOB\" || exit 1\n";
    }
    if (!job.setup.isEmpty()) {
        text += ". \"$state/setup.sh\"\n";
    }
    for (qsizetype i = 0; i < job.stages.size(); ++i) {
        const JobStage& stage = job.stages.at(i);
        if (stage.kind != StageKind::Sync) {
            text += "stage " + shellQuoted(stage.id) + ' ' + stageFile(i) + ' ' +
                    (stage.goOnAfterFailure ? "on" : "stop") + '\n';
        }
    }
    return text + "finish\n";
}

QByteArray secretText(const JobSpec& job)
{
    QByteArray text;
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    for (const auto& [name, value] : environment) {
        if (looksSecret(name, value)) {
            text += exportLine(name, value);
        }
    }
    return text;
}

/// Whether secrets stand in its commands.
bool holdsSecrets(const JobSpec& job)
{
    return !secretsIn(job.setup).isEmpty() ||
           std::any_of(job.stages.begin(), job.stages.end(),
                       [](const JobStage& stage) { return !secretsIn(stage.script).isEmpty(); });
}

QByteArray withLineEnd(QByteArray text)
{
    if (!text.endsWith('\n')) {
        text += '\n';
    }
    return text;
}

QString stateFolder(const JobSpec& job, const QString& workspace)
{
    return workspace + QStringLiteral("/jobs/") + job.id + QStringLiteral("/.rocport/");
}

QString containerName(const JobSpec& job)
{
    return QStringLiteral("rocport-") + job.id;
}

/// What the agent runs, as the first process of the job's group.
QStringList launchCommand(const JobSpec& job, const QString& workspace)
{
    const QStringList inner{QStringLiteral("sh"),
                            stateFolder(job, workspace) + QStringLiteral("run.sh")};
    ContainerRun run;
    run.workspace = workspace;
    run.name = containerName(job);
    return containerCommand(job.node, run, inner);
}

/// Hands a signal to what runs in the container: the engine's client passes it to the first process
/// at most, and a client that is killed passes nothing. Empty: the job is on the host.
QByteArray stopText(const JobSpec& job, const QString& workspace)
{
    const ContainerSettings& container = job.node.container;
    const QByteArray engine = shellQuoted(container.engine);
    if (container.use == ContainerSettings::Use::Run) {
        // All of the container is the job's.
        const QByteArray name = shellQuoted(containerName(job));
        const QByteArray end = shellCommand(containerStopCommand(job.node, containerName(job)));
        return "if [ \"$1\" = KILL ]; then\n    exec " + end + "\nfi\nexec " + engine + " exec " +
               name + " sh -c 'kill -'\"$1\"' -1'\n";
    }
    if (container.use == ContainerSettings::Use::Exec) {
        const QByteArray file = shellQuoted(stateFolder(job, workspace) + QStringLiteral("inner"));
        return "read -r inner <" + file + " || exit 0\n" + "exec " + engine + " exec " +
               shellQuoted(container.container) + " sh -c 'kill -'\"$1\"' \"-'\"$inner\"'\"'\n";
    }
    return {};
}

QByteArray launchText(const JobSpec& job, const QString& workspace)
{
    QByteArray text;
    if (job.node.container.use == ContainerSettings::Use::Exec) {
        const QByteArray container = shellQuoted(job.node.container.container);
        text = "if ! " + shellQuoted(job.node.container.engine) + " exec " + container +
               " test -d " + shellQuoted(stateFolder(job, workspace)) +
               "; then\n    echo \"rocport: the container \"" + container +
               "\" does not run, or does not see \"" + shellQuoted(workspace) +
               "\"; mount that folder into it at the same path.\" >&2\n    exit 125\nfi\n";
    }
    return text + "exec " + shellCommand(launchCommand(job, workspace)) + '\n';
}

QStringList submitCommand(const JobSpec& job, const QString& workspace)
{
    SlurmJob slurm;
    slurm.name = containerName(job);
    slurm.workingFolder = workspace + QStringLiteral("/jobs/") + job.id;
    slurm.output = stateFolder(job, workspace) + QStringLiteral("log");
    slurm.script = stateFolder(job, workspace) + QStringLiteral("batch.sh");
    return sbatchCommand(job.node.slurm, slurm);
}

QByteArray batchText(const JobSpec& job, const QString& workspace)
{
    return "#!/bin/sh\nexec " +
           shellCommand(QStringList{QStringLiteral("sh"), workspace + u'/' + NodeAgent::agentName(),
                                    workspace, QStringLiteral("batch"), job.id}) +
           " \"$(umask)\"\n";
}

QStringList commonNotes(const JobSpec& job)
{
    QStringList notes;
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    const bool secret = std::any_of(environment.begin(), environment.end(), [](const auto& one) {
        return looksSecret(one.first, one.second);
    });
    if (secret) {
        notes.append(QStringLiteral(
            "The values of variables that look like secrets are passed in a file that only you can "
            "read and that the job removes when it starts. They are not stored here."));
    }
    if (job.timeLimit.count() == 0) {
        notes.append(QStringLiteral("No time limit: the job runs until it ends or you cancel it."));
    }
    return notes;
}

} // namespace

QString treeFolder(const QString& workspace, const QString& tree)
{
    return workspace + QStringLiteral("/trees/") + tree;
}

QVector<QPair<QString, QString>> jobEnvironment(const JobSpec& job)
{
    QVector<QPair<QString, QString>> all;
    for (const auto& list : {job.node.environment, job.environment}) {
        for (const auto& one : list) {
            const auto same = std::find_if(all.begin(), all.end(),
                                           [&](const auto& old) { return old.first == one.first; });
            if (same != all.end()) {
                same->second = one.second;
            } else {
                all.append(one);
            }
        }
    }
    return all;
}

Result<QVector<QPair<QString, QByteArray>>> composeJobFiles(const JobSpec& job,
                                                            const QString& workspace)
{
    QStringList problems = jobProblems(job) + nodeProblems(job.node);
    if (!job.tree.isEmpty() && (job.tree.contains(u'/') || job.tree.startsWith(u'.'))) {
        problems.append(
            QStringLiteral("'%1' is not a valid name for a source tree.").arg(job.tree.left(80)));
    }
    if (!problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.join(u' '), job.title};
    }
    QVector<QPair<QString, QByteArray>> files;
    const auto add = [&](const QByteArray& name, const QByteArray& bytes) {
        files.append({kState + QString::fromLatin1(name), bytes});
    };
    add("run.sh", runScript(job, workspace));
    add("launch.sh", launchText(job, workspace));
    if (!job.setup.isEmpty()) {
        add("setup.sh", withLineEnd(job.setup.toUtf8()));
    }
    for (qsizetype i = 0; i < job.stages.size(); ++i) {
        if (job.stages.at(i).kind != StageKind::Sync) {
            add(stageFile(i), withLineEnd(job.stages.at(i).script.toUtf8()));
        }
    }
    if (const QByteArray secrets = secretText(job); !secrets.isEmpty()) {
        add("secrets.sh", secrets);
    }
    if (holdsSecrets(job)) {
        add("private", {}); // the agent removes the scripts when the job has ended
    }
    if (const QByteArray stop = stopText(job, workspace); !stop.isEmpty()) {
        add("stop.sh", stop);
    }
    if (job.timeLimit.count() > 0 && !job.node.slurm.use) {
        add("limit", QByteArray::number(static_cast<qint64>(job.timeLimit.count())) + " 10\n");
    }
    if (job.node.slurm.use) {
        add("submit.sh", "exec " + shellCommand(submitCommand(job, workspace)) + '\n');
        add("batch.sh", batchText(job, workspace));
    }
    return files + job.files;
}

JobPreview composePreview(const JobSpec& job)
{
    JobPreview preview;
    preview.spec = job;
    const QString workspace =
        job.node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : job.node.workspace;
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    for (const auto& [name, value] : environment) {
        preview.environment.append(
            {name, looksSecret(name, value) ? QStringLiteral("•••") : value});
    }
    QString script = QString::fromUtf8(runScript(job, workspace));
    if (!job.setup.isEmpty()) {
        script += QStringLiteral("\n# --- .rocport/setup.sh ---\n") +
                  QString::fromUtf8(withLineEnd(job.setup.toUtf8()));
    }
    for (qsizetype i = 0; i < job.stages.size(); ++i) {
        const JobStage& stage = job.stages.at(i);
        if (stage.kind != StageKind::Sync) {
            script += QStringLiteral("\n# --- .rocport/%1: %2 ---\n")
                          .arg(QString::fromLatin1(stageFile(i)),
                               QString::fromUtf8(commentText(stage.title))) +
                      QString::fromUtf8(withLineEnd(stage.script.toUtf8()));
        }
    }
    preview.script = maskedText(script);
    const QStringList command =
        job.node.slurm.use ? submitCommand(job, workspace) : launchCommand(job, workspace);
    preview.command = QString::fromUtf8(shellCommand(maskedArguments(command)));
    preview.notes = jobProblems(job) + nodeProblems(job.node) + commonNotes(job);
    return preview;
}

} // namespace rocport
