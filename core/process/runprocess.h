#pragma once

#include "core/base/cancel.h"
#include "core/process/process.h"

#include <functional>
#include <limits>

namespace rocport {

/// What a program wrote and how it ended.
struct ProcessOutput
{
    ProcessOutcome outcome;
    QByteArray output; ///< standard output, up to the command's limit; its end, where only that
                       ///< was asked for
    QByteArray errors; ///< standard error, likewise
};

constexpr qsizetype kWholeOutput = std::numeric_limits<qsizetype>::max();

/// Starts a process, gathers what it writes and waits until it ended, however that was. `look` is
/// called every 20 ms meanwhile. Of each stream the last `most` bytes are kept. For worker threads.
ProcessOutput gatherOutput(Process& process, const std::function<void()>& look,
                           qsizetype most = kWholeOutput);

/// Runs a program to its end and waits. For worker threads and the command line; never in the
/// window's thread. Looks at `cancel` every 20 ms. A program that fails is a value (its outcome
/// says how); errors: Cancelled, and FileNotFound and ProcessFailed for one that cannot be started.
Result<ProcessOutput> runProcess(const ProcessRunner& runner, const ProcessCommand& command,
                                 const CancelToken& cancel = {});

} // namespace rocport
