#include "core/files/descriptor.h"
#include "core/scan/gitview.h"
#include "core/scan/sourcetree.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

/// A change this soon before the listing may be followed by another one with the same times; such
/// a file is read again by the next scan.
constexpr qint64 kRacyNanoseconds = 20'000'000;
constexpr int kMostHeld = 64; ///< descriptors of folders whose subfolders are still to be listed

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

class FolderTree : public SourceTree
{
public:
    explicit FolderTree(QByteArray root) : m_root(std::move(root)) {}

    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken& cancel) const override;
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64 limit) const override;
    [[nodiscard]] Result<QByteArray> linkTarget(const TreeEntry& entry) const override;
    [[nodiscard]] Result<QByteArray> digest(const TreeEntry& entry,
                                            const CancelToken& cancel) const override;
    [[nodiscard]] QString describe() const override { return QStringLiteral("folder as is"); }

private:
    /// A folder that is still to be listed, with the scope of the one it lies in.
    struct Folder
    {
        QByteArray path;
        GitView::Scope above;
        /// Of the one it lies in, so that the way to it is not gone once more for each folder.
        /// Nothing for the top, and where many are open.
        std::shared_ptr<const Descriptor> parent;
    };
    struct Walk
    {
        const GitView& git;
        qint64 started = 0;
        const CancelToken& cancel;
        std::vector<Folder> folders;
        QVector<TreeEntry> entries;
        std::shared_ptr<const Descriptor> listed; ///< what is being listed, once it is needed
        std::shared_ptr<int> held = std::make_shared<int>(0); ///< descriptors that folders hold
    };
    [[nodiscard]] QByteArray absolute(const QByteArray& path) const
    {
        return m_root == "/" ? m_root + path : m_root + '/' + path;
    }
    [[nodiscard]] Descriptor openFolder(const Folder& folder) const;
    Result<void> listFolder(const Folder& folder, Walk& walk) const;
    static void addFolder(int folderFd, const QByteArray& path, const GitView::Scope& scope,
                          Walk& walk);
    static Result<void> addEntry(int folderFd, const QByteArray& path, const char* name,
                                 const GitView::Scope& scope, Walk& walk);

    /// Opens what is a regular file, and nothing else; closes with `file`.
    [[nodiscard]] Result<void> openFile(const TreeEntry& entry, Descriptor& file,
                                        struct stat& status) const;

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

Result<void> FolderTree::addEntry(int folderFd, const QByteArray& path, const char* name,
                                  const GitView::Scope& scope, Walk& walk)
{
    struct stat status = {};
    if (::fstatat(folderFd, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) { // gone since readdir(): not a file any more
            walk.entries.append({RepoPath(path), {}, -1, false, TreeEntry::Kind::File});
        }
        return {};
    }
    if (S_ISDIR(status.st_mode)) {
        if (walk.git.isLeftOut(path, true, scope)) {
            return {};
        }
        const QByteArray marker = QByteArray(name) + "/.git";
        if (walk.git.isSubmodule(path) ||
            (walk.git.isValid() && ::faccessat(folderFd, marker.constData(), F_OK, 0) == 0)) {
            walk.entries.append({RepoPath(path), {}, -1, false, TreeEntry::Kind::Submodule});
            return {};
        }
        addFolder(folderFd, path, scope, walk);
        return {};
    }
    if (walk.git.isLeftOut(path, false, scope)) {
        return {};
    }
    TreeEntry entry;
    entry.path = RepoPath(path);
    entry.identity = identityOf(status, walk.started);
    entry.size = S_ISREG(status.st_mode) ? status.st_size : -1;
    entry.executable = S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0;
    entry.kind = S_ISLNK(status.st_mode) ? TreeEntry::Kind::Link : TreeEntry::Kind::File;
    walk.entries.append(entry);
    return {};
}

void FolderTree::addFolder(int folderFd, const QByteArray& path, const GitView::Scope& scope,
                           Walk& walk)
{
    if (walk.listed == nullptr && *walk.held < kMostHeld) {
        ++*walk.held;
        walk.listed = std::shared_ptr<const Descriptor>(
            new Descriptor(::fcntl(folderFd, F_DUPFD_CLOEXEC, 0)), // NOLINT: shared_ptr owns it
            [held = walk.held](const Descriptor* open) {
                --*held;
                delete open; // NOLINT: as above
            });
    }
    walk.folders.push_back({path, scope, walk.listed});
}

Descriptor FolderTree::openFolder(const Folder& folder) const
{
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    if (folder.parent != nullptr && folder.parent->isOpen()) {
        const QByteArray name = folder.path.mid(folder.path.lastIndexOf('/') + 1);
        return Descriptor(::openat(folder.parent->number(), name.constData(), kFlags));
    }
    const QByteArray path = folder.path.isEmpty() ? m_root : absolute(folder.path);
    return Descriptor(::open(path.constData(), kFlags));
}

Result<void> FolderTree::listFolder(const Folder& folder, Walk& walk) const
{
    walk.listed.reset();
    // The system takes no longer path, so that nothing in the folder could be read.
    const bool tooLong = m_root.size() + folder.path.size() + 1 >= PATH_MAX;
    const Descriptor open = tooLong ? Descriptor() : openFolder(folder);
    const int fd = open.isOpen() ? ::fcntl(open.number(), F_DUPFD_CLOEXEC, 0) : -1;
    DIR* handle = fd < 0 ? nullptr : ::fdopendir(fd);
    if (handle == nullptr) {
        // Listed as a file that cannot be read, so that the scan names it and the reason.
        walk.entries.append({RepoPath(folder.path), {}, -1, false, TreeEntry::Kind::File});
        if (fd >= 0) {
            ::close(fd);
        }
        return {};
    }
    Result<GitView::Scope> scope = folder.path.isEmpty()
                                       ? Result<GitView::Scope>(folder.above)
                                       : walk.git.enter(folder.path, fd, folder.above);
    if (!scope) {
        ::closedir(handle);
        return scope.error();
    }
    Result<void> good;
    while (const dirent* item = ::readdir(handle)) { // NOLINT(concurrency-mt-unsafe)
        if (std::strcmp(item->d_name, ".") == 0 || std::strcmp(item->d_name, "..") == 0 ||
            isVersionControl(item->d_name)) {
            continue;
        }
        const QByteArray child =
            folder.path.isEmpty() ? QByteArray(item->d_name) : folder.path + '/' + item->d_name;
        good = addEntry(fd, child, item->d_name, *scope, walk);
        if (good && walk.cancel.isCancelled()) {
            good = Error{ErrorCode::Cancelled, {}, {}};
        }
        if (good && walk.git.isTooMuch()) {
            good = Error{ErrorCode::FileTooLarge,
                         QStringLiteral("git's ignore rules take too long to be matched here"),
                         QFile::decodeName(absolute(folder.path))};
        }
        if (!good) {
            break;
        }
    }
    ::closedir(handle);
    return good;
}

Result<QVector<TreeEntry>> FolderTree::list(const CancelToken& cancel) const
{
    const Result<std::unique_ptr<GitView>> git = GitView::open(m_root);
    if (!git) {
        return git.error();
    }
    const Descriptor root(::open(m_root.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) {
        const int code = errno;
        return Error{code == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                     systemMessage(code), QFile::decodeName(m_root)};
    }
    Walk walk{**git, now(), cancel, {}, {}};
    walk.folders.push_back({QByteArray(), (*git)->top(), nullptr});
    while (!walk.folders.empty()) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const Folder folder = std::move(walk.folders.back());
        walk.folders.pop_back();
        if (Result<void> listed = listFolder(folder, walk); !listed) {
            return listed.error();
        }
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

Result<void> FolderTree::openFile(const TreeEntry& entry, Descriptor& file,
                                  struct stat& status) const
{
    const auto failed = [&](ErrorCode code, const QString& detail) {
        return Error{code, detail, entry.path.display()};
    };
    const QByteArray path = absolute(entry.path.bytes());
    // A pipe or device is never opened: opening one can block or have effects.
    if (::lstat(path.constData(), &status) == 0 && !S_ISREG(status.st_mode) &&
        !S_ISLNK(status.st_mode) && !S_ISDIR(status.st_mode)) {
        return failed(ErrorCode::FileUnreadable, kindOfSpecialFile(status.st_mode));
    }
    file = Descriptor(
        ::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen()) {
        const int code = errno;
        return failed(code == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                      code == ELOOP ? QStringLiteral("a symbolic link, not followed")
                                    : systemMessage(code));
    }
    if (::fstat(file.number(), &status) != 0) {
        return failed(ErrorCode::FileUnreadable, systemMessage(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return failed(ErrorCode::FileUnreadable, kindOfSpecialFile(status.st_mode));
    }
    return {};
}

Result<QByteArray> FolderTree::digest(const TreeEntry& entry, const CancelToken& cancel) const
{
    struct stat status = {};
    Descriptor file;
    if (Result<void> opened = openFile(entry, file, status); !opened) {
        return opened.error();
    }
    constexpr qint64 kBlock = 65536; // zeros of a whole block count as a hole
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(static_cast<qint64>(status.st_size)) + '\n');
    QByteArray block(kBlock, '\0');
    for (qint64 at = 0; at < status.st_size;) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const qint64 data = ::lseek(file.number(), at, SEEK_DATA);
        if (data < 0 && errno == ENXIO) {
            break; // a hole up to the end
        }
        at = (data < 0 ? at : data) / kBlock * kBlock;
        const ssize_t got = ::pread(file.number(), block.data(), static_cast<size_t>(kBlock), at);
        if (got < 0 && errno != EINTR) {
            return Error{ErrorCode::FileUnreadable, systemMessage(errno), entry.path.display()};
        }
        if (got == 0) {
            break;
        }
        if (got > 0 &&
            std::any_of(block.cbegin(), block.cbegin() + got, [](char c) { return c != '\0'; })) {
            hash.addData(QByteArray::number(at) + '\n');
            hash.addData(QByteArrayView(block.constData(), got));
        }
        at += std::max<qint64>(0, got);
        if (got > 0 && got < kBlock && at < status.st_size) {
            at = at / kBlock * kBlock + kBlock; // a short read of a file that shrinks
        }
    }
    return hash.result();
}

Result<QByteArray> FolderTree::read(const TreeEntry& entry, qint64 limit) const
{
    const auto failed = [&](ErrorCode code, const QString& detail) {
        return Error{code, detail, entry.path.display()};
    };
    struct stat status = {};
    Descriptor file;
    if (Result<void> opened = openFile(entry, file, status); !opened) {
        return opened.error();
    }
    if (status.st_size > limit) {
        return failed(ErrorCode::FileTooLarge, QString::number(limit));
    }
    // One byte more than the size, so that a growing file is noticed at its end.
    QByteArray bytes(static_cast<qsizetype>(status.st_size) + 1, Qt::Uninitialized);
    qsizetype filled = 0;
    for (;;) {
        const ssize_t got = ::read(file.number(), bytes.data() + filled,
                                   static_cast<size_t>(bytes.size() - filled));
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
