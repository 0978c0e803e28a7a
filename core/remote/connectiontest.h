#pragma once

#include "core/remote/connectionfacts.h"
#include "core/remote/transport.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <memory>

namespace rocport {

/// "Test connection": reports step by step what works on a node. It runs the programs that find the
/// host, and then one script on the host and one where jobs run (in the container, if there is
/// one). Changes nothing on the node. Asynchronous; lives in one thread with an event loop. One
/// test at a time: start() ends the previous one, without its finished().
class ConnectionTester : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTester(QObject* parent = nullptr);
    ~ConnectionTester() override;

    void start(std::shared_ptr<const Transport> transport);
    /// Steps that have not ended become Skipped; finished() follows. Does nothing if no test is
    /// running.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] const ConnectionTest& test() const { return m_test; }

Q_SIGNALS:
    /// A step began or ended.
    void stepChanged(const rocport::ConnectionTest& test);
    void finished(const rocport::ConnectionTest& test);

private:
    using Next = void (ConnectionTester::*)(const ProcessOutcome&);
    void run(std::unique_ptr<Process> process, Next next);
    void dropProcess();
    void resolve();
    void goOn(HostSearch search);
    void searched(const ProcessOutcome& outcome);
    void checkHost();
    void hostChecked(const ProcessOutcome& outcome);
    void checkInside();
    void insideChecked(const ProcessOutcome& outcome);
    void readFacts(const QByteArray& bytes);
    void judge();
    void finish(const QString& whySkipped);

    [[nodiscard]] ConnectionStep& step(const char* id);
    void begin(const char* id);
    void end(const char* id, ConnectionStep::State state, const QString& sentence);

    std::shared_ptr<const Transport> m_transport;
    NodeCapabilities m_node; ///< of the transport
    HostSearch m_search;     ///< the step in progress
    ConnectionTest m_test;
    ConnectionFacts m_facts;
    QByteArray m_line, m_output, m_errors;
    QElapsedTimer m_clock;
    std::unique_ptr<Process> m_process;
    int m_number = 0; ///< of the test; results of an older one are ignored
    bool m_running = false;
};

} // namespace rocport
