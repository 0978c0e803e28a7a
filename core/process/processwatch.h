#pragma once

#include "core/base/cancel.h"
#include "core/process/runprocess.h"

#include <QElapsedTimer>
#include <QStringList>

namespace rocport {

/// What a program and everything that it starts may use, in addition to the limits of
/// ProcessCommand.
struct ProcessLimits
{
    int tasks = 1000;                        ///< processes and threads at once
    qint64 bytes = 4LL * 1024 * 1024 * 1024; ///< on disk, more than at the start
    qint64 files = 200'000;                  ///< and folders, likewise
    std::chrono::milliseconds interval{100}; ///< how often this is checked
};

/// How a watched program ended.
struct WatchedOutput
{
    ProcessOutput process;
    QString ended; ///< why it was ended: "it started more than 1000 processes"; empty: it was not
};

/// Runs a program in bubblewrap's own process namespace, as runProcess() does, and ends it with
/// everything that it started when it uses more than `limits`. Use is checked from outside at
/// intervals, so it may exceed the limits for the length of one interval. `folders`: where it may
/// write, absolute; links are not followed. The last `most` bytes of each stream are kept. Returns
/// when the last of its processes is gone. For this machine only. Blocks: for worker threads.
/// Errors: those of runProcess().
Result<WatchedOutput> runWatched(const ProcessRunner& runner, const ProcessCommand& command,
                                 const QStringList& folders, const ProcessLimits& limits,
                                 const CancelToken& cancel, qsizetype most = kWholeOutput);

} // namespace rocport
