#include "core/remote/jobscript.h"

#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"

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
    rm -rf "$state/tree"
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

/// Each task has a copy of its own of the sources that were kept for its array, which have nothing
/// of other builds, and which no later sync changes.
constexpr const char* kOwnTree = R"sh(export ROCPORT_TREE="$state/tree/${tree##*/}"
if ! mkdir -p "$state/tree" || ! cp -Rp "$tree" "$ROCPORT_TREE" || ! cd "$ROCPORT_TREE"; then
    echo "rocport: the sources in $tree could not be copied for this task." >&2
    result=1
    finish
fi
)sh";

QByteArray runScript(const JobSpec& job, const QString& workspace, const Transport& transport)
{
    const JobPlace place{job.id, workspace};
    QByteArray text = "#!/bin/sh\n# " + commentText(job.title) + "\n";
    text += transport.jobPrologue(place);
    text += "ROCPORT_JOB_ID=" + shellQuoted(job.id) + '\n';
    text += "ROCPORT_JOB=" + shellQuoted(place.folder()) + '\n';
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
    if (!job.tree.isEmpty() && !job.array.isEmpty()) {
        text +=
            "tree=" + shellQuoted(heldTreeFolder(workspace, job.array, job.tree)) + '\n' + kOwnTree;
    } else if (!job.tree.isEmpty()) {
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

/// What the agent runs on the host, as the first process of the job's group.
QStringList launchCommand(const JobPlace& place, const Transport& transport)
{
    InsideRun run;
    run.workspace = place.workspace;
    run.name = place.name();
    return transport.inside(run,
                            {QStringLiteral("sh"), place.stateFolder() + QStringLiteral("run.sh")});
}

QByteArray launchText(const JobPlace& place, const Transport& transport)
{
    return transport.launchCheck(place) + "exec " + shellCommand(launchCommand(place, transport)) +
           '\n';
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

QString heldTreeFolder(const QString& workspace, const QString& array, const QString& tree)
{
    return workspace + QStringLiteral("/jobs/.tree-") + array + u'/' + tree;
}

QVector<QPair<QString, QString>> jobEnvironment(const JobSpec& job)
{
    QVector<QPair<QString, QString>> all;
    for (const auto& list :
         {transportOf(job.node)->variables(), job.node.environment, job.environment}) {
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
    const std::shared_ptr<const Transport> transport = transportOf(job.node);
    const JobPlace place{job.id, workspace};
    QVector<QPair<QString, QByteArray>> files;
    const auto add = [&](const QByteArray& name, const QByteArray& bytes) {
        files.append({kState + QString::fromLatin1(name), bytes});
    };
    add("run.sh", runScript(job, workspace, *transport));
    add("launch.sh", launchText(place, *transport));
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
    if (const QByteArray stop = transport->stopText(place); !stop.isEmpty()) {
        add("stop.sh", stop);
    }
    if (job.timeLimit.count() > 0 && !transport->capabilities().queues) {
        add("limit", QByteArray::number(static_cast<qint64>(job.timeLimit.count())) + " 10\n");
    }
    // A task of an array is handed to Slurm with it.
    const JobFiles queue =
        job.array.isEmpty()
            ? transport->queueFiles(place)
            : JobFiles{{QStringLiteral("array"),
                        job.array.toLatin1() + ' ' + QByteArray::number(job.task) + '\n'}};
    for (const auto& [name, bytes] : queue) {
        add(name.toUtf8(), bytes);
    }
    return files + job.files;
}

JobPreview composePreview(const JobSpec& job)
{
    JobPreview preview;
    preview.spec = job;
    const QString workspace =
        job.node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : job.node.workspace;
    const std::shared_ptr<const Transport> transport = transportOf(job.node);
    const JobPlace place{job.id, workspace};
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    for (const auto& [name, value] : environment) {
        preview.environment.append(
            {name, looksSecret(name, value) ? QStringLiteral("•••") : value});
    }
    QString script = QString::fromUtf8(runScript(job, workspace, *transport));
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
    const QStringList queue = transport->queueCommand(place);
    const QStringList command = queue.isEmpty() ? launchCommand(place, *transport) : queue;
    preview.command = QString::fromUtf8(shellCommand(maskedArguments(command)));
    preview.notes = jobProblems(job) + nodeProblems(job.node) + commonNotes(job);
    return preview;
}

} // namespace rocport
