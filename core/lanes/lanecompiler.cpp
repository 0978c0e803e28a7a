#include "core/lanes/lanecompiler.h"

#include "core/files/filewriter.h"
#include "core/lanes/lanemodule.h"

#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kMostOutput = 256 * 1024; // of one compiler

/// What compilers may touch before the program runs.
SandboxFolders buildFolders(const LaneRequest& request, const LaneCache& cache)
{
    SandboxFolders folders = compilerFolders(request.folder, request.search);
    if (!request.engineFolder.isEmpty()) {
        folders.writable.append(request.engineFolder);
        static_cast<void>(makeFolder(request.engineFolder)); // the compiler says what is missing
    }
    if (!cache.folder().isEmpty()) {
        folders.writable.append(cache.folder());
    }
    return folders;
}

/// What a compiler of the program's own sources may touch, whose text is the program's: it reads
/// what the program may read, and where it is installed.
SandboxFolders meanwhileFolders(const LaneRequest& request, const QString& compiler)
{
    SandboxFolders folders;
    folders.temporary = request.folder + QStringLiteral("/tmp-compiler");
    folders.home = request.folder + QStringLiteral("/home-compiler");
    folders.writable = {folders.temporary, folders.home, laneModuleFolder(request)};
    for (const QString& folder : std::as_const(folders.writable)) {
        static_cast<void>(makeFolder(folder)); // the compiler says what is missing
    }
    folders.readable = programReadable(request) + Sandbox::installationOf(compiler);
    return folders;
}

} // namespace

LaneCompiler::LaneCompiler(const LaneRequest& request, const Sandbox& sandbox,
                           const ProcessRunner& runner, CancelToken cancel)
    : m_request(request),
      m_cache(request.cacheFolder, request.search.path),
      m_none(QString()),
      m_isSandboxed(sandbox.works(runner, cancel)),
      m_runner(runner, m_isSandboxed ? sandbox : m_none, buildFolders(request, m_cache)),
      m_cancel(std::move(cancel))
{
}

LaneCompiler::LaneCompiler(const LaneRequest& request, const LaneModuleTools& tools,
                           const Sandbox& sandbox, const ProcessRunner& runner, CancelToken cancel)
    : m_request(request),
      m_none(QString()),
      m_isSandboxed(sandbox.works(runner, cancel)),
      m_runner(runner, m_isSandboxed ? sandbox : m_none, meanwhileFolders(request, tools.compiler)),
      m_cancel(std::move(cancel))
{
}

Result<ProcessOutput> LaneCompiler::call(const QString& program, const QStringList& arguments) const
{
    return runProcess(m_runner, commandOf(program, arguments), m_cancel);
}

Result<ProcessOutput> LaneCompiler::makeObject(const QString& program,
                                               const QStringList& arguments) const
{
    return runProcess(m_runner, m_cache.wrapped(commandOf(program, arguments)), m_cancel);
}

ProcessCommand LaneCompiler::commandOf(const QString& program, const QStringList& arguments) const
{
    ProcessCommand command;
    command.program = program;
    command.arguments = arguments;
    command.workingFolder = m_request.folder;
    command.outputLimit = kMostOutput;
    command.timeout = std::chrono::minutes(10);
    command.memoryLimit = compilerMemory();
    command.environment = {{QStringLiteral("LC_ALL"), QStringLiteral("C")}};
    return command;
}

} // namespace rocport
