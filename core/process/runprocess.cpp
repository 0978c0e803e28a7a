#include "core/process/runprocess.h"

#include <QEventLoop>
#include <QTimer>

namespace rocport {

Result<ProcessOutput> runProcess(const ProcessRunner& runner, const ProcessCommand& command,
                                 const CancelToken& cancel)
{
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    ProcessOutput result;
    QEventLoop loop;
    const std::unique_ptr<Process> process = runner.create(command);
    QObject::connect(process.get(), &Process::outputRead, &loop,
                     [&](const QByteArray& bytes) { result.output += bytes; });
    QObject::connect(process.get(), &Process::errorsRead, &loop,
                     [&](const QByteArray& bytes) { result.errors += bytes; });
    QObject::connect(process.get(), &Process::finished, &loop, [&](const ProcessOutcome& outcome) {
        result.outcome = outcome;
        loop.quit();
    });
    QTimer poll;
    bool asked = false;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (!asked && cancel.isCancelled()) {
            asked = true;
            process->cancel();
        }
    });
    poll.start(20);
    process->start();
    loop.exec();
    if (result.outcome.end == ProcessEnd::Cancelled) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    if (result.outcome.end == ProcessEnd::NotStarted) {
        return result.outcome.error;
    }
    return result;
}

} // namespace rocport
