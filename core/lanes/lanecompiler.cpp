#include "core/lanes/lanecompiler.h"

#include "core/files/filewriter.h"

#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kMostOutput = 256 * 1024; // of one compiler

/// What compilers may write to.
SandboxFolders buildFolders(const LaneRequest& request, const LaneCache& cache,
                            LaneCompiler::When when)
{
    SandboxFolders folders = compilerFolders(request.folder, request.search);
    if (when == LaneCompiler::When::Meanwhile) {
        for (QString* folder : {&folders.temporary, &folders.home}) {
            folders.writable.removeAll(*folder);
            *folder += QStringLiteral("-compiler");
            folders.writable.append(*folder);
            static_cast<void>(makeFolder(*folder));
        }
    }
    if (!request.engineFolder.isEmpty()) {
        folders.writable.append(request.engineFolder);
        static_cast<void>(makeFolder(request.engineFolder)); // the compiler says what is missing
    }
    if (!cache.folder().isEmpty()) {
        folders.writable.append(cache.folder());
    }
    return folders;
}

} // namespace

LaneCompiler::LaneCompiler(const LaneRequest& request, const Sandbox& sandbox,
                           const ProcessRunner& runner, CancelToken cancel, When when)
    : m_request(request),
      m_cache(request.cacheFolder, request.search.path),
      m_none(QString()),
      m_isSandboxed(sandbox.works(runner, cancel)),
      m_runner(runner, m_isSandboxed ? sandbox : m_none, buildFolders(request, m_cache, when)),
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
