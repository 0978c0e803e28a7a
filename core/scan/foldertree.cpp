#include "core/scan/githandle.h"
#include "core/scan/sourcetree.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

/// A change this soon before the listing may be followed by another one with the same times; such
/// a file is read again by the next scan.
constexpr qint64 kRacyNanoseconds = 20'000'000;

struct CloseFd
{
    explicit CloseFd(int descriptor) : fd(descriptor) {}
    ~CloseFd()
    {
        if (fd >= 0) {
            ::close(fd);
        }
    }
    CloseFd(const CloseFd&) = delete;
    CloseFd& operator=(const CloseFd&) = delete;
    int fd;
};

QString systemMessage(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

qint64 nanoseconds(const timespec& time)
{
    return static_cast<qint64>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

qint64 now()
{
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

/// What git says about the files of a folder: which are tracked, which are ignored.
class GitView
{
public:
    /// Nothing to say (isValid() is false) when no repository with a work tree holds `folder`.
    static Result<std::unique_ptr<GitView>> open(const QByteArray& folder)
    {
        auto view = std::make_unique<GitView>();
        const QString name = QFile::decodeName(folder);
        const int code =
            gitMake(view->m_repository, git_repository_open_ext, folder.constData(), 0U, nullptr);
        if (code < 0) {
            const Error error = gitOpenError(code, name);
            if (error.code == ErrorCode::NotARepository) {
                return view;
            }
            return error;
        }
        const char* workdir = git_repository_workdir(view->m_repository.get());
        if (workdir == nullptr) {
            view->m_repository.reset();
            return view;
        }
        view->setPrefix(folder, workdir);
        if (view->m_repository != nullptr) {
            view->readIndex();
        }
        return view;
    }

    [[nodiscard]] bool isValid() const { return m_repository != nullptr; }

    /// `path` relative to the listed folder.
    [[nodiscard]] bool isLeftOut(const QByteArray& path, bool isFolder) const
    {
        if (!isValid()) {
            return false;
        }
        const QByteArray full = m_prefix + path;
        if (isFolder ? m_trackedFolders.contains(full) : m_tracked.contains(full)) {
            return false;
        }
        int ignored = 0;
        const QByteArray asked = isFolder ? full + '/' : full;
        if (git_ignore_path_is_ignored(&ignored, m_repository.get(), asked.constData()) < 0) {
            return false;
        }
        return ignored != 0;
    }

    [[nodiscard]] bool isSubmodule(const QByteArray& path) const
    {
        return isValid() && m_submodules.contains(m_prefix + path);
    }

private:
    void setPrefix(const QByteArray& folder, const char* workdir)
    {
        char* real = ::realpath(workdir, nullptr);
        QByteArray top(real != nullptr ? real : workdir);
        std::free(real); // NOLINT: realpath() hands out malloc'ed memory
        while (top.size() > 1 && top.endsWith('/')) {
            top.chop(1);
        }
        if (folder == top) {
            return;
        }
        const QByteArray inside = top == "/" ? top : top + '/';
        if (folder.startsWith(inside)) {
            m_prefix = folder.mid(inside.size()) + '/';
        } else {
            m_repository.reset(); // core.worktree points elsewhere
        }
    }

    void readIndex()
    {
        GitIndex index;
        if (gitMake(index, git_repository_index, m_repository.get()) < 0) {
            return;
        }
        const size_t count = git_index_entrycount(index.get());
        for (size_t i = 0; i < count; ++i) {
            const git_index_entry* entry = git_index_get_byindex(index.get(), i);
            const QByteArray path(entry->path);
            m_tracked.insert(path);
            if (entry->mode == GIT_FILEMODE_COMMIT) {
                m_submodules.insert(path);
                m_trackedFolders.insert(path);
            }
            qsizetype slash = path.lastIndexOf('/');
            while (slash > 0) {
                const QByteArray parent = path.left(slash);
                if (m_trackedFolders.contains(parent)) {
                    break;
                }
                m_trackedFolders.insert(parent);
                slash = parent.lastIndexOf('/');
            }
        }
    }

    GitLibrary m_library;
    GitRepository m_repository;
    QByteArray m_prefix; // of the listed folder inside the work tree, with '/', or empty
    QSet<QByteArray> m_tracked, m_trackedFolders, m_submodules;
};

class FolderTree : public SourceTree
{
public:
    explicit FolderTree(QByteArray root) : m_root(std::move(root)) {}

    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken& cancel) const override;
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64 limit) const override;
    [[nodiscard]] Result<QByteArray> linkTarget(const TreeEntry& entry) const override;
    [[nodiscard]] QString describe() const override { return QStringLiteral("folder as it is"); }

private:
    struct Walk
    {
        const GitView& git;
        qint64 started = 0;
        QVector<QByteArray> folders; // still to be listed
        QVector<TreeEntry> entries;
    };
    [[nodiscard]] QByteArray absolute(const QByteArray& path) const
    {
        return m_root == "/" ? m_root + path : m_root + '/' + path;
    }
    void listFolder(const QByteArray& folder, Walk& walk) const;
    static void addEntry(int folderFd, const QByteArray& path, const char* name, Walk& walk);

    QByteArray m_root; // canonical, without '/' at the end
};

bool isVersionControl(const char* name)
{
    for (const char* folder : {".git", ".hg", ".svn", ".bzr", "CVS", ".jj", ".rocport"}) {
        if (std::strcmp(name, folder) == 0) {
            return true;
        }
    }
    return false;
}

QByteArray identityOf(const struct stat& status, qint64 listed)
{
    const qint64 modified = nanoseconds(status.st_mtim);
    const qint64 changed = nanoseconds(status.st_ctim);
    QByteArray identity = QByteArray::number(static_cast<qint64>(status.st_size)) + '-' +
                          QByteArray::number(modified) + '-' + QByteArray::number(changed) + '-' +
                          QByteArray::number(static_cast<quint64>(status.st_ino)) + '-' +
                          QByteArray::number(static_cast<quint64>(status.st_dev));
    if (std::max(modified, changed) + kRacyNanoseconds >= listed) {
        identity += "-at" + QByteArray::number(listed);
    }
    return identity;
}

void FolderTree::addEntry(int folderFd, const QByteArray& path, const char* name, Walk& walk)
{
    struct stat status = {};
    if (::fstatat(folderFd, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) { // gone since readdir(): not a file any more
            walk.entries.append({RepoPath(path), {}, -1, false, TreeEntry::Kind::File});
        }
        return;
    }
    if (S_ISDIR(status.st_mode)) {
        if (walk.git.isLeftOut(path, true)) {
            return;
        }
        const QByteArray marker = QByteArray(name) + "/.git";
        if (walk.git.isSubmodule(path) ||
            (walk.git.isValid() && ::faccessat(folderFd, marker.constData(), F_OK, 0) == 0)) {
            walk.entries.append({RepoPath(path), {}, -1, false, TreeEntry::Kind::Submodule});
            return;
        }
        walk.folders.append(path);
        return;
    }
    if (walk.git.isLeftOut(path, false)) {
        return;
    }
    TreeEntry entry;
    entry.path = RepoPath(path);
    entry.identity = identityOf(status, walk.started);
    entry.size = S_ISREG(status.st_mode) ? status.st_size : -1;
    entry.executable = S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0;
    entry.kind = S_ISLNK(status.st_mode) ? TreeEntry::Kind::Link : TreeEntry::Kind::File;
    walk.entries.append(entry);
}

void FolderTree::listFolder(const QByteArray& folder, Walk& walk) const
{
    const QByteArray path = folder.isEmpty() ? m_root : absolute(folder);
    const int fd = ::open(path.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR* handle = fd < 0 ? nullptr : ::fdopendir(fd);
    if (handle == nullptr) {
        // Listed as a file that cannot be read, so that the scan names it and the reason.
        walk.entries.append({RepoPath(folder), {}, -1, false, TreeEntry::Kind::File});
        if (fd >= 0) {
            ::close(fd);
        }
        return;
    }
    while (const dirent* item = ::readdir(handle)) { // NOLINT(concurrency-mt-unsafe)
        if (std::strcmp(item->d_name, ".") == 0 || std::strcmp(item->d_name, "..") == 0 ||
            isVersionControl(item->d_name)) {
            continue;
        }
        const QByteArray child =
            folder.isEmpty() ? QByteArray(item->d_name) : folder + '/' + item->d_name;
        addEntry(fd, child, item->d_name, walk);
    }
    ::closedir(handle);
}

Result<QVector<TreeEntry>> FolderTree::list(const CancelToken& cancel) const
{
    const Result<std::unique_ptr<GitView>> git = GitView::open(m_root);
    if (!git) {
        return git.error();
    }
    const CloseFd root(::open(m_root.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (root.fd < 0) {
        const int code = errno;
        return Error{code == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                     systemMessage(code), QFile::decodeName(m_root)};
    }
    Walk walk{**git, now(), {QByteArray()}, {}};
    while (!walk.folders.isEmpty()) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        listFolder(walk.folders.takeLast(), walk);
    }
    std::sort(walk.entries.begin(), walk.entries.end(),
              [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
    return walk.entries;
}

QString kindOfSpecialFile(mode_t mode)
{
    if (S_ISFIFO(mode)) {
        return QStringLiteral("a named pipe, not a file");
    }
    if (S_ISSOCK(mode)) {
        return QStringLiteral("a socket, not a file");
    }
    return S_ISDIR(mode) ? QStringLiteral("a folder, not a file")
                         : QStringLiteral("a device, not a file");
}

Result<QByteArray> FolderTree::read(const TreeEntry& entry, qint64 limit) const
{
    const auto failed = [&](ErrorCode code, const QString& detail) {
        return Error{code, detail, entry.path.display()};
    };
    const QByteArray path = absolute(entry.path.bytes());
    struct stat status = {};
    // A pipe or device is never opened: opening one can block or have effects.
    if (::lstat(path.constData(), &status) == 0 && !S_ISREG(status.st_mode) &&
        !S_ISLNK(status.st_mode) && !S_ISDIR(status.st_mode)) {
        return failed(ErrorCode::FileUnreadable, kindOfSpecialFile(status.st_mode));
    }
    const CloseFd file(
        ::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file.fd < 0) {
        const int code = errno;
        return failed(code == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                      code == ELOOP ? QStringLiteral("a symbolic link, not followed")
                                    : systemMessage(code));
    }
    if (::fstat(file.fd, &status) != 0) {
        return failed(ErrorCode::FileUnreadable, systemMessage(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return failed(ErrorCode::FileUnreadable, kindOfSpecialFile(status.st_mode));
    }
    if (status.st_size > limit) {
        return failed(ErrorCode::FileTooLarge, QString::number(limit));
    }
    // One byte more than the size, so that a growing file is noticed at its end.
    QByteArray bytes(static_cast<qsizetype>(status.st_size) + 1, Qt::Uninitialized);
    qsizetype filled = 0;
    for (;;) {
        const ssize_t got =
            ::read(file.fd, bytes.data() + filled, static_cast<size_t>(bytes.size() - filled));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return failed(ErrorCode::FileUnreadable, systemMessage(errno));
        }
        if (got == 0) {
            break;
        }
        filled += got;
        if (filled > limit) {
            return failed(ErrorCode::FileTooLarge, QString::number(limit));
        }
        if (filled == bytes.size()) {
            bytes.resize(std::min<qsizetype>(bytes.size() * 2, limit + 1));
        }
    }
    bytes.truncate(filled);
    return bytes;
}

Result<QByteArray> FolderTree::linkTarget(const TreeEntry& entry) const
{
    QByteArray target(PATH_MAX, '\0');
    const ssize_t size = ::readlink(absolute(entry.path.bytes()).constData(), target.data(),
                                    static_cast<size_t>(target.size()));
    if (size < 0) {
        const int code = errno;
        return Error{code == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                     systemMessage(code), entry.path.display()};
    }
    target.truncate(size);
    return target;
}

} // namespace

Result<std::unique_ptr<SourceTree>> openFolderTree(const QString& folder)
{
    const QByteArray given = QFile::encodeName(folder);
    char* real = ::realpath(given.constData(), nullptr);
    if (real == nullptr) {
        const int code = errno;
        return Error{code == ENOENT || code == ENOTDIR ? ErrorCode::FileNotFound
                                                       : ErrorCode::FileUnreadable,
                     systemMessage(code), folder};
    }
    QByteArray root(real);
    std::free(real); // NOLINT: realpath() hands out malloc'ed memory
    struct stat status = {};
    if (::stat(root.constData(), &status) != 0) {
        return Error{ErrorCode::FileUnreadable, systemMessage(errno), folder};
    }
    if (!S_ISDIR(status.st_mode)) {
        return Error{ErrorCode::FileNotFound, QStringLiteral("a file, not a folder"), folder};
    }
    return std::unique_ptr<SourceTree>(std::make_unique<FolderTree>(std::move(root)));
}

} // namespace rocport
