#include "core/process/sandbox.h"

#include "core/files/filewriter.h"
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QSet>

#include <algorithm>
#include <atomic>

namespace rocport {

namespace {

/// Places where users, services and other programs keep what a compiler has no need of.
QStringList hiddenFolders()
{
    QStringList hidden{QStringLiteral("/home"), QStringLiteral("/root"), QStringLiteral("/tmp"),
                       QStringLiteral("/var/tmp"), QStringLiteral("/run")};
    for (const QString& own : {QDir::homePath(), QDir::tempPath()}) {
        const QString folder = QFileInfo(own).canonicalFilePath();
        const bool covered = std::any_of(hidden.cbegin(), hidden.cend(), [&](const QString& other) {
            return folder == other || folder.startsWith(other + u'/');
        });
        if (!covered && !folder.isEmpty() && folder != QLatin1StringView("/")) {
            hidden.append(folder);
        }
    }
    hidden.removeIf([](const QString& folder) {
        const QFileInfo info(folder);
        return !info.isDir() || info.isSymLink();
    });
    return hidden;
}

bool isBelow(const QString& path, const QString& folder)
{
    return path.startsWith(folder + u'/');
}

/// Whether binding `path` would show all of a hidden folder again.
bool uncovers(const QString& path, const QStringList& hidden)
{
    return path == QLatin1StringView("/") ||
           std::any_of(hidden.cbegin(), hidden.cend(), [&](const QString& folder) {
               return path == folder || isBelow(folder, path);
           });
}

/// Variables that compilers and their wrappers read. All others may hold secrets.
const QSet<QString>& keptVariables()
{
    static const QSet<QString> names{
        QStringLiteral("PATH"),
        QStringLiteral("LANG"),
        QStringLiteral("LC_ALL"),
        QStringLiteral("TZ"),
        QStringLiteral("LD_LIBRARY_PATH"),
        QStringLiteral("LIBRARY_PATH"),
        QStringLiteral("CPATH"),
        QStringLiteral("C_INCLUDE_PATH"),
        QStringLiteral("CPLUS_INCLUDE_PATH"),
        QStringLiteral("COMPILER_PATH"),
        QStringLiteral("GCC_EXEC_PREFIX"),
        QStringLiteral("CUDA_HOME"),
        QStringLiteral("CUDA_PATH"),
        QStringLiteral("NVCC_CCBIN"),
        QStringLiteral("NVCC_PREPEND_FLAGS"),
        QStringLiteral("NVCC_APPEND_FLAGS"),
        QStringLiteral("ROCM_PATH"),
        QStringLiteral("HIP_PATH"),
        QStringLiteral("HIP_PLATFORM"),
        QStringLiteral("HIP_COMPILER"),
        QStringLiteral("HIP_RUNTIME"),
        QStringLiteral("HIP_CLANG_PATH"),
        QStringLiteral("HIP_DEVICE_LIB_PATH"),
        QStringLiteral("HIPCC_COMPILE_FLAGS_APPEND"),
        QStringLiteral("HSA_PATH"),
        QStringLiteral("DEVICE_LIB_PATH"),
    };
    return names;
}

} // namespace

Sandbox::Sandbox(QString program) : m_program(std::move(program)) {}

bool Sandbox::works(const ProcessRunner& runner, const CancelToken& cancel) const
{
    const QMutexLocker locker(&m_lock);
    if (m_state != State::Unknown) {
        return m_state == State::Works;
    }
    const auto fails = [&](const QString& why) {
        m_state = State::Fails;
        m_problem = why;
        return false;
    };
    if (m_program.isEmpty()) {
        return fails(QStringLiteral("it is switched off"));
    }
    const auto found = findProgram(m_program);
    const auto nothing = findProgram(QStringLiteral("true"));
    if (!found || !nothing) {
        return fails(QStringLiteral("bubblewrap is not installed"));
    }
    m_found = *found;
    ProcessCommand command;
    command.program = m_found;
    command.arguments = arguments({}, QStringLiteral("/")) + QStringList{*nothing};
    command.timeout = std::chrono::seconds(20);
    command.outputLimit = 1 << 16;
    const auto ran = runProcess(runner, command, cancel);
    if (!ran && ran.error().code == ErrorCode::Cancelled) {
        return false; // asked again next time
    }
    if (!ran || !ran->outcome.succeeded()) {
        const QString said =
            ran ? QString::fromUtf8(ran->errors).simplified().left(200) : ran.error().detail;
        return fails(QStringLiteral("bubblewrap does not work here (%1)").arg(said));
    }
    m_state = State::Works;
    return true;
}

QString Sandbox::problem() const
{
    const QMutexLocker locker(&m_lock);
    return m_problem;
}

QStringList Sandbox::arguments(const SandboxFolders& folders, const QString& workingFolder) const
{
    QStringList arguments{
        QStringLiteral("--unshare-pid"), QStringLiteral("--unshare-net"),
        QStringLiteral("--unshare-ipc"), QStringLiteral("--unshare-uts"),
        QStringLiteral("--die-with-parent"), QStringLiteral("--new-session"),
        QStringLiteral("--cap-drop"), QStringLiteral("ALL"), QStringLiteral("--ro-bind"),
        QStringLiteral("/"), QStringLiteral("/"), QStringLiteral("--proc"), QStringLiteral("/proc"),
        // No /dev/zero that an #include could read for ever.
        QStringLiteral("--tmpfs"), QStringLiteral("/dev"), QStringLiteral("--dev-bind"),
        QStringLiteral("/dev/null"), QStringLiteral("/dev/null"), QStringLiteral("--symlink"),
        QStringLiteral("/proc/self/fd"), QStringLiteral("/dev/fd")};
    const QStringList hidden = hiddenFolders();
    for (const QString& folder : hidden) {
        arguments += {QStringLiteral("--tmpfs"), folder};
    }
    const auto bind = [&](const QString& how, const QString& path) {
        const QString there = QFileInfo(path).canonicalFilePath();
        if (there.isEmpty() || uncovers(there, hidden)) {
            return;
        }
        arguments += {how, there, there};
        if (QDir::cleanPath(path) != there && !uncovers(QDir::cleanPath(path), hidden)) {
            arguments += {how, there, QDir::cleanPath(path)}; // as it is spelled, too
        }
    };
    for (const QString& path : folders.readable) {
        const bool covered = std::any_of(hidden.cbegin(), hidden.cend(), [&](const QString& one) {
            return isBelow(QDir::cleanPath(path), one) ||
                   isBelow(QFileInfo(path).canonicalFilePath(), one);
        });
        if (covered) {
            bind(QStringLiteral("--ro-bind"), path);
        }
    }
    for (const QString& folder : folders.writable) {
        bind(QStringLiteral("--bind"), folder);
    }
    const QString shared = QFileInfo(folders.shared).canonicalFilePath();
    if (!folders.shared.isEmpty() && folders.writable.contains(folders.shared) &&
        !shared.isEmpty() && !uncovers(shared, hidden)) {
        arguments += {QStringLiteral("--bind"), shared, QStringLiteral("/dev/shm")};
    }
    // What was made for the mounts above is not to be written to.
    for (const QString& folder : hidden) {
        arguments += {QStringLiteral("--remount-ro"), folder};
    }
    arguments += {QStringLiteral("--remount-ro"), QStringLiteral("/dev")};
    if (!workingFolder.isEmpty()) {
        arguments += {QStringLiteral("--chdir"), workingFolder};
    }
    arguments.append(QStringLiteral("--"));
    return arguments;
}

ProcessCommand Sandbox::wrapped(const ProcessCommand& command, const SandboxFolders& folders) const
{
    ProcessCommand result = command;
    result.environment = environment(folders) + command.environment;
    const QMutexLocker locker(&m_lock);
    if (m_state == State::Works) {
        result.program = m_found;
        result.arguments = arguments(folders, command.workingFolder) +
                           QStringList{command.program} + command.arguments;
    }
    return result;
}

QVector<QPair<QString, std::optional<QString>>> Sandbox::environment(const SandboxFolders& folders)
{
    QVector<QPair<QString, std::optional<QString>>> changes;
    const QStringList names = QProcessEnvironment::systemEnvironment().keys();
    for (const QString& name : names) {
        if (!keptVariables().contains(name)) {
            changes.append({name, std::nullopt});
        }
    }
    if (!folders.home.isEmpty()) {
        changes.append({QStringLiteral("HOME"), folders.home});
    }
    if (!folders.temporary.isEmpty()) {
        changes.append({QStringLiteral("TMPDIR"), folders.temporary});
    }
    return changes;
}

QStringList Sandbox::installationOf(const QString& program)
{
    static const QSet<QString> programFolders{QStringLiteral("bin"), QStringLiteral("sbin")};
    QStringList folders;
    const QString home = QFileInfo(QDir::homePath()).canonicalFilePath();
    for (const QString& path : {program, QFileInfo(program).canonicalFilePath()}) {
        if (path.isEmpty()) {
            continue;
        }
        const QString own = QFileInfo(path).absolutePath();
        const QString above = QFileInfo(own).absolutePath();
        // A hidden folder of the home (~/.local, ~/.cargo) and the home itself hold more than
        // programs.
        const bool personal = above == home || (QFileInfo(above).absolutePath() == home &&
                                                QFileInfo(above).fileName().startsWith(u'.'));
        const bool whole = programFolders.contains(QFileInfo(own).fileName()) && !personal &&
                           !uncovers(above, hiddenFolders());
        folders.append(whole ? above : own);
        const QString root = QFileInfo(above).absolutePath();
        if (whole && QFileInfo(above).fileName() == QLatin1StringView("llvm") && root != home &&
            !uncovers(root, hiddenFolders())) {
            folders.append(root); // "/home/me/rocm" of "/home/me/rocm/llvm/bin/clang++"
        }
    }
    folders.removeDuplicates();
    return folders;
}

std::unique_ptr<Process> SandboxRunner::create(const ProcessCommand& command) const
{
    static std::atomic<int> created = 0; // of all runners, since several can share a folder
    SandboxFolders folders = m_folders;
    if (!folders.temporary.isEmpty()) {
        const QString own = folders.temporary + u'/' + QString::number(++created);
        if (makeFolder(own).ok()) { // else the program says what is missing
            folders.temporary = own;
        }
    }
    return m_runner.create(m_sandbox.wrapped(command, folders));
}

} // namespace rocport
