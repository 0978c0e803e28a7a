#include "core/scan/gitfiles.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"
#include "core/scan/gitconfigpaths.h"
#include "core/scan/gitindexfile.h"
#include "core/scan/gitobjects.h"

#include <QSet>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <vector>

namespace rocport {

namespace {

constexpr qint64 kMiB = 1024 * 1024;
constexpr qint64 kMaxText = 1 * kMiB;          ///< HEAD, references, links between folders
constexpr qint64 kMaxConfig = 4 * kMiB;        ///< also lists of patterns
constexpr qint64 kMaxLists = 128 * kMiB;       ///< the index, packed references
constexpr qint64 kMaxSparseObject = 16 * kMiB; ///< of holes: git writes none
constexpr int kMaxIncludes = 64;               ///< files that configurations name, all together
constexpr int kMaxConfigDepth = 10;            ///< libgit2's own
constexpr qsizetype kMaxEntries = 20'000'000;  ///< in all folders together
constexpr int kMaxDepth = 64;

QString shown(const QByteArray& path)
{
    return RepoPath(path).display();
}

Error notRegular(const QByteArray& path, mode_t mode)
{
    const char* kind = S_ISFIFO(mode)   ? "a named pipe"
                       : S_ISSOCK(mode) ? "a socket"
                       : S_ISDIR(mode)  ? "a folder"
                       : S_ISREG(mode)  ? "a kernel file"
                                        : "a device";
    return {
        ErrorCode::FileUnreadable,
        QStringLiteral("git would read it, but it is %1, not a file").arg(QLatin1StringView(kind)),
        shown(path)};
}

Error tooLarge(const QByteArray& path, qint64 limit)
{
    return {ErrorCode::FileTooLarge, QStringLiteral("larger than %1 MiB").arg(limit / kMiB),
            shown(path)};
}

/// Files that say "regular" and can make a reader wait all the same.
bool isOfTheKernel(const QByteArray& path)
{
    struct statfs system = {};
    if (::statfs(path.constData(), &system) != 0) {
        return false;
    }
    const auto type = static_cast<quint64>(system.f_type);
    return type == PROC_SUPER_MAGIC || type == SYSFS_MAGIC || type == DEBUGFS_MAGIC ||
           type == TRACEFS_MAGIC;
}

/// The folder \a path lies in, without '/' at the end.
QByteArray folderOf(const QByteArray& path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash <= 0 ? QByteArray("/") : path.left(slash);
}

QByteArray joined(const QByteArray& folder, const QByteArray& name)
{
    if (name.startsWith('/')) {
        return name;
    }
    return folder.endsWith('/') ? folder + name : folder + '/' + name;
}

bool isFolderAt(const QByteArray& path)
{
    struct stat status = {};
    return ::stat(path.constData(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool isFileAt(const QByteArray& path)
{
    struct stat status = {};
    return ::stat(path.constData(), &status) == 0 && S_ISREG(status.st_mode);
}

/// The bytes of what \a path leads to.
Result<QByteArray> readFollowed(const QByteArray& path, qint64 limit)
{
    char* real = ::realpath(path.constData(), nullptr);
    if (real == nullptr) {
        return Error{ErrorCode::FileNotFound, {}, shown(path)};
    }
    const QByteArray file(real);
    std::free(real); // NOLINT: realpath() hands out malloc'ed memory
    return readFile(file, Links::Refused, limit);
}

class GitFiles
{
public:
    Result<void> around(QByteArray folder);

private:
    Result<void> gitFolder(const QByteArray& folder);
    Result<void> sharedFolder(const QByteArray& folder);
    Result<void> oneFile(const QByteArray& path, qint64 limit) const;
    Result<void> config(const QByteArray& path, int depth);
    Result<void> objects(const QByteArray& folder);
    Result<void> below(const QByteArray& folder, qint64 limit, bool sparseOnly);
    Result<void> entry(int folderFd, const QByteArray& path, const struct dirent& item,
                       qint64 limit, bool sparseOnly, std::vector<QByteArray>& folders);

    QSet<QByteArray> m_seen;
    int m_includes = 0;
    qsizetype m_entries = 0;
};

/// A file that may be missing; links are followed, as libgit2 does.
Result<void> GitFiles::oneFile(const QByteArray& path, qint64 limit) const
{
    struct stat status = {};
    if (::stat(path.constData(), &status) != 0 || S_ISDIR(status.st_mode)) {
        return {}; // libgit2 says so itself, and waits for nothing
    }
    if (!S_ISREG(status.st_mode) || isOfTheKernel(path)) {
        return notRegular(path, status.st_mode);
    }
    if (status.st_size > limit) {
        return tooLarge(path, limit);
    }
    return {};
}

/// As libgit2 finds a repository: upwards, within one file system.
Result<void> GitFiles::around(QByteArray folder)
{
    struct stat first = {};
    if (::stat(folder.constData(), &first) != 0) {
        return {};
    }
    for (int steps = 0; steps < 4096; ++steps) {
        const QByteArray inside = joined(folder, ".git");
        if (isFolderAt(inside)) {
            if (isFileAt(joined(inside, "HEAD"))) {
                return gitFolder(inside);
            }
            if (Result<void> head = oneFile(joined(inside, "HEAD"), kMaxText); !head) {
                return head;
            }
        } else if (isFileAt(inside)) {
            if (Result<void> link = oneFile(inside, kMaxText); !link) {
                return link;
            }
            const Result<QByteArray> text = readFollowed(inside, kMaxText);
            if (text && text->startsWith("gitdir:")) {
                return gitFolder(joined(folder, text->mid(7).trimmed()));
            }
        }
        if (isFileAt(joined(folder, "HEAD")) && isFolderAt(joined(folder, "objects"))) {
            return gitFolder(folder);
        }
        struct stat above = {};
        if (folder == "/" || ::stat(folderOf(folder).constData(), &above) != 0 ||
            above.st_dev != first.st_dev) {
            return {};
        }
        folder = folderOf(folder);
    }
    return {};
}

/// The folder of one work tree; what all share may lie elsewhere.
Result<void> GitFiles::gitFolder(const QByteArray& folder)
{
    for (const char* name :
         {"HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "commondir", "gitdir", "shallow"}) {
        if (Result<void> file = oneFile(joined(folder, name), kMaxText); !file) {
            return file;
        }
    }
    if (Result<void> index = oneFile(joined(folder, "index"), kMaxLists); !index) {
        return index;
    }
    if (Result<void> index = checkGitIndex(joined(folder, "index"), kMaxLists); !index) {
        return index;
    }
    QByteArray shared = folder;
    if (const Result<QByteArray> text = readFollowed(joined(folder, "commondir"), kMaxText)) {
        shared = joined(folder, text->trimmed());
    }
    if (shared != folder) {
        if (Result<void> own = sharedFolder(folder); !own) {
            return own;
        }
    }
    return sharedFolder(shared);
}

Result<void> GitFiles::sharedFolder(const QByteArray& folder)
{
    for (const char* name : {"info/exclude", "info/attributes", "info/grafts", "shallow"}) {
        if (Result<void> file = oneFile(joined(folder, name), kMaxConfig); !file) {
            return file;
        }
    }
    if (Result<void> packed = oneFile(joined(folder, "packed-refs"), kMaxLists); !packed) {
        return packed;
    }
    for (const char* name : {"config", "config.worktree"}) {
        if (Result<void> file = config(joined(folder, name), 0); !file) {
            return file;
        }
    }
    if (Result<void> refs = below(joined(folder, "refs"), kMaxText, false); !refs) {
        return refs;
    }
    for (const char* name : {"logs", "worktrees"}) {
        if (Result<void> files = below(joined(folder, name), kMaxLists, false); !files) {
            return files;
        }
    }
    return objects(joined(folder, "objects"));
}

/// What a configuration names is looked at as often as it is named: libgit2 reads a file again each
/// time, so that eight files that include the next one eight times would never end.
Result<void> GitFiles::config(const QByteArray& path, int depth)
{
    if (Result<void> file = oneFile(path, kMaxConfig); !file) {
        return file;
    }
    char* real = ::realpath(path.constData(), nullptr);
    const QByteArray file(real != nullptr ? real : "");
    std::free(real); // NOLINT: realpath() hands out malloc'ed memory
    if (file.isEmpty() || depth > kMaxConfigDepth) {
        return {}; // libgit2 says so itself
    }
    const Result<QByteArray> text = readFile(file, Links::Refused, kMaxConfig);
    if (!text) {
        return {}; // and this, too
    }
    const QList<GitConfigPath> named = filesNamedInConfig(*text, kMaxIncludes + 1);
    for (const GitConfigPath& one : named) {
        if (++m_includes > kMaxIncludes) {
            return Error{
                ErrorCode::FileUnreadable,
                QStringLiteral("git's configuration includes more than %1 files").arg(kMaxIncludes),
                shown(path)};
        }
        // libgit2 looks beside the name by which it came to a file, git beside the file.
        QList<QByteArray> folders{folderOf(path)};
        if (folderOf(file) != folders.first()) {
            folders.append(folderOf(file));
        }
        for (const QByteArray& folder : std::as_const(folders)) {
            const QByteArray other = one.name.startsWith("~/")
                                         ? joined(qgetenv("HOME"), one.name.mid(2))
                                         : joined(folder, one.name);
            Result<void> good =
                one.included ? config(other, depth + 1) : oneFile(other, kMaxConfig);
            if (!good) {
                return good;
            }
        }
    }
    return {};
}

Result<void> GitFiles::objects(const QByteArray& folder)
{
    if (Result<void> file = oneFile(joined(folder, "info/alternates"), kMaxText); !file) {
        return file;
    }
    if (Result<void> files = below(folder, kMaxSparseObject, true); !files) {
        return files;
    }
    const Result<QList<QByteArray>> folders =
        objectFolders(folder, [this](const QByteArray& list) { return oneFile(list, kMaxText); });
    if (!folders) {
        return folders.error();
    }
    for (const QByteArray& other : *folders) {
        if (other == folder) {
            continue;
        }
        if (Result<void> files = below(other, kMaxSparseObject, true); !files) {
            return files;
        }
    }
    return {};
}

/// All that lies below a folder: nothing but regular files of at most `limit` bytes and folders;
/// with `sparseOnly` the limit is for files that are mostly holes.
Result<void> GitFiles::below(const QByteArray& folder, qint64 limit, bool sparseOnly)
{
    struct Level
    {
        QByteArray path;
        int depth;
    };
    std::vector<Level> pending{{folder, 0}};
    while (!pending.empty()) {
        const Level level = std::move(pending.back());
        pending.pop_back();
        const int fd =
            ::open(level.path.constData(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
        DIR* handle = fd < 0 ? nullptr : ::fdopendir(fd);
        if (handle == nullptr) {
            if (fd >= 0) {
                ::close(fd);
            }
            continue;
        }
        std::vector<QByteArray> folders;
        Result<void> good;
        while (const dirent* item = ::readdir(handle)) { // NOLINT(concurrency-mt-unsafe)
            if (std::strcmp(item->d_name, ".") == 0 || std::strcmp(item->d_name, "..") == 0) {
                continue;
            }
            good = ++m_entries > kMaxEntries
                       ? Result<void>(Error{ErrorCode::FileTooLarge,
                                            QStringLiteral("more than %1 files").arg(kMaxEntries),
                                            shown(folder)})
                       : entry(fd, joined(level.path, item->d_name), *item, limit, sparseOnly,
                               folders);
            if (!good) {
                break;
            }
        }
        ::closedir(handle);
        if (!good) {
            return good;
        }
        for (QByteArray& one : folders) {
            if (level.depth < kMaxDepth) {
                pending.push_back({std::move(one), level.depth + 1});
            }
        }
    }
    return {};
}

Result<void> GitFiles::entry(int folderFd, const QByteArray& path, const struct dirent& item,
                             qint64 limit, bool sparseOnly, std::vector<QByteArray>& folders)
{
    if (item.d_type == DT_DIR) {
        folders.push_back(path);
        return {};
    }
    struct stat status = {};
    if (::fstatat(folderFd, item.d_name, &status, 0) != 0) {
        return {};
    }
    if (S_ISDIR(status.st_mode)) {
        const QByteArray identity = QByteArray::number(static_cast<quint64>(status.st_dev)) + ' ' +
                                    QByteArray::number(static_cast<quint64>(status.st_ino));
        if (item.d_type != DT_LNK || !m_seen.contains(identity)) {
            m_seen.insert(identity);
            folders.push_back(path);
        }
        return {};
    }
    if (S_ISSOCK(status.st_mode)) {
        return {}; // cannot be opened, so that nobody waits
    }
    if (!S_ISREG(status.st_mode) || (item.d_type == DT_LNK && isOfTheKernel(path))) {
        return notRegular(path, status.st_mode);
    }
    const bool holes = status.st_blocks * 512 < status.st_size / 4;
    if (status.st_size > limit && (!sparseOnly || holes)) {
        return tooLarge(path, limit);
    }
    return {};
}

} // namespace

Result<void> checkGitFiles(const QByteArray& folder)
{
    char* real = ::realpath(folder.constData(), nullptr);
    const QByteArray path(real != nullptr ? real : "");
    std::free(real); // NOLINT: realpath() hands out malloc'ed memory
    return path.isEmpty() ? Result<void>() : GitFiles().around(path);
}

} // namespace rocport
