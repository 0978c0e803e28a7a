#include "core/files/filewriter.h"
#include "core/lanes/lanebuild.h"
#include "core/lanes/lanechecks.h"
#include "core/lanes/lanemoduleserver.h"
#include "core/process/leftovers.h"
#include "core/process/runprocess.h"

#include <QDir>
#include <QFile>

#include <optional>

namespace rocport {

QStringList programReadable(const LaneRequest& request)
{
    QStringList folders = {request.folder, request.input.repositoryRoot};
    if (request.kernel) {
        folders.append(request.kernel->folder);
    }
    return folders;
}

Result<LaneRun> runLanes(const LaneRequest& request, const LaneProgram& program,
                         const QStringList& arguments, const LaneLimits& limits,
                         const Sandbox& sandbox, const ProcessRunner& runner,
                         const CancelToken& cancel)
{
    LaneRun run;
    run.sandboxed = sandbox.works(runner, cancel);
    run.notSandboxed = run.sandboxed ? QString() : sandbox.problem();
    SandboxFolders folders;
    folders.writable = {program.runFolder, request.folder + QStringLiteral("/tmp"),
                        request.folder + QStringLiteral("/home"),
                        request.folder + QStringLiteral("/shm")};
    if (request.records) {
        folders.writable.append(laneRecordFolder(request));
    }
    folders.readable = programReadable(request);
    folders.home = request.folder + QStringLiteral("/home");
    folders.temporary = request.folder + QStringLiteral("/tmp");
    folders.shared = request.folder + QStringLiteral("/shm"); // LLVM's OpenMP wants one
    if (program.modules.compiles) {
        QDir(laneRequestFolder(request)).removeRecursively(); // of a run before
        QDir(laneAnswerFolder(request)).removeRecursively();
        folders.writable.append(laneRequestFolder(request));
        if (auto made = makeFolder(laneAnswerFolder(request), FileAccess::Private); !made) {
            return made.error();
        }
    }
    for (const QString& folder : std::as_const(folders.writable)) {
        if (auto made = makeFolder(folder, FileAccess::Private); !made) {
            return made.error();
        }
    }
    const QString checks = folders.temporary + QStringLiteral("/checks.jsonl");
    ProcessCommand command;
    command.program = program.program;
    command.arguments = arguments;
    command.workingFolder = program.runFolder;
    command.timeout = limits.time;
    command.memoryLimit = limits.memory > 0 ? limits.memory : compilerMemory();
    command.environment = {{QStringLiteral("LANES_CHECKS"), checks},
                           {QStringLiteral("LANES_CHECK"), request.checks.join(u',')},
                           {QStringLiteral("LANES_SECONDS"),
                            QString::number(std::chrono::duration<double>(limits.time).count())}};
    if (program.modules.loads) {
        command.environment +=
            {{QStringLiteral("LANES_MODULES"), laneModuleFolder(request)},
             {QStringLiteral("LANES_HEADERS"), request.folder + QStringLiteral("/lanes")}};
    }
    if (program.modules.compiles) {
        command.environment += {{QStringLiteral("LANES_REQUESTS"), laneRequestFolder(request)},
                                {QStringLiteral("LANES_ANSWERS"), laneAnswerFolder(request)}};
    }
    if (request.records) {
        command.environment.append({QStringLiteral("LANES_COPIES"), laneRecordFolder(request)});
    }
    if (limits.devices > 1) {
        command.environment.append(
            {QStringLiteral("LANES_DEVICES"), QString::number(limits.devices)});
    }
    if (limits.seed != 0) {
        // One core, so that the order is the same each time.
        command.environment += {{QStringLiteral("LANES_SEED"), QString::number(limits.seed)},
                                {QStringLiteral("LANES_CORES"), QStringLiteral("1")}};
    }
    const Sandbox none{QString()};
    const SandboxRunner inSandbox(runner, run.sandboxed ? sandbox : none, folders);
    std::optional<LaneModuleServer> server;
    if (program.modules.compiles) {
        server.emplace(request, program, sandbox, runner);
    }
    auto output = runProcess(inSandbox, command, cancel);
    server.reset();
    if (!run.sandboxed) {
        endLeftovers("LANES_CHECKS=" + QFile::encodeName(checks));
    }
    if (!output) {
        return output.error();
    }
    run.output = *std::move(output);
    run.complaints = readComplaints(checks, program.program, request, inSandbox, cancel);
    return run;
}

} // namespace rocport
