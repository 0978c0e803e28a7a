#include "core/remote/connectiontest.h"

#include "core/process/localprocess.h"

namespace rocport {
namespace {

using State = ConnectionStep::State;

constexpr qint64 kOutputLimit = 256LL * 1024;

ProcessCommand scriptCommand(const QByteArray& script, std::chrono::milliseconds limit)
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"), QString::fromUtf8(script)};
    command.timeout = limit;
    command.outputLimit = kOutputLimit;
    return command;
}

} // namespace

ConnectionTester::ConnectionTester(QObject* parent) : QObject(parent) {}

ConnectionTester::~ConnectionTester() = default;

void ConnectionTester::start(std::shared_ptr<const Transport> transport)
{
    ++m_number;
    dropProcess();
    m_transport = std::move(transport);
    m_node = m_transport->capabilities();
    m_test = newConnectionTest();
    m_facts.clear();
    m_running = true;
    m_clock.start();
    step("resolve").state = State::Running;
    // Later, so that nothing is said from inside of this call.
    QMetaObject::invokeMethod(
        this,
        [this, number = m_number] {
            if (number == m_number && m_running) {
                resolve();
            }
        },
        Qt::QueuedConnection);
}

void ConnectionTester::cancel()
{
    if (m_running) {
        ++m_number;
        dropProcess();
        finish(QStringLiteral("The test was cancelled."));
    }
}

void ConnectionTester::dropProcess()
{
    if (m_process) {
        // It may be one of its own signals that led here.
        m_process->disconnect(this);
        m_process->cancel();
        m_process.release()->deleteLater();
    }
}

void ConnectionTester::run(std::unique_ptr<Process> process, Next next)
{
    m_line.clear();
    m_output.clear();
    m_errors.clear();
    m_process = std::move(process);
    connect(m_process.get(), &Process::outputRead, this, [this](const QByteArray& bytes) {
        m_output += bytes;
        readFacts(bytes);
    });
    connect(m_process.get(), &Process::errorsRead, this,
            [this](const QByteArray& bytes) { m_errors += bytes; });
    connect(m_process.get(), &Process::finished, this,
            [this, next, number = m_number](const ProcessOutcome& outcome) {
                if (number == m_number) {
                    // The sender stays until its signal is done.
                    m_process.release()->deleteLater();
                    (this->*next)(outcome);
                }
            });
    m_process->start();
}

void ConnectionTester::resolve()
{
    const QStringList problems = nodeProblems(m_transport->node());
    if (!problems.isEmpty()) {
        end("resolve", State::Failed, problems.constFirst());
        finish(QStringLiteral("Correct the node's settings first."));
        return;
    }
    goOn(m_transport->findHost());
}

void ConnectionTester::goOn(HostSearch search)
{
    m_search = std::move(search);
    if (m_search.command) {
        run(LocalProcessRunner().create(*m_search.command), &ConnectionTester::searched);
        return;
    }
    end("resolve", m_search.state, m_search.sentence);
    if (m_search.state == State::Failed) {
        finish(m_search.whySkipped);
    } else {
        checkHost();
    }
}

void ConnectionTester::searched(const ProcessOutcome& outcome)
{
    goOn(m_search.next(outcome, m_output, m_errors));
}

void ConnectionTester::checkHost()
{
    begin(m_node.connects ? "connect" : "shell");
    if (!m_node.connects) {
        end("connect", State::Skipped, QStringLiteral("This machine needs no connection."));
        end("login", State::Skipped, QStringLiteral("You are logged in."));
    }
    // Somebody may have to type a password, so there is no short limit.
    run(m_transport->hostRunner()->create(
            scriptCommand(hostCheckScript(*m_transport), std::chrono::minutes(5))),
        &ConnectionTester::hostChecked);
}

void ConnectionTester::hostChecked(const ProcessOutcome& outcome)
{
    if (m_facts.value(QStringLiteral("end")) == QStringLiteral("host")) {
        checkInside();
        return;
    }
    const Error error = m_transport->explain(outcome, m_errors);
    if (m_facts.contains(QStringLiteral("shell"))) {
        for (ConnectionStep& each : m_test) {
            if (each.state == State::Running) {
                end(each.id.toLatin1().constData(), State::Failed,
                    QStringLiteral("The check was interrupted: %1.").arg(error.detail));
            }
        }
    } else if (error.code == ErrorCode::HostKeyRefused) {
        end("connect", State::Failed,
            QStringLiteral("The node's host key differs from the known one: %1. Make sure that it "
                           "really is your node, then remove the old key from known_hosts with "
                           "ssh-keygen -R.")
                .arg(error.detail));
    } else if (error.code == ErrorCode::LoginRefused) {
        end("connect", State::Passed, QStringLiteral("The node answers."));
        end("login", State::Failed,
            QStringLiteral("The node accepted neither key nor password: %1. Check the user, the "
                           "key file, and whether ssh-agent has the key.")
                .arg(error.detail));
    } else if (!m_node.connects || error.code == ErrorCode::NodeFailed) {
        if (m_node.connects) {
            end("connect", State::Passed, QStringLiteral("The node answers."));
            end("login", State::Passed, QStringLiteral("The login works."));
        }
        end("shell", State::Failed,
            QStringLiteral("The login does not start a POSIX shell: %1. Rocport needs a shell; a "
                           "menu or a file transfer account is not enough.")
                .arg(error.detail));
    } else {
        end("connect", State::Failed,
            QStringLiteral("The node cannot be reached: %1. Check that it is switched on, and "
                           "check network, VPN and port.")
                .arg(error.detail));
    }
    finish(QStringLiteral("An earlier step failed."));
}

void ConnectionTester::checkInside()
{
    if (!m_node.contained) {
        end("container", State::Skipped, QStringLiteral("Jobs run on the host itself."));
    } else if (step("container").state != State::Passed) {
        finish(QStringLiteral("This can be checked once the container is available."));
        return;
    }
    if (const QString why = m_transport->whyGpusUnseen(); !why.isEmpty()) {
        finish(why);
        return;
    }
    begin("gpu");
    run(m_transport->insideRunner()->create(
            scriptCommand(insideCheckScript(), std::chrono::minutes(15))),
        &ConnectionTester::insideChecked);
}

void ConnectionTester::insideChecked(const ProcessOutcome& outcome)
{
    if (m_facts.value(QStringLiteral("end")) == QStringLiteral("inside")) {
        finish({});
        return;
    }
    const Error error = m_transport->explain(outcome, m_errors);
    for (ConnectionStep& each : m_test) {
        if (each.state == State::Running) {
            end(each.id.toLatin1().constData(), State::Failed,
                m_node.contained
                    ? QStringLiteral("The container could not be used: %1. Correct its settings.")
                          .arg(error.detail)
                    : QStringLiteral("The check was interrupted: %1.").arg(error.detail));
        }
    }
    finish(QStringLiteral("An earlier step failed."));
}

void ConnectionTester::readFacts(const QByteArray& bytes)
{
    m_line += bytes;
    qsizetype end = 0;
    while ((end = m_line.indexOf('\n')) >= 0) {
        const auto [key, value] = connectionFact(m_line.left(end));
        m_line.remove(0, end + 1);
        if (!key.isEmpty()) {
            m_facts.insert(key, value);
            judge();
        }
    }
}

void ConnectionTester::judge()
{
    if (m_facts.contains(QStringLiteral("shell")) && step("login").state < State::Passed) {
        end("connect", State::Passed, QStringLiteral("The node answers."));
        end("login", State::Passed, QStringLiteral("The login works."));
        begin("shell");
    }
    for (qsizetype i = 0; i < m_test.size(); ++i) {
        if (m_test[i].state >= State::Passed) {
            continue;
        }
        const ConnectionStep judged = judgedStep(*m_transport, m_facts, m_test[i]);
        if (judged.state < State::Passed) {
            continue;
        }
        end(judged.id.toLatin1().constData(), judged.state, judged.detail);
        const bool containerNext = judged.id == QStringLiteral("tools");
        const bool more = judged.id != QStringLiteral("container") && i + 1 < m_test.size() &&
                          !(containerNext && !m_node.contained);
        if (more && m_test[i + 1].state == State::Waiting) {
            begin(m_test[i + 1].id.toLatin1().constData());
        }
    }
}

void ConnectionTester::finish(const QString& whySkipped)
{
    for (ConnectionStep& each : m_test) {
        if (each.state == State::Waiting || each.state == State::Running) {
            each.state = State::Skipped;
            each.detail = whySkipped;
        }
    }
    m_running = false;
    Q_EMIT stepChanged(m_test);
    Q_EMIT finished(m_test);
}

ConnectionStep& ConnectionTester::step(const char* id)
{
    const QString name = QString::fromLatin1(id);
    const auto found =
        std::find_if(m_test.begin(), m_test.end(),
                     [&name](const ConnectionStep& each) { return each.id == name; });
    Q_ASSERT(found != m_test.end());
    return *found;
}

void ConnectionTester::begin(const char* id)
{
    step(id).state = State::Running;
    m_clock.start();
    Q_EMIT stepChanged(m_test);
}

void ConnectionTester::end(const char* id, State state, const QString& sentence)
{
    ConnectionStep& ended = step(id);
    if (ended.state == State::Running) {
        ended.elapsedMs = m_clock.elapsed();
    }
    ended.state = state;
    ended.detail = sentence;
    Q_EMIT stepChanged(m_test);
}

} // namespace rocport
