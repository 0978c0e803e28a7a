#include "core/remote/connectiontest.h"

#include "core/process/localprocess.h"
#include "core/remote/container.h"
#include "core/remote/sshconfig.h"

#include <QRegularExpression>

namespace rocport {
namespace {

using State = ConnectionStep::State;
using Use = ContainerSettings::Use;

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

void ConnectionTester::start(const Node& node, const SshSettings& settings)
{
    ++m_number;
    dropProcess();
    m_node = node;
    m_settings = settings;
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
    const QStringList problems = nodeProblems(m_node);
    if (!problems.isEmpty()) {
        end("resolve", State::Failed, problems.constFirst());
        finish(QStringLiteral("Correct the node's settings first."));
        return;
    }
    if (m_node.isLocal) {
        end("resolve", State::Passed, QStringLiteral("It is this machine."));
        checkHost();
        return;
    }
    run(LocalProcessRunner().create(resolveCommand(m_node, m_settings)),
        &ConnectionTester::resolved);
}

void ConnectionTester::resolved(const ProcessOutcome& outcome)
{
    const ResolvedHost host = parseResolvedHost(m_output);
    if (outcome.end == ProcessEnd::NotStarted) {
        end("resolve", State::Failed,
            QStringLiteral("ssh is not installed on this machine. Install the OpenSSH client."));
        finish(QStringLiteral("ssh is not installed."));
        return;
    }
    if (!outcome.succeeded() || host.hostName.isEmpty()) {
        end("resolve", State::Failed,
            QStringLiteral(
                "ssh rejects its configuration: %1. Correct it, or check the name of the host.")
                .arg(sshError(m_node, outcome, m_errors).detail));
        finish(QStringLiteral("The host was not found."));
        return;
    }
    const QString where =
        QStringLiteral("%1@%2, port %3").arg(host.user, host.hostName, QString::number(host.port));
    step("resolve").detail = where;
    if (!host.proxy.isEmpty()) {
        end("resolve", State::Passed,
            QStringLiteral("It is %1, reached through %2.").arg(where, host.proxy));
        checkHost();
        return;
    }
    ProcessCommand command;
    command.program = QStringLiteral("getent");
    command.arguments = {QStringLiteral("ahosts"), QStringLiteral("--"), host.hostName};
    command.timeout = std::chrono::seconds(20);
    run(LocalProcessRunner().create(command), &ConnectionTester::lookedUp);
}

void ConnectionTester::lookedUp(const ProcessOutcome& outcome)
{
    const QString where = step("resolve").detail;
    const QString address =
        QString::fromUtf8(m_output).section(QRegularExpression(QStringLiteral("\\s")), 0, 0);
    // 2: one of the names is not known (getent(1)). Without getent, ssh says it in the next step.
    if (outcome.end == ProcessEnd::Exited && outcome.exitCode == 2) {
        end("resolve", State::Failed,
            QStringLiteral("The host name in %1 cannot be resolved. Check the spelling, the VPN "
                           "and the HostName line of your ssh configuration.")
                .arg(where));
        finish(QStringLiteral("The host was not found."));
        return;
    }
    const bool named = !address.isEmpty() && !where.contains(u'@' + address + u',');
    end("resolve", State::Passed,
        named ? QStringLiteral("It is %1 (%2).").arg(where, address)
              : QStringLiteral("It is %1.").arg(where));
    checkHost();
}

void ConnectionTester::checkHost()
{
    begin(m_node.isLocal ? "shell" : "connect");
    if (m_node.isLocal) {
        end("connect", State::Skipped, QStringLiteral("This machine needs no connection."));
        end("login", State::Skipped, QStringLiteral("You are logged in."));
    }
    // Somebody may have to type a password, so there is no short limit.
    run(hostRunner(m_node, m_settings)
            ->create(scriptCommand(hostCheckScript(m_node), std::chrono::minutes(5))),
        &ConnectionTester::hostChecked);
}

void ConnectionTester::hostChecked(const ProcessOutcome& outcome)
{
    if (m_facts.value(QStringLiteral("end")) == QStringLiteral("host")) {
        checkInside();
        return;
    }
    const Error error = sshError(m_node, outcome, m_errors);
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
    } else if (m_node.isLocal || error.code == ErrorCode::NodeFailed) {
        if (!m_node.isLocal) {
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
    if (m_node.container.use == Use::None) {
        end("container", State::Skipped, QStringLiteral("Jobs run on the host itself."));
    } else if (step("container").state != State::Passed) {
        finish(QStringLiteral("This can be checked once the container is available."));
        return;
    }
    if (m_node.slurm.use) {
        // The machine that one logs in to mostly has no GPU.
        finish(QStringLiteral("Slurm gives GPUs to jobs only; a probe shows them."));
        return;
    }
    begin("gpu");
    run(insideRunner(m_node, m_settings)
            ->create(scriptCommand(insideCheckScript(), std::chrono::minutes(15))),
        &ConnectionTester::insideChecked);
}

void ConnectionTester::insideChecked(const ProcessOutcome& outcome)
{
    if (m_facts.value(QStringLiteral("end")) == QStringLiteral("inside")) {
        finish({});
        return;
    }
    const Error error = sshError(m_node, outcome, m_errors);
    for (ConnectionStep& each : m_test) {
        if (each.state == State::Running) {
            end(each.id.toLatin1().constData(), State::Failed,
                m_node.container.use == Use::None
                    ? QStringLiteral("The check was interrupted: %1.").arg(error.detail)
                    : QStringLiteral("The container could not be used: %1. Correct its settings.")
                          .arg(error.detail));
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
        const ConnectionStep judged = judgedStep(m_node, m_facts, m_test[i]);
        if (judged.state < State::Passed) {
            continue;
        }
        end(judged.id.toLatin1().constData(), judged.state, judged.detail);
        const bool containerNext = judged.id == QStringLiteral("tools");
        const bool more = judged.id != QStringLiteral("container") && i + 1 < m_test.size() &&
                          !(containerNext && m_node.container.use == Use::None);
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
