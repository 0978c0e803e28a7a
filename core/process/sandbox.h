#pragma once

#include "core/base/cancel.h"
#include "core/process/process.h"

#include <QMutex>

namespace rocport {

/// What a program in a sandbox may touch. Absolute paths.
struct SandboxFolders
{
    QStringList writable; ///< folders that it may write to
    /// Folders and files that it may read although they are where users keep theirs: what it works
    /// on, and compilers and headers that are installed there.
    QStringList readable;
    QString home;      ///< its HOME, one of `writable` or below one
    QString temporary; ///< its TMPDIR, likewise
    QString shared;    ///< one of `writable` that it sees as /dev/shm too; empty: it has none
};

/// Runs programs of this machine on untrusted files, with bubblewrap (bwrap) where that works: the
/// system's files are read-only, users' folders, /tmp and /run are hidden, there is no network, no
/// other process and no device but /dev/null, no shared memory but what is asked for, and the
/// program ends with ours. With or without bubblewrap the program has its own home and folder for
/// temporary files, and only those environment variables that compilers need. Whether it works is
/// tested once and remembered; one object serves any number of runs. Thread-safe.
class Sandbox
{
public:
    /// `program`: name or path of bubblewrap; empty: it is not used.
    explicit Sandbox(QString program = QStringLiteral("bwrap"));

    /// Whether bubblewrap is installed and can start a program; runs it on the first call. Blocks:
    /// for worker threads.
    [[nodiscard]] bool works(const ProcessRunner& runner, const CancelToken& cancel = {}) const;
    /// Why works() returned false: "bubblewrap is not installed"; empty before that call, and if it
    /// works.
    [[nodiscard]] QString problem() const;

    /// `command` as it is run in the sandbox; with the private environment only, if bubblewrap does
    /// not work or works() was not called.
    [[nodiscard]] ProcessCommand wrapped(const ProcessCommand& command,
                                         const SandboxFolders& folders) const;

    /// The private environment alone: HOME and TMPDIR are set, and every variable of ours that
    /// compilers do not need is unset.
    static QVector<QPair<QString, std::optional<QString>>>
    environment(const SandboxFolders& folders);

    /// The folders that have to be readable for a program to run: its installation where that can
    /// be determined ("/home/me/rocm" for "/home/me/rocm/bin/hipcc"), else the program's own
    /// folder; also for the file that a link leads to.
    static QStringList installationOf(const QString& program);

private:
    enum class State : quint8 { Unknown, Works, Fails };
    [[nodiscard]] QStringList arguments(const SandboxFolders& folders,
                                        const QString& workingFolder) const;

    QString m_program;
    mutable QMutex m_lock;
    mutable State m_state = State::Unknown;
    mutable QString m_found; ///< absolute
    mutable QString m_problem;
};

/// Runs everything in a sandbox, each program with its own folder for temporary files below
/// `SandboxFolders::temporary`: nvcc names its files by its process id, and two that run at once in
/// separate sandboxes have the same one. Keeps references: runner and sandbox outlive it.
class SandboxRunner : public ProcessRunner
{
public:
    SandboxRunner(const ProcessRunner& runner, const Sandbox& sandbox, SandboxFolders folders)
        : m_runner(runner), m_sandbox(sandbox), m_folders(std::move(folders))
    {
    }

    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override;
    [[nodiscard]] QString describe() const override { return m_runner.describe(); }

private:
    const ProcessRunner& m_runner;
    const Sandbox& m_sandbox;
    SandboxFolders m_folders;
};

} // namespace rocport
