#pragma once

#include "core/lanes/lanebuild.h"
#include "core/lanes/lanecache.h"
#include "core/process/runprocess.h"
#include "core/process/sandbox.h"

namespace rocport {

/// Runs compilers for a request: in the sandbox where that works, with nothing to write to but the
/// job's folders and what is kept between jobs. Keeps references: request, sandbox and runner
/// outlive it. Thread-safe once it is made. For worker threads.
class LaneCompiler
{
public:
    /// Before the program runs.
    LaneCompiler(const LaneRequest& request, const Sandbox& sandbox, const ProcessRunner& runner,
                 CancelToken cancel);
    /// While the program runs, for sources that it wrote: with temporary files that it cannot
    /// reach, without what is kept between jobs, and with nothing to read that its own sandbox
    /// hides but the compiler.
    LaneCompiler(const LaneRequest& request, const LaneModuleTools& tools, const Sandbox& sandbox,
                 const ProcessRunner& runner, CancelToken cancel);

    [[nodiscard]] bool isSandboxed() const { return m_isSandboxed; }
    /// Runs a program of the toolchain to its end. Errors: Cancelled, ProcessFailed, FileNotFound.
    [[nodiscard]] Result<ProcessOutput> call(const QString& program,
                                             const QStringList& arguments) const;
    /// The same for a call that makes one object, which may be known from before.
    [[nodiscard]] Result<ProcessOutput> makeObject(const QString& program,
                                                   const QStringList& arguments) const;

private:
    [[nodiscard]] ProcessCommand commandOf(const QString& program,
                                           const QStringList& arguments) const;

    const LaneRequest& m_request;
    LaneCache m_cache;
    Sandbox m_none;
    bool m_isSandboxed;
    SandboxRunner m_runner;
    CancelToken m_cancel;
};

} // namespace rocport
