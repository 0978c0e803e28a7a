#pragma once

#include "core/base/cancel.h"
#include "core/process/runprocess.h"

#include <QElapsedTimer>
#include <QStringList>

namespace rocport {

/// What a program and all that it starts may take, beyond the limits of ProcessCommand.
struct ProcessLimits
{
    int tasks = 1000;                        ///< processes and threads at once
    qint64 bytes = 4LL * 1024 * 1024 * 1024; ///< on the disk, more than at the start
    qint64 files = 200'000;                  ///< and folders, likewise
    std::chrono::milliseconds interval{100}; ///< how often it is looked at
};

/// How a watched program ended.
struct WatchedOutput
{
    ProcessOutput process;
    QString ended; ///< why it was ended: "it started more than 1000 processes"; empty: it was not
};

/// Runs a program that bubblewrap keeps in processes of its own, as runProcess() does, and ends it
/// with all that it started when it takes more than `limits`. Both are counted from outside every
/// now and then, so that for the length of an interval there may be more. `folders`: absolute,
/// where it may write; links are not followed. Of each stream the last `most` bytes are kept.
/// Returns when the last of its processes is gone. For this machine. Waits: for worker threads.
/// Errors: those of runProcess().
Result<WatchedOutput> runWatched(const ProcessRunner& runner, const ProcessCommand& command,
                                 const QStringList& folders, const ProcessLimits& limits,
                                 const CancelToken& cancel, qsizetype most = kWholeOutput);

} // namespace rocport
