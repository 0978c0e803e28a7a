#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <QVector>

#include <chrono>
#include <memory>
#include <optional>

namespace rocport {

/// A program to run, with a list of arguments, never a shell string: nothing in it is ever split,
/// expanded or quoted, whatever bytes it holds.
struct ProcessCommand
{
    /// Absolute path, or a name that is looked for in the PATH of the place where it runs.
    QString program;
    QStringList arguments;
    /// Folder to start in; empty: the caller's (here) or the login folder (on a node).
    QString workingFolder;
    /// Variables to set, or to unset (nothing), on top of the environment of the place where it
    /// runs.
    QVector<QPair<QString, std::optional<QString>>> environment;
    /// Written to standard input, which is then closed unless `keepInputOpen` is set.
    QByteArray input;
    bool keepInputOpen = false; ///< write() and closeInput() follow
    /// How many bytes of each stream are passed on. Further output is read, counted and dropped, so
    /// that the program never blocks on a full pipe.
    qint64 outputLimit = 64LL * 1024 * 1024;
    /// The program is ended when it writes more than `outputLimit` to one stream.
    bool stopAtOutputLimit = false;
    /// Bytes of memory that each of its processes may allocate, on this machine only. Zero: no
    /// limit.
    qint64 memoryLimit = 0;
    /// Zero: no timeout.
    std::chrono::milliseconds timeout{0};
    /// Time between the polite signal and the last one, on cancel and timeout.
    std::chrono::milliseconds grace{2000};

    /// Program and arguments as one line for people: parts with blanks are quoted. Never to be
    /// executed.
    [[nodiscard]] QString display() const;
};

/// How a program ended.
enum class ProcessEnd : quint8 {
    Exited,       ///< by itself; `exitCode` counts
    Signalled,    ///< by a signal that was not sent from here; `signal` counts
    NotStarted,   ///< `error` says why
    Cancelled,    ///< cancel()
    TimedOut,     ///< `timeout` passed
    OutputTooBig, ///< `stopAtOutputLimit`
};

struct ProcessOutcome
{
    ProcessEnd end = ProcessEnd::NotStarted;
    int exitCode = 0;         ///< 0 to 255, of Exited
    int signal = 0;           ///< of Signalled, and of programs that were ended from here
    qint64 outputBytes = 0;   ///< written to standard output, including those that were dropped
    qint64 errorBytes = 0;    ///< to standard error
    qint64 droppedOutput = 0; ///< over the limit
    qint64 droppedErrors = 0;
    std::chrono::milliseconds elapsed{0};
    /// Of NotStarted: FileNotFound (no such program or folder), ProcessFailed.
    Error error;

    [[nodiscard]] bool succeeded() const { return end == ProcessEnd::Exited && exitCode == 0; }
};

/// One run of one program, here or on a node. Asynchronous: no call waits. Lives in one thread,
/// which needs an event loop. Deleting it while the program runs ends the program at once.
///
/// States and the only transitions:
///
///     Idle -> Starting -> Running -> Finished
///              |   |         |
///              |   |         +-> Stopping -> Finished   cancel(), timeout, output limit
///              |   +-> Stopping                         cancel() before the program runs
///              +-> Finished                             it cannot be started
///
/// finished() is sent once, as the last signal, with state() Finished; never from inside start() or
/// cancel().
class Process : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 { Idle, Starting, Running, Stopping, Finished };
    Q_ENUM(State)

    using QObject::QObject;

    /// Only in Idle.
    virtual void start() = 0;
    /// Adds to standard input in Starting and Running, with keepInputOpen; otherwise does nothing.
    virtual void write(const QByteArray& bytes) = 0;
    /// Closes standard input, in the same states.
    virtual void closeInput() = 0;
    /// Ends the program and every process of its group: sends the polite signal, and after `grace`
    /// the last one. Does nothing in Idle and Finished; in Stopping the last signal is sent at
    /// once. Nothing outside the group is touched.
    virtual void cancel() = 0;

    [[nodiscard]] State state() const { return m_state; }
    /// The process id of the program and of its group, on the machine where it runs; 0 before
    /// Running.
    [[nodiscard]] virtual qint64 processId() const = 0;
    /// Bytes passed to write() that wait here because the program has not read them yet. Whoever
    /// sends a lot waits for inputWritten() while this is high.
    [[nodiscard]] virtual qint64 bytesToWrite() const { return 0; }

Q_SIGNALS:
    void stateChanged(rocport::Process::State state);
    /// Bytes as they arrive, in pieces of any size, split anywhere; not necessarily text.
    void outputRead(const QByteArray& bytes);
    void errorsRead(const QByteArray& bytes);
    /// bytesToWrite() went down.
    void inputWritten();
    void finished(const rocport::ProcessOutcome& outcome);

protected:
    void setState(State state);

private:
    State m_state = State::Idle;
};

/// Where programs run: this machine, or a node. Starts nothing by itself. Thread-safe; what
/// create() gives belongs to the thread that called it.
class ProcessRunner
{
public:
    virtual ~ProcessRunner() = default;
    [[nodiscard]] virtual std::unique_ptr<Process> create(const ProcessCommand& command) const = 0;
    /// "this machine", or the node's name.
    [[nodiscard]] virtual QString describe() const = 0;
};

} // namespace rocport

Q_DECLARE_METATYPE(rocport::ProcessOutcome)
