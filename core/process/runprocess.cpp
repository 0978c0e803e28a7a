#include "core/process/runprocess.h"

#include <QEventLoop>
#include <QTimer>

namespace rocport {

namespace {

/// Adds to the end of a stream. So that the bytes before it are not moved for every piece, up to
/// twice as much is kept until the end.
void keepLast(QByteArray& stream, const QByteArray& bytes, qsizetype most)
{
    stream += bytes;
    if (stream.size() / 2 > most) {
        stream = stream.right(most);
    }
}

} // namespace

ProcessOutput gatherOutput(Process& process, const std::function<void()>& look, qsizetype most)
{
    ProcessOutput result;
    QEventLoop loop;
    QObject::connect(&process, &Process::outputRead, &loop,
                     [&](const QByteArray& bytes) { keepLast(result.output, bytes, most); });
    QObject::connect(&process, &Process::errorsRead, &loop,
                     [&](const QByteArray& bytes) { keepLast(result.errors, bytes, most); });
    QObject::connect(&process, &Process::finished, &loop, [&](const ProcessOutcome& outcome) {
        result.outcome = outcome;
        loop.quit();
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, look);
    poll.start(20);
    process.start();
    loop.exec();
    result.output = result.output.right(most);
    result.errors = result.errors.right(most);
    return result;
}

Result<ProcessOutput> runProcess(const ProcessRunner& runner, const ProcessCommand& command,
                                 const CancelToken& cancel)
{
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    const std::unique_ptr<Process> process = runner.create(command);
    bool asked = false;
    ProcessOutput result = gatherOutput(*process, [&] {
        if (!asked && cancel.isCancelled()) {
            asked = true;
            process->cancel();
        }
    });
    if (result.outcome.end == ProcessEnd::Cancelled) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    if (result.outcome.end == ProcessEnd::NotStarted) {
        return result.outcome.error;
    }
    return result;
}

} // namespace rocport
