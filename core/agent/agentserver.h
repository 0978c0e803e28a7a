#pragma once

#include "core/agent/agenttool.h"
#include "core/agent/rpcmessage.h"

#include <QString>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace rocport {

/// Answers an agent in the Model Context Protocol (2025-06-18, 2025-03-26, 2024-11-05). Messages
/// come in by receive(); one thread of its own runs the calls, one after another, while others are
/// answered. Usable from any thread. Destruction cancels and waits.
class AgentServer
{
public:
    /// Who sends a message: a call, which may be kept waiting, or the one who called receive(), who
    /// has more to hear.
    enum class Sender : quint8 { Receiver, Call };

    /// `send` gets one message without a line end, from any thread, several at once. `log` gets a
    /// sentence for people, about a hundred at most.
    AgentServer(AgentContext context, std::function<void(const QByteArray&, Sender)> send,
                std::function<void(const QString&)> log);
    ~AgentServer();
    AgentServer(const AgentServer&) = delete;
    AgentServer& operator=(const AgentServer&) = delete;

    /// A line of the client.
    void receive(const QByteArray& line);
    /// A line that was too long to be read.
    void refuseLongLine();

private:
    struct Job
    {
        QJsonValue id;
        QString key; ///< of the id
        CancelToken cancel;
        std::function<void(const Job&)> run;
    };

    void say(const QString& sentence);
    void follow(const RpcMessage& message);
    void notice(const RpcMessage& message);
    void answer(const RpcMessage& message);
    void initialize(const RpcMessage& message);
    void listTools(const RpcMessage& message);
    void callTool(const RpcMessage& message);
    void listResources(const RpcMessage& message);
    void readResourceOf(const RpcMessage& message);
    void runTool(const Job& job, const AgentTool& tool, const QJsonObject& params);
    void enqueue(const QJsonValue& id, std::function<void(const Job&)> run);
    void cancel(const QJsonValue& id);
    void work();
    void reply(const Job& job, const QByteArray& line);
    void send(const QByteArray& line) { m_send(line, Sender::Receiver); }
    void fail(const QJsonValue& id, RpcCode code, const QString& message);

    const AgentContext m_context;
    const std::function<void(const QByteArray&, Sender)> m_send;
    const std::function<void(const QString&)> m_log;
    std::atomic<qint64> m_said = 0; ///< sentences for people
    std::mutex m_mutex;             ///< for what follows
    std::condition_variable m_wake;
    std::deque<Job> m_waiting;
    std::map<QString, CancelToken> m_pending; ///< waiting and running, by the id's key
    QString m_agent;
    bool m_isInitialized = false;
    bool m_ends = false;
    std::thread m_worker; ///< the last member: it uses the others
};

} // namespace rocport
