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
    QByteArray output; ///< standard output, up to the command's limit; only its end where that was
                       ///< asked for
    QByteArray errors; ///< standard error, likewise
};

constexpr qsizetype kWholeOutput = std::numeric_limits<qsizetype>::max();

/// Starts a process, gathers what it writes and waits until it has ended, in whatever way. `look`
/// is called every 20 ms meanwhile. The last `most` bytes of each stream are kept. For worker
/// threads.
ProcessOutput gatherOutput(Process& process, const std::function<void()>& look,
                           qsizetype most = kWholeOutput);

/// Runs a program to its end and waits. For worker threads and the command line; never in the
/// window's thread. Checks `cancel` every 20 ms. A program that fails is a value (its outcome says
/// how). Errors: Cancelled; FileNotFound or ProcessFailed if it cannot be started.
Result<ProcessOutput> runProcess(const ProcessRunner& runner, const ProcessCommand& command,
                                 const CancelToken& cancel = {});

} // namespace rocport
