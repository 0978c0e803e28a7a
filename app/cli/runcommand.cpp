#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "core/remote/jobsteps.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"

#include <QFileInfo>

namespace rocport {

namespace {

/// One argument is a line for the shell, several are a program and its arguments.
QString commandLine(const QStringList& words)
{
    if (words.size() == 1) {
        return words.first();
    }
    QByteArray line;
    for (const QString& word : words) {
        line += (line.isEmpty() ? "" : " ") + shellQuoted(word);
    }
    return QString::fromUtf8(line);
}

std::optional<int> readRequest(const Arguments& args, const QStringList& command,
                               JobRequest& request)
{
    request.command = commandLine(command);
    for (const QString& pair : args.values(QStringLiteral("env"))) {
        const qsizetype at = pair.indexOf(u'=');
        if (at < 1) {
            return reportUsage(QStringLiteral("--env takes NAME=VALUE, not '%1'").arg(pair));
        }
        request.environment.append({pair.left(at), pair.mid(at + 1)});
    }
    const QString build = args.value(QStringLiteral("build"));
    if (!build.isEmpty()) {
        const auto kind = buildKindFrom(build);
        if (!kind) {
            return reportUsage(QStringLiteral("--build must be cmake, make or pip"));
        }
        request.build = *kind;
    }
    if (args.isSet(QStringLiteral("time-limit"))) {
        bool number = false;
        const int minutes = args.value(QStringLiteral("time-limit")).toInt(&number);
        if (!number || minutes < 10) {
            return reportUsage(
                QStringLiteral("--time-limit must be a number of minutes, at least 10"));
        }
        request.timeLimit = std::chrono::minutes(minutes);
    }
    return std::nullopt;
}

void addRunOptions(Arguments& args)
{
    args.addPositional(QStringLiteral("NODE"), nodeWordHelp() + u'.');
    addSourceOptions(args);
    args.addOption(QStringLiteral("build"), QStringLiteral("Build first: cmake, make or pip."),
                   QStringLiteral("KIND"),
                   {QStringLiteral("cmake"), QStringLiteral("make"), QStringLiteral("pip")});
    args.addOption(QStringLiteral("env"), QStringLiteral("Set a variable for the job."),
                   QStringLiteral("NAME=VALUE"));
    args.addOption(QStringLiteral("time-limit"),
                   QStringLiteral("End the job after this many minutes; default: no limit."),
                   QStringLiteral("MINUTES"));
    args.addOption(QStringLiteral("record"),
                   QStringLiteral("Save the run as a folder that can be opened again."),
                   QStringLiteral("DIR"));
    args.addOption(QStringLiteral("detach"), QStringLiteral("Return as soon as the job runs."));
    args.addOption(QStringLiteral("dry-run"),
                   QStringLiteral("Show what would run, without starting anything."));
}

} // namespace

int runRun(const QStringList& arguments)
{
    const qsizetype dashes = arguments.indexOf(QStringLiteral("--"));
    const QStringList command = dashes < 0 ? QStringList() : arguments.mid(dashes + 1);
    Arguments args(QStringLiteral("run NODE [--project FILE|--tree DIR] [--build KIND] "
                                  "[--env NAME=VALUE]… [--record DIR] [--detach] -- CMD…"),
                   QStringLiteral("Runs a command on a node as a job that survives the connection, "
                                  "and follows its log. Exits with 1 when it fails."));
    addRunOptions(args);
    if (const auto code = args.parse(arguments.mid(0, dashes), 1)) {
        return *code;
    }
    JobRequest request;
    if (const auto code = readRequest(args, command, request)) {
        return *code;
    }
    const auto call = nodeCallOf(args);
    if (!call) {
        return reportError(call.error());
    }
    request.sync = !call->sources.tree.isEmpty();
    JobContext context;
    context.node = call->node;
    context.tree = call->sources.tree;
    context.portKey = call->sources.portKey;
    if (call->sources.project) {
        context.architectures = call->sources.project->meta.target.architectures;
        context.guardMacro = call->sources.project->meta.target.guardMacro;
    }
    const auto job = composeJob(request, context);
    if (!job) {
        return reportError(job.error());
    }
    if (args.isSet(QStringLiteral("dry-run"))) {
        return printPreview(*job);
    }
    const auto ended =
        followJob(*job, call->sources, terminalSsh(), args.value(QStringLiteral("record")),
                  args.isSet(QStringLiteral("detach")));
    if (!ended) {
        return reportError(ended.error());
    }
    if (isLogLeft(*ended)) {
        return kExitError;
    }
    if (!isEnded(ended->status.state)) {
        note(QStringLiteral("Job %1 continues on the node; its record is %2")
                 .arg(ended->spec.id, ended->folder));
        return kExitDone;
    }
    return ended->status.state == JobState::Succeeded ? kExitDone : kExitFindings;
}

} // namespace rocport
