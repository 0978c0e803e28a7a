#pragma once

#include "core/base/cancel.h"
#include "core/process/process.h"

#include <QMutex>

namespace rocport {

/// What a program in a sandbox may touch. Absolute paths.
struct SandboxFolders
{
    QStringList writable; ///< folders that it may write to
    /// Folders and files that it may read although they lie where users keep theirs: what it works
    /// on, compilers and headers that are installed there.
    QStringList readable;
    QString home;      ///< its HOME, one of `writable` or below one
    QString temporary; ///< its TMPDIR, likewise
};

/// Runs programs of this machine on what others wrote, with bubblewrap (bwrap) where that works:
/// the system's files can only be read, the folders of users, /tmp and /run are hidden, there is no
/// network, no other process and no device but /dev/null, and the program ends with ours. With or
/// without it the program has a home and a folder for temporary files of its own, and only those
/// variables of the environment that compilers need. Asked once whether it works, then kept; one
/// object serves any number of runs. Thread-safe.
class Sandbox
{
public:
    /// `program`: name or path of bubblewrap; empty: there is to be none.
    explicit Sandbox(QString program = QStringLiteral("bwrap"));

    /// Whether bubblewrap is there and starts a program; runs it on the first call. Waits: for
    /// worker threads.
    [[nodiscard]] bool works(const ProcessRunner& runner, const CancelToken& cancel = {}) const;
    /// Why works() said no: "bubblewrap is not installed"; empty before, and where it does.
    [[nodiscard]] QString problem() const;

    /// `command` as it is run in the sandbox, or only with the private environment where
    /// bubblewrap does not work or was not asked.
    [[nodiscard]] ProcessCommand wrapped(const ProcessCommand& command,
                                         const SandboxFolders& folders) const;

    /// The private environment alone: HOME and TMPDIR set, every variable of ours taken away that
    /// compilers have no need of.
    static QVector<QPair<QString, std::optional<QString>>>
    environment(const SandboxFolders& folders);

    /// The folder that has to be readable for a program to run: its installation, where that can be
    /// told ("/home/me/rocm" of "/home/me/rocm/bin/hipcc"), else the program's own folder.
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

/// Runs everything in a sandbox, each program with a folder for temporary files of its own below
/// that of the folders: nvcc names its files by its process number, and in sandboxes of their own
/// two that run at once have the same. Keeps references: runner and sandbox outlive it.
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
