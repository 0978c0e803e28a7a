#pragma once

#include "testpaths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QVector>

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace rocport::test {

/// A server with a repository as its root.
class Server
{
public:
    /// `path`: where it looks for programs; empty: as the test does. `output`: to what it writes
    /// instead of to read().
    explicit Server(const QString& root, const QString& data, const QString& path = {},
                    int output = -1)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), data);
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), data);
        if (!path.isEmpty()) {
            environment.insert(QStringLiteral("PATH"), path);
        }
        if (output >= 0) {
            m_process.setChildProcessModifier([output] { ::dup2(output, STDOUT_FILENO); });
        }
        m_process.setProcessEnvironment(environment);
        m_process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"),
                        {QStringLiteral("mcp"), QStringLiteral("--root"), root});
    }
    ~Server()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished()) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    void write(const QByteArray& line) { m_process.write(line + '\n'); }
    /// The next message; empty: none came.
    QJsonObject read()
    {
        constexpr int kMostMilliseconds = 120'000;
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(kMostMilliseconds)) {
                return {};
            }
        }
        return QJsonDocument::fromJson(m_process.readLine()).object();
    }
    QJsonObject ask(const QString& method, const QJsonObject& params = {})
    {
        request(++m_id, method, params);
        while (true) {
            QJsonObject message = read();
            if (message.isEmpty() || message.value(u"id").toInt() == m_id) {
                return message;
            }
            m_notes.append(message);
        }
    }
    void request(int id, const QString& method, const QJsonObject& params)
    {
        write(QJsonDocument(QJsonObject{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                                        {QStringLiteral("id"), id},
                                        {QStringLiteral("method"), method},
                                        {QStringLiteral("params"), params}})
                  .toJson(QJsonDocument::Compact));
    }
    QJsonObject initialize(const QString& version = QStringLiteral("2025-06-18"))
    {
        return ask(QStringLiteral("initialize"),
                   {{QStringLiteral("protocolVersion"), version},
                    {QStringLiteral("capabilities"), QJsonObject()},
                    {QStringLiteral("clientInfo"),
                     QJsonObject{{QStringLiteral("name"), QStringLiteral("a test")},
                                 {QStringLiteral("version"), QStringLiteral("1")}}}});
    }
    QJsonObject call(const QString& tool, const QJsonObject& arguments = {})
    {
        return ask(QStringLiteral("tools/call"),
                   {{QStringLiteral("name"), tool}, {QStringLiteral("arguments"), arguments}})
            .value(u"result")
            .toObject();
    }
    QJsonObject give(const QString& tool, const QJsonObject& arguments = {})
    {
        return call(tool, arguments).value(u"structuredContent").toObject();
    }
    QProcess& process() { return m_process; }
    [[nodiscard]] const QVector<QJsonObject>& notes() const { return m_notes; }

private:
    QProcess m_process;
    int m_id = 0;
    QVector<QJsonObject> m_notes;
};

/// A pipe that is closed with it.
class Pipe
{
public:
    explicit Pipe(int flags) { m_isOpen = ::pipe2(m_ends.data(), O_CLOEXEC | flags) == 0; }
    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] int in() const { return m_ends[1]; }
    /// All that is written until the other end is closed everywhere.
    QByteArray readAll()
    {
        closeEnd(1);
        QByteArray all;
        std::array<char, 65536> part{};
        while (true) {
            pollfd wait{m_ends[0], POLLIN, 0};
            ::poll(&wait, 1, -1);
            const ssize_t count = ::read(m_ends[0], part.data(), part.size());
            if (count == 0) {
                return all;
            }
            all.append(part.data(), std::max<ssize_t>(count, 0));
        }
    }

private:
    void closeEnd(std::size_t end)
    {
        if (m_ends[end] >= 0) {
            ::close(m_ends[end]);
            m_ends[end] = -1;
        }
    }

    std::array<int, 2> m_ends{-1, -1};
    bool m_isOpen = false;
};

/// The sentence of a call that failed; empty: it did not.
inline QString failureOf(const QJsonObject& result)
{
    return result.value(u"isError").toBool()
               ? result.value(u"content").toArray().at(0).toObject().value(u"text").toString()
               : QString();
}

} // namespace rocport::test
