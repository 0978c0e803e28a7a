#include "core/scan/gitfiles.h"

#include "core/files/readfile.h"
#include "core/scan/gitconfigpaths.h"
#include "core/scan/gitfolder.h"
#include "core/scan/gitindexfile.h"
#include "core/scan/gitobjects.h"
#include "core/scan/gittable.h"
#include "core/scan/gitvariables.h"

#include <QSet>

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace rocport {

namespace {

constexpr qint64 kMaxReference = 64 * 1024;    ///< HEAD, references: names
constexpr qint64 kMaxConfig = 4 * kMiB;        ///< also lists of patterns
constexpr qint64 kMaxLists = 128 * kMiB;       ///< the index, packed references
constexpr qint64 kMaxSparseObject = 16 * kMiB; ///< of holes: git writes none
constexpr int kMaxIncludes = 64;               ///< files that configurations name, all together
constexpr int kMaxConfigDepth = 10;            ///< libgit2's own
constexpr qsizetype kMaxEntries = 20'000'000;  ///< in all folders together
constexpr int kMaxDepth = 64;
constexpr int kMaxReferences = 12;             ///< that lead to each other; libgit2 follows ten
constexpr qint64 kLongestReference = 8 * 1024; ///< longer than a path may be

/// What is looked for below a folder.
struct FileRule
{
    qint64 limit = 0;
    bool sparseOnly = false;   ///< the limit is for files that are mostly holes
    bool references = false;   ///< files may lead to others
    bool written = false;      ///< libgit2 writes files there, also to what a link leads to
    bool linkedFolders = true; ///< folders behind links, too
};
constexpr FileRule kReferences{kMaxReference, false, true, true};
constexpr FileRule kLogs{kMaxLists, false, false, true};
constexpr FileRule kWorkTrees{kMaxLists, false, true, true};
constexpr FileRule kObjects{kMaxSparseObject, true};
constexpr FileRule kRest{kMaxSparseObject, true, true, false, false};
/// What lies in a git folder beside these may be taken for a reference, whatever its name.
QSet<QByteArray> notRest()
{
    return {"objects", "refs", "logs", "worktrees", "modules", "lfs", "annex"};
}

class GitFiles
{
public:
    Result<void> around(QByteArray folder);

private:
    struct Level
    {
        QByteArray path;
        int depth;
    };

    Result<void> throughLink(const QByteArray& folder, const QByteArray& link);
    Result<void> gitFolder(const QByteArray& folder);
    Result<void> sharedFolder(const QByteArray& folder);
    Result<void> config(const QByteArray& path, int depth);
    Result<void> objects(const QByteArray& folder);
    Result<void> packedReferences(const QByteArray& path) const;
    Result<void> reference(const QByteArray& path, int depth) const;
    Result<void> below(const QByteArray& folder, const FileRule& rule,
                       const QSet<QByteArray>& without = {});
    Result<void> folder(const Level& level, const FileRule& rule, const QSet<QByteArray>& without,
                        std::vector<Level>& pending);
    Result<void> entry(int folderFd, const QByteArray& path, const struct dirent& item,
                       const FileRule& rule, bool& isFolder);
    [[nodiscard]] bool leadsInside(const QByteArray& path) const;
    Result<void> regular(const QByteArray& path, const struct stat& status,
                         const FileRule& rule) const;

    QByteArray m_folder; ///< of the work tree
    QByteArray m_shared;
    QSet<QByteArray> m_seen;
    int m_includes = 0;
    GitVariables m_variables; ///< of all configurations
    qsizetype m_entries = 0;
};

/// Where \a link, a file in \a folder, says that the git folder lies.
Result<void> GitFiles::throughLink(const QByteArray& folder, const QByteArray& link)
{
    if (Result<void> file = checkGitFile(link, kMaxGitLink); !file) {
        return file;
    }
    const Result<QByteArray> text = readFollowed(link, kMaxGitLink);
    if (!text || !text->startsWith("gitdir:")) {
        return {};
    }
    const QByteArray target = realPathOf(joined(folder, withoutSpaceBefore(nameIn(text->mid(7)))));
    if (target.isEmpty()) {
        return {};
    }
    if (Result<void> head = checkGitFile(joined(target, "HEAD"), kMaxReference); !head) {
        return head;
    }
    const Result<IsGit> git = isGitFolder(target);
    return !git                 ? Result<void>(git.error())
           : *git == IsGit::Yes ? gitFolder(target)
                                : Result<void>();
}

/// As libgit2 finds a repository: upwards, within one file system; what lacks a part is none, and
/// the search goes on.
Result<void> GitFiles::around(QByteArray folder)
{
    struct stat first = {};
    if (::stat(folder.constData(), &first) != 0) {
        return {};
    }
    for (int steps = 0; steps < 4096; ++steps) {
        const QByteArray inside = joined(folder, ".git");
        if (isFileAt(inside)) {
            return throughLink(folder, inside);
        }
        if (Result<void> head = checkGitFile(joined(inside, "HEAD"), kMaxReference); !head) {
            return head;
        }
        for (const QByteArray& one : {inside, folder}) {
            const Result<IsGit> git = isFolderAt(one) ? isGitFolder(one) : Result<IsGit>(IsGit::No);
            if (!git) {
                return git.error();
            }
            if (*git != IsGit::No) {
                return *git == IsGit::Yes ? gitFolder(one) : Result<void>();
            }
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
    const Result<QByteArray> shared = sharedOf(folder);
    if (!shared) {
        return shared.error();
    }
    m_folder = folder;
    m_shared = shared->isEmpty() ? folder : *shared;
    const std::pair<const char*, qint64> files[] = {
        {"HEAD", kMaxReference},    {"ORIG_HEAD", kMaxReference}, {"MERGE_HEAD", kMaxReference},
        {"commondir", kMaxGitLink}, {"gitdir", kMaxGitLink},      {"FETCH_HEAD", kMaxLists}};
    for (const auto& [name, limit] : files) {
        if (Result<void> file = checkGitFile(joined(folder, name), limit); !file) {
            return file;
        }
    }
    if (Result<void> index = checkGitFile(joined(folder, "index"), kMaxLists); !index) {
        return index;
    }
    if (Result<void> index = checkGitIndex(joined(folder, "index"), kMaxLists); !index) {
        return index;
    }
    if (m_shared != folder) {
        if (Result<void> own = sharedFolder(folder); !own) {
            return own;
        }
    }
    return sharedFolder(m_shared);
}

Result<void> GitFiles::sharedFolder(const QByteArray& folder)
{
    for (const char* name : {"info/exclude", "info/attributes", "info/grafts", "shallow"}) {
        if (Result<void> file = checkGitFile(joined(folder, name), kMaxConfig); !file) {
            return file;
        }
    }
    if (Result<void> packed = packedReferences(joined(folder, "packed-refs")); !packed) {
        return packed;
    }
    for (const char* name : {"config", "config.worktree"}) {
        if (Result<void> file = config(joined(folder, name), 0); !file) {
            return file;
        }
    }
    const std::pair<const char*, const FileRule&> kinds[] = {
        {"refs", kReferences}, {"logs", kLogs}, {"worktrees", kWorkTrees}};
    for (const auto& [name, rule] : kinds) {
        if (Result<void> files = below(joined(folder, name), rule); !files) {
            return files;
        }
    }
    if (Result<void> rest = below(folder, kRest, notRest()); !rest) {
        return rest;
    }
    return objects(joined(folder, "objects"));
}

/// Lines of an object, a blank and a name.
Result<void> GitFiles::packedReferences(const QByteArray& path) const
{
    if (Result<void> file = checkGitFile(path, kMaxLists); !file) {
        return file;
    }
    const Result<QByteArray> text = readFollowed(path, kMaxLists);
    if (!text) {
        return {}; // libgit2 says so itself
    }
    GitTable names;
    qsizetype end = 0;
    for (qsizetype at = 0; at < text->size(); at = end + 1) {
        end = text->indexOf('\n', at);
        end = end < 0 ? text->size() : end;
        const QByteArrayView line = QByteArrayView(*text).sliced(at, end - at);
        const qsizetype blank = line.indexOf(' ');
        if (blank >= 0 && !line.startsWith('#') && !line.startsWith('^')) {
            names.add(line.sliced(blank + 1), GitTable::Letters::AsTheyAre);
        }
    }
    if (names.isEndless()) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("its names are such that git would not end to sort them"),
                     shownPath(path)};
    }
    return {};
}

/// Where the reference \a path leads, if it is one that leads to another: to any file of the git
/// folder, which libgit2 reads whole.
Result<void> GitFiles::reference(const QByteArray& path, int depth) const
{
    const Result<OpenFile> file = openFile(path, Links::Followed);
    if (!file || file->size < 5 || depth > kMaxReferences) {
        return {};
    }
    const Result<QByteArray> text =
        readPart(*file, shownPath(path), 0, std::min(file->size, kLongestReference));
    if (!text || !text->startsWith("ref:")) {
        return {};
    }
    const QByteArray name = withoutSpaceBefore(nameIn(text->mid(4)));
    QSet<QByteArray> folders{m_folder, m_shared};
    const QByteArray trees = joined(m_shared, "worktrees/");
    if (path.startsWith(trees)) {
        folders.insert(path.left(path.indexOf('/', trees.size())));
    }
    for (const QByteArray& folder : std::as_const(folders)) {
        const QByteArray other = joined(folder, name);
        if (Result<void> good = checkGitFile(other, kMaxReference); !good) {
            return good;
        }
        if (Result<void> good = reference(other, depth + 1); !good) {
            return good;
        }
    }
    return {};
}

/// What a configuration names is looked at as often as it is named: libgit2 reads a file again each
/// time, so that eight files that include the next one eight times would never end.
Result<void> GitFiles::config(const QByteArray& path, int depth)
{
    if (Result<void> file = checkGitFile(path, kMaxConfig); !file) {
        return file;
    }
    const QByteArray file = realPathOf(path);
    if (file.isEmpty() || depth > kMaxConfigDepth) {
        return {}; // libgit2 says so itself
    }
    const Result<QByteArray> text = readFile(file, Links::Refused, kMaxConfig);
    if (!text) {
        return {}; // and this, too
    }
    m_variables.add(*text);
    if (m_variables.isEndless()) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("it has more variables than git can read in time"),
                     shownPath(path)};
    }
    const QList<QByteArray> named = filesIncludedByConfig(*text, kMaxIncludes + 1);
    for (const QByteArray& name : named) {
        if (++m_includes > kMaxIncludes) {
            return Error{
                ErrorCode::FileUnreadable,
                QStringLiteral("git's configuration includes more than %1 files").arg(kMaxIncludes),
                shownPath(path)};
        }
        // libgit2 looks beside the name by which it came to a file, git beside the file.
        QList<QByteArray> folders{folderOf(path)};
        if (folderOf(file) != folders.first()) {
            folders.append(folderOf(file));
        }
        for (const QByteArray& folder : std::as_const(folders)) {
            const QByteArray other =
                name.startsWith("~/") ? joined(qgetenv("HOME"), name.mid(2)) : joined(folder, name);
            if (Result<void> good = config(other, depth + 1); !good) {
                return good;
            }
        }
    }
    return {};
}

Result<void> GitFiles::objects(const QByteArray& folder)
{
    if (Result<void> file = checkGitFile(joined(folder, "info/alternates"), kMaxGitLink); !file) {
        return file;
    }
    if (Result<void> files = below(folder, kObjects); !files) {
        return files;
    }
    const Result<QList<QByteArray>> folders = objectFolders(
        folder, [](const QByteArray& list) { return checkGitFile(list, kMaxGitLink); });
    if (!folders) {
        return folders.error();
    }
    for (const QByteArray& other : *folders) {
        if (other == folder) {
            continue;
        }
        if (Result<void> files = below(other, kObjects); !files) {
            return files;
        }
    }
    return {};
}

/// All that lies below a folder, but for what has a name of \a without in the folder itself.
Result<void> GitFiles::below(const QByteArray& folder, const FileRule& rule,
                             const QSet<QByteArray>& without)
{
    std::vector<Level> pending{{folder, 0}};
    while (!pending.empty()) {
        const Level level = std::move(pending.back());
        pending.pop_back();
        const QSet<QByteArray>& left = level.depth == 0 ? without : QSet<QByteArray>();
        if (Result<void> good = this->folder(level, rule, left, pending); !good) {
            return good;
        }
        if (m_entries > kMaxEntries) {
            return Error{ErrorCode::FileTooLarge,
                         QStringLiteral("more than %1 files").arg(kMaxEntries), shownPath(folder)};
        }
    }
    return {};
}

/// What lies in one folder; folders in it are added to \a pending.
Result<void> GitFiles::folder(const Level& level, const FileRule& rule,
                              const QSet<QByteArray>& without, std::vector<Level>& pending)
{
    const int fd = ::open(level.path.constData(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
    DIR* handle = fd < 0 ? nullptr : ::fdopendir(fd);
    if (handle == nullptr) {
        if (fd >= 0) {
            ::close(fd);
        }
        return {};
    }
    Result<void> good;
    while (const dirent* item = ::readdir(handle)) { // NOLINT(concurrency-mt-unsafe)
        const QByteArray name(item->d_name);
        if (name == "." || name == ".." || without.contains(name)) {
            continue;
        }
        bool isFolder = false;
        const QByteArray path = joined(level.path, name);
        good = entry(fd, path, *item, rule, isFolder);
        if (!good || ++m_entries > kMaxEntries) {
            break;
        }
        if (isFolder && level.depth < kMaxDepth) {
            pending.push_back({path, level.depth + 1});
        }
    }
    ::closedir(handle);
    return good;
}

/// Whether the link \a path leads to something in the git folder.
bool GitFiles::leadsInside(const QByteArray& path) const
{
    const QByteArray target = realPathOf(path);
    for (const QByteArray& folder : {m_folder, m_shared}) {
        const QByteArray real = realPathOf(folder);
        if (!target.isEmpty() && !real.isEmpty() && target.startsWith(joined(real, ""))) {
            return true;
        }
    }
    return false;
}

/// Nothing but regular files that are no larger than the rule has it, sockets and folders;
/// \a isFolder: it is one to be looked at.
Result<void> GitFiles::entry(int folderFd, const QByteArray& path, const struct dirent& item,
                             const FileRule& rule, bool& isFolder)
{
    if (item.d_type == DT_DIR) {
        isFolder = true;
        return {};
    }
    if (rule.written && item.d_type == DT_LNK && !leadsInside(path)) {
        return Error{ErrorCode::FileUnreadable,
                     QStringLiteral("git would write to what it leads to, but it is a link out of "
                                    "the git folder"),
                     shownPath(path)};
    }
    struct stat status = {};
    if (::fstatat(folderFd, item.d_name, &status, 0) != 0) {
        return {};
    }
    if (S_ISDIR(status.st_mode)) {
        const QByteArray identity = QByteArray::number(static_cast<quint64>(status.st_dev)) + ' ' +
                                    QByteArray::number(static_cast<quint64>(status.st_ino));
        isFolder = item.d_type != DT_LNK || (rule.linkedFolders && !m_seen.contains(identity));
        if (isFolder) {
            m_seen.insert(identity);
        }
        return {};
    }
    if (S_ISSOCK(status.st_mode)) {
        return {}; // cannot be opened, so that nobody waits
    }
    if (!S_ISREG(status.st_mode) || (item.d_type == DT_LNK && isOfTheKernel(path))) {
        return notAFile(path, status.st_mode);
    }
    return regular(path, status, rule);
}

Result<void> GitFiles::regular(const QByteArray& path, const struct stat& status,
                               const FileRule& rule) const
{
    const bool holes = status.st_blocks * 512 < status.st_size / 4;
    if (status.st_size > rule.limit && (!rule.sparseOnly || holes)) {
        return tooLargeForGit(path, rule.limit);
    }
    if (!rule.references) {
        return {};
    }
    // The list of files of another work tree, which is opened when its branch goes on.
    if (path.endsWith("/index") && path.startsWith(joined(m_shared, "worktrees/"))) {
        return checkGitIndex(path, kMaxLists);
    }
    return reference(path, 0);
}

} // namespace

Result<void> checkGitFiles(const QByteArray& folder)
{
    const QByteArray path = realPathOf(folder);
    return path.isEmpty() ? Result<void>() : GitFiles().around(path);
}

Result<void> checkPatternFile(const QByteArray& path)
{
    return checkGitFile(path, kMaxConfig);
}

} // namespace rocport
