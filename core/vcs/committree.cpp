#include "core/files/repositoryname.h"
#include "core/vcs/repository_p.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace rocport {

Result<QByteArray> readBlob(git_repository* repository, const git_oid* id, qint64 limit,
                            const QString& name)
{
    GitOdb odb;
    if (gitMake(odb, git_repository_odb, repository) < 0) {
        return gitError(name);
    }
    // The header first: a blob over the limit is never inflated.
    size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (git_odb_read_header(&size, &type, odb.get(), id) < 0) {
        return gitError(name, ErrorCode::FileUnreadable);
    }
    if (size > static_cast<size_t>(limit)) {
        return Error{ErrorCode::FileTooLarge, QString::number(limit), name};
    }
    GitOdbObject object;
    if (gitMake(object, git_odb_read, odb.get(), id) < 0) {
        return gitError(name, ErrorCode::FileUnreadable);
    }
    if (git_odb_object_type(object.get()) != GIT_OBJECT_BLOB) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a file in git"), name};
    }
    return QByteArray(static_cast<const char*>(git_odb_object_data(object.get())),
                      static_cast<qsizetype>(git_odb_object_size(object.get())));
}

namespace {

/// libgit2 takes a lock around every read of one object database; with a handle for each reader,
/// inflating runs in parallel.
class HandlePool
{
public:
    explicit HandlePool(QByteArray gitFolder) : m_gitFolder(std::move(gitFolder)) {}

    Result<GitRepository> take()
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_idle.empty()) {
                GitRepository handle = std::move(m_idle.back());
                m_idle.pop_back();
                return Result<GitRepository>(std::move(handle));
            }
        }
        GitRepository handle;
        if (Result<void> opened = reopenGit(handle, m_gitFolder); !opened) {
            return opened.error();
        }
        return Result<GitRepository>(std::move(handle));
    }

    void give(GitRepository handle)
    {
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(handle));
    }

private:
    GitLibrary m_library; // first: outlives the handles
    QByteArray m_gitFolder;
    std::mutex m_mutex;
    std::vector<GitRepository> m_idle;
};

class CommitTree : public SourceTree
{
public:
    CommitTree(QByteArray gitFolder, QByteArray commit, QString description)
        : m_pool(std::move(gitFolder)),
          m_commit(std::move(commit)),
          m_description(std::move(description))
    {
    }

    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken& cancel) const override;
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64 limit) const override;
    [[nodiscard]] Result<QByteArray> linkTarget(const TreeEntry& entry) const override;
    [[nodiscard]] QString describe() const override { return m_description; }

private:
    mutable HandlePool m_pool;
    QByteArray m_commit;
    QString m_description;
};

/// More files than any real repository has; a tree that names itself in many places ("git bomb")
/// would fill the memory.
constexpr qsizetype kMaxEntries = 2'000'000;
constexpr qsizetype kMaxPathBytes = 32'768;
constexpr qsizetype kMaxAllPathBytes = 96 * 1024 * 1024; ///< a few trees can make gigabytes
constexpr qsizetype kShownName = 300;

TreeEntry entryOf(const git_tree_entry* item, QByteArray path)
{
    const git_filemode_t mode = git_tree_entry_filemode(item);
    TreeEntry entry;
    entry.path = RepoPath(std::move(path));
    entry.identity = gitHex(git_tree_entry_id(item));
    entry.executable = mode == GIT_FILEMODE_BLOB_EXECUTABLE;
    entry.kind = mode == GIT_FILEMODE_LINK     ? TreeEntry::Kind::Link
                 : mode == GIT_FILEMODE_COMMIT ? TreeEntry::Kind::Submodule
                                               : TreeEntry::Kind::File;
    return entry;
}

/// Whether so many entries, whose paths have so many bytes, are taken.
Result<void> fitsInMemory(qsizetype entries, qsizetype bytes)
{
    if (entries > kMaxEntries) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("more than %1 files in one commit").arg(kMaxEntries),
                     {}};
    }
    if (bytes > kMaxAllPathBytes) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("the paths of one commit are more than %1 MiB")
                         .arg(kMaxAllPathBytes / (1024 * 1024)),
                     {}};
    }
    return {};
}

/// Without recursion: a tree can be as deep as its maker likes.
Result<QVector<TreeEntry>> walkTree(git_repository* repository, const git_oid& top,
                                    const CancelToken& cancel)
{
    struct Folder
    {
        git_oid id;
        QByteArray prefix;
    };
    QVector<TreeEntry> entries;
    qsizetype bytes = 0;
    std::vector<Folder> pending{{top, {}}};
    while (!pending.empty()) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const Folder folder = std::move(pending.back());
        pending.pop_back();
        GitTree tree;
        if (gitMake(tree, git_tree_lookup, repository, &folder.id) < 0) {
            return gitError(RepoPath(folder.prefix).display());
        }
        const size_t count = git_tree_entrycount(tree.get());
        for (size_t i = 0; i < count; ++i) {
            const git_tree_entry* item = git_tree_entry_byindex(tree.get(), i);
            const QByteArray name = git_tree_entry_name(item);
            QByteArray path = folder.prefix + name;
            // As git refuses to check such a commit out: a name made by hand could lead anywhere.
            if (name.contains('/')) {
                return Error{ErrorCode::PathOutsideRepository,
                             QStringLiteral("a name in the commit contains a slash"),
                             RepoPath(path).display().left(kShownName)};
            }
            if (const Result<void> checked = checkRepositoryName(RepoPath(name)); !checked) {
                return Error{checked.error().code, checked.error().detail,
                             RepoPath(path).display().left(kShownName)};
            }
            bytes += path.size();
            const bool isFolder = git_tree_entry_filemode(item) == GIT_FILEMODE_TREE;
            if (isFolder && path.size() < kMaxPathBytes) {
                pending.push_back({*git_tree_entry_id(item), path + '/'});
            } else {
                entries.append(entryOf(item, std::move(path)));
            }
            // One tree may hold very many names below a long path: asked for each.
            if (const Result<void> fits =
                    fitsInMemory(entries.size() + static_cast<qsizetype>(pending.size()), bytes);
                !fits) {
                return fits.error();
            }
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
    return entries;
}

Result<QVector<TreeEntry>> listTree(git_repository* repository, const QByteArray& commit,
                                    const CancelToken& cancel)
{
    git_oid id;
    GitCommit found;
    if (git_oid_fromstr(&id, commit.constData()) < 0 ||
        gitMake(found, git_commit_lookup, repository, &id) < 0) {
        return gitError(QString::fromLatin1(commit));
    }
    return walkTree(repository, *git_commit_tree_id(found.get()), cancel);
}

Result<QVector<TreeEntry>> CommitTree::list(const CancelToken& cancel) const
{
    Result<GitRepository> handle = m_pool.take();
    if (!handle) {
        return handle.error();
    }
    Result<QVector<TreeEntry>> entries = listTree(handle->get(), m_commit, cancel);
    m_pool.give(std::move(*handle));
    return entries;
}

Result<QByteArray> CommitTree::read(const TreeEntry& entry, qint64 limit) const
{
    git_oid id;
    if (entry.kind != TreeEntry::Kind::File || entry.identity.size() != GIT_OID_HEXSZ ||
        git_oid_fromstr(&id, entry.identity.constData()) < 0) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a file in git"),
                     entry.path.display()};
    }
    Result<GitRepository> handle = m_pool.take();
    if (!handle) {
        return handle.error();
    }
    Result<QByteArray> bytes = readBlob(handle->get(), &id, limit, entry.path.display());
    m_pool.give(std::move(*handle));
    return bytes;
}

/// More than any system takes as the target of a link.
constexpr qint64 kMaxLinkBytes = 16'384;

Result<QByteArray> CommitTree::linkTarget(const TreeEntry& entry) const
{
    if (entry.kind != TreeEntry::Kind::Link) {
        return SourceTree::linkTarget(entry);
    }
    TreeEntry blob = entry; // git keeps the target as a blob's content
    blob.kind = TreeEntry::Kind::File;
    return read(blob, kMaxLinkBytes);
}

} // namespace

std::unique_ptr<SourceTree> makeCommitTree(QByteArray gitFolder, QByteArray commit,
                                           QString description)
{
    return std::make_unique<CommitTree>(std::move(gitFolder), std::move(commit),
                                        std::move(description));
}

} // namespace rocport
