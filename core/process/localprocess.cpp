#include "core/process/localprocess.h"

#include "core/process/endsignals.h"

#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace rocport {

LocalProcess::LocalProcess(ProcessCommand command, QObject* parent)
    : Process(parent), m_command(std::move(command))
{
    m_timeout.setSingleShot(true);
    m_grace.setSingleShot(true);
    connect(&m_timeout, &QTimer::timeout, this, [this] { stop(ProcessEnd::TimedOut); });
    connect(&m_grace, &QTimer::timeout, this, [this] { signalGroup(SIGKILL); });
    connect(&m_process, &QProcess::started, this, &LocalProcess::begun);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &LocalProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &LocalProcess::readErrors);
    // Queued: QProcess may say within start() that there is no such program.
    connect(&m_process, &QProcess::errorOccurred, this, &LocalProcess::failed,
            Qt::QueuedConnection);
    connect(&m_process, &QProcess::bytesWritten, this, &Process::inputWritten);
    connect(&m_process, &QProcess::finished, this, &LocalProcess::ended);
}

LocalProcess::~LocalProcess()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        if (m_group == 0) {
            m_group = m_process.processId();
        }
        signalGroup(SIGKILL);
        m_process.kill();
        m_process.waitForFinished(); // a killed program is gone within milliseconds
    }
}

void LocalProcess::start()
{
    Q_ASSERT(state() == State::Idle);
    if (state() != State::Idle) {
        return;
    }
    setState(State::Starting);
    m_clock.start();
    m_process.setProgram(m_command.program);
    m_process.setArguments(m_command.arguments);
    if (!m_command.workingFolder.isEmpty()) {
        m_process.setWorkingDirectory(m_command.workingFolder);
    }
    if (!m_command.environment.isEmpty()) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : std::as_const(m_command.environment)) {
            if (value) {
                environment.insert(name, *value);
            } else {
                environment.remove(name);
            }
        }
        m_process.setProcessEnvironment(environment);
    }
    // Only calls that are safe between fork and exec.
    m_process.setChildProcessModifier([limit = m_command.memoryLimit] {
        setpgid(0, 0);
        ::signal(SIGXFSZ, SIG_DFL); // ignoreFileSizeSignal() is for this program
        restoreFileLimit();
        if (limit > 0) {
            const rlimit bytes{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
            setrlimit(RLIMIT_AS, &bytes);
        }
    });
    if (m_command.input.isEmpty() && !m_command.keepInputOpen) {
        m_process.setStandardInputFile(QProcess::nullDevice());
    }
    m_process.start();
}

void LocalProcess::begun()
{
    // The program is executed already, so it leads its group.
    m_group = m_process.processId();
    if (!m_command.input.isEmpty()) {
        m_process.write(m_command.input);
        m_command.input.clear();
    }
    if (!m_command.keepInputOpen) {
        m_process.closeWriteChannel();
    }
    if (m_stopping) {
        signalGroup(SIGTERM);
        m_grace.start(m_command.grace);
        return;
    }
    if (m_command.timeout.count() > 0) {
        m_timeout.start(m_command.timeout);
    }
    setState(State::Running);
}

void LocalProcess::write(const QByteArray& bytes)
{
    const bool open = state() == State::Starting || state() == State::Running;
    if (open && m_command.keepInputOpen) {
        m_process.write(bytes);
    }
}

void LocalProcess::closeInput()
{
    const bool open = state() == State::Starting || state() == State::Running;
    if (open && m_command.keepInputOpen) {
        m_process.closeWriteChannel();
    }
}

void LocalProcess::cancel()
{
    if (state() == State::Stopping) {
        signalGroup(SIGKILL);
    } else if (state() == State::Starting || state() == State::Running) {
        stop(ProcessEnd::Cancelled);
    }
}

void LocalProcess::stop(ProcessEnd why)
{
    if (m_stopping || state() == State::Finished) {
        return;
    }
    m_stopping = true;
    m_outcome.end = why;
    m_timeout.stop();
    setState(State::Stopping);
    if (m_group != 0) {
        signalGroup(SIGTERM);
        m_grace.start(m_command.grace);
    }
}

void LocalProcess::signalGroup(int signal) const
{
    if (m_group > 1) {
        ::kill(static_cast<pid_t>(-m_group), signal);
    }
}

QByteArray LocalProcess::limited(const QByteArray& bytes, qint64& total, qint64& dropped)
{
    const qint64 room = std::max<qint64>(0, m_command.outputLimit - total);
    total += bytes.size();
    if (bytes.size() <= room) {
        return bytes;
    }
    dropped += bytes.size() - room;
    if (m_command.stopAtOutputLimit) {
        stop(ProcessEnd::OutputTooBig);
    }
    return bytes.left(room);
}

void LocalProcess::readOutput()
{
    const QByteArray bytes =
        limited(m_process.readAllStandardOutput(), m_outcome.outputBytes, m_outcome.droppedOutput);
    if (!bytes.isEmpty()) {
        Q_EMIT outputRead(bytes);
    }
}

void LocalProcess::readErrors()
{
    const QByteArray bytes =
        limited(m_process.readAllStandardError(), m_outcome.errorBytes, m_outcome.droppedErrors);
    if (!bytes.isEmpty()) {
        Q_EMIT errorsRead(bytes);
    }
}

void LocalProcess::failed(QProcess::ProcessError error)
{
    // Crashes and broken pipes end in ended(); only a failed start has no other signal.
    if (error != QProcess::FailedToStart || state() == State::Finished) {
        return;
    }
    const QString& folder = m_command.workingFolder;
    if (!folder.isEmpty() && !QFileInfo(folder).isDir()) {
        m_outcome.error = {ErrorCode::FileNotFound, QStringLiteral("no such folder"), folder};
    } else if (!findProgram(m_command.program)) {
        m_outcome.error = {ErrorCode::FileNotFound, QStringLiteral("no such program"),
                           m_command.program};
    } else {
        m_outcome.error = {ErrorCode::ProcessFailed, m_process.errorString(), m_command.program};
    }
    if (!m_stopping) {
        m_outcome.end = ProcessEnd::NotStarted;
    }
    finish();
}

void LocalProcess::ended(int code, QProcess::ExitStatus status)
{
    readOutput();
    readErrors();
    const bool byItself = !m_stopping;
    if (status == QProcess::CrashExit) {
        m_outcome.signal = code; // QProcess gives the signal's number here
    } else {
        m_outcome.exitCode = code;
    }
    if (byItself) {
        m_outcome.end = status == QProcess::CrashExit ? ProcessEnd::Signalled : ProcessEnd::Exited;
    } else {
        // What the program left behind. While one process of the group is there, the system gives
        // the group's number to no other.
        signalGroup(SIGKILL);
    }
    finish();
}

void LocalProcess::finish()
{
    m_timeout.stop();
    m_grace.stop();
    m_outcome.elapsed = std::chrono::milliseconds(m_clock.elapsed());
    setState(State::Finished);
    Q_EMIT finished(m_outcome);
}

std::unique_ptr<Process> LocalProcessRunner::create(const ProcessCommand& command) const
{
    return std::make_unique<LocalProcess>(command);
}

QString LocalProcessRunner::describe() const
{
    return QStringLiteral("this machine");
}

Result<QString> findProgram(const QString& program, const QStringList& folders, bool alsoPath)
{
    if (program.contains(u'/')) {
        const QFileInfo info(program);
        if (info.isFile() && info.isExecutable()) {
            return info.absoluteFilePath();
        }
        return Error{ErrorCode::FileNotFound, QStringLiteral("no such program"), program};
    }
    QString found;
    if (!program.isEmpty() && !folders.isEmpty()) {
        found = QStandardPaths::findExecutable(program, folders);
    }
    if (found.isEmpty() && !program.isEmpty() && alsoPath) {
        found = QStandardPaths::findExecutable(program);
    }
    if (found.isEmpty()) {
        return Error{ErrorCode::FileNotFound, QStringLiteral("no such program"), program};
    }
    return found;
}

} // namespace rocport
