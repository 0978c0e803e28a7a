#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/messagewriter.h"
#include "app/cli/output.h"
#include "core/agent/agentserver.h"
#include "core/process/endsignals.h"
#include "ui/messages/messages.h"

#include <QDir>
#include <QEventLoop>
#include <QMetaObject>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include <poll.h>
#include <unistd.h>

namespace rocport {

namespace {

/// Reads standard input until its end, until something can be read from `stop`, or until `writer`
/// keeps more than it can.
void readMessages(AgentServer& server, const MessageWriter& writer, int stop)
{
    RpcLines lines;
    std::array<char, 65536> buffer{};
    while (true) {
        std::array<pollfd, 2> waits{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{stop, POLLIN, 0}};
        if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) {
            return;
        }
        if (waits[1].revents != 0) {
            return;
        }
        if (waits[0].revents == 0) {
            continue;
        }
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return;
        }
        for (const RpcLines::Line& line :
             lines.add(QByteArray(buffer.data(), std::max<ssize_t>(count, 0)))) {
            if (line) {
                server.receive(*line);
            } else {
                server.refuseLongLine();
            }
            if (writer.isOverfull()) {
                return;
            }
        }
    }
}

} // namespace

int runMcp(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("mcp [--root DIR]..."),
        QStringLiteral("Speaks the Model Context Protocol on standard input and output, for "
                       "agents: they scan, propose, prove and run, and propose decisions that a "
                       "person makes. Ends with standard input."));
    args.addOption(QStringLiteral("root"),
                   QStringLiteral("Folder beneath which files may be named; may be given several "
                                  "times; default: the current folder."),
                   QStringLiteral("DIR"));
    if (const auto code = args.parse(arguments, 0)) {
        return *code;
    }
    QStringList folders = args.values(QStringLiteral("root"));
    if (folders.isEmpty()) {
        folders.append(QDir::currentPath());
    }
    auto roots = AgentRoots::of(folders);
    if (!roots) {
        return reportError(roots.error());
    }
    std::array<int, 2> stop{};
    if (::pipe(stop.data()) != 0) {
        return reportError({ErrorCode::ProcessFailed, qt_error_string(), QStringLiteral("pipe")});
    }
    ::signal(SIGPIPE, SIG_IGN); // a client that is gone ends the reading; children get it back
    QEventLoop loop;
    const EndSignals ends;
    MessageWriter writer(STDOUT_FILENO, stop[0]);
    {
        AgentServer server(
            {*std::move(roots),
             QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                 QStringLiteral("/rocport"),
             messageFor},
            [&writer](const QByteArray& message, AgentServer::Sender sender) {
                writer.add(message, sender == AgentServer::Sender::Call);
            },
            note);
        std::thread reader([&] {
            readMessages(server, writer, stop[0]);
            QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
        });
        QObject::connect(&ends, &EndSignals::asked, &loop, [&] { (void)::write(stop[1], "x", 1); });
        loop.exec();
        reader.join();
        writer.release();
    }
    writer.finish();
    ::close(stop[0]);
    ::close(stop[1]);
    if (writer.isOverfull()) {
        note(QStringLiteral("The client does not read what it asks for, so the server ended."));
        return kExitError;
    }
    return kExitDone;
}

} // namespace rocport
