#pragma once

#include "core/process/process.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>

namespace rocport {

/// A program on this machine, in a process group of its own.
class LocalProcess : public Process
{
    Q_OBJECT

public:
    explicit LocalProcess(ProcessCommand command, QObject* parent = nullptr);
    /// Kills the group if the program is still running.
    ~LocalProcess() override;

    void start() override;
    void write(const QByteArray& bytes) override;
    void closeInput() override;
    void cancel() override;
    [[nodiscard]] qint64 processId() const override { return m_group; }
    [[nodiscard]] qint64 bytesToWrite() const override { return m_process.bytesToWrite(); }

private:
    void stop(ProcessEnd why);
    void signalGroup(int signal) const;
    void begun();
    void readOutput();
    void readErrors();
    void failed(QProcess::ProcessError error);
    void ended(int code, QProcess::ExitStatus status);
    void finish();
    /// The part of `bytes` that is under the limit.
    QByteArray limited(const QByteArray& bytes, qint64& total, qint64& dropped);

    ProcessCommand m_command;
    ProcessOutcome m_outcome;
    QProcess m_process;
    QTimer m_timeout;
    QTimer m_grace;
    QElapsedTimer m_clock;
    qint64 m_group = 0;
    bool m_stopping = false;
};

/// Runs programs on this machine.
class LocalProcessRunner : public ProcessRunner
{
public:
    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override;
    [[nodiscard]] QString describe() const override;
};

/// Absolute path of `program` (a name or a path), looked for in `folders`, then in PATH if
/// `alsoPath` is set. Errors: FileNotFound.
Result<QString> findProgram(const QString& program, const QStringList& folders = {},
                            bool alsoPath = true);

} // namespace rocport
