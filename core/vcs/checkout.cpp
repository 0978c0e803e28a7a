// What the user's checkout holds that HEAD does not, and who else has a commit.
#include "core/files/rootfolder.h"
#include "core/scan/sourcetree.h"
#include "core/vcs/repository_p.h"

#include <QFile>
#include <QSet>

#include <algorithm>
#include <climits>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace rocport {

namespace {

constexpr qint64 kMostCompared =
    256LL * 1024 * 1024; ///< bytes; a larger file is known by its times

QByteArray blobId(const QByteArray& content)
{
    git_oid id = {};
    git_odb_hash(&id, content.constData(), static_cast<size_t>(content.size()), GIT_OBJECT_BLOB);
    return gitHex(&id);
}

/// Tells files of a checkout from those of HEAD. libgit2 would walk the checkout, opening what it
/// takes for patterns and matching them without an end: the folder is listed by our own reader, and
/// only what the index says of times and blobs is asked of it.
class CheckoutReader
{
public:
    CheckoutReader(git_repository* repository, git_index* index, const RootFolder& root,
                   QByteArray folder)
        : m_index(index), m_root(root), m_folder(std::move(folder))
    {
        GitConfig config;
        int modes = 1;
        if (gitMake(config, git_repository_config_snapshot, repository) == 0 &&
            git_config_get_bool(&modes, config.get(), "core.filemode") == 0) {
            m_modes = modes != 0;
        }
        struct stat status = {};
        const char* file = git_index_path(index);
        if (file != nullptr && ::lstat(file, &status) == 0) {
            m_written = status.st_mtim.tv_sec;
        }
    }

    /// What became of a file of HEAD; nothing: it is the same.
    [[nodiscard]] std::optional<CheckoutChange::Kind> changeOf(const TreeEntry& committed) const
    {
        using Kind = CheckoutChange::Kind;
        const git_index_entry* known =
            git_index_get_bypath(m_index, committed.path.bytes().constData(), 0);
        const bool staged = known == nullptr || gitHex(&known->id) != committed.identity;
        const bool assumed =
            known != nullptr && ((known->flags & GIT_INDEX_ENTRY_VALID) != 0 ||
                                 (known->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0);
        if (assumed && !staged) {
            return {};
        }
        struct stat status = {};
        const QByteArray path = m_folder + '/' + committed.path.bytes();
        if (::lstat(path.constData(), &status) != 0) {
            return Kind::Removed;
        }
        const bool link = committed.kind == TreeEntry::Kind::Link;
        if (staged || (link ? !S_ISLNK(status.st_mode) : !S_ISREG(status.st_mode)) ||
            (m_modes && !link && ((status.st_mode & S_IXUSR) != 0) != committed.executable)) {
            return Kind::Modified;
        }
        if (isAsIndexed(*known, status)) {
            return {};
        }
        return hasContent(committed, path, link) ? std::nullopt : std::optional(Kind::Modified);
    }

    [[nodiscard]] bool isTracked(const RepoPath& path) const
    {
        return git_index_get_bypath(m_index, path.bytes().constData(), 0) != nullptr;
    }

private:
    /// A file that was written as late as the index may have changed since without a trace.
    [[nodiscard]] bool isAsIndexed(const git_index_entry& known, const struct stat& status) const
    {
        return known.file_size == static_cast<uint32_t>(status.st_size) &&
               known.mtime.seconds == static_cast<int32_t>(status.st_mtim.tv_sec) &&
               (known.mtime.nanoseconds == 0 ||
                known.mtime.nanoseconds == static_cast<uint32_t>(status.st_mtim.tv_nsec)) &&
               status.st_mtim.tv_sec < m_written;
    }

    [[nodiscard]] bool hasContent(const TreeEntry& committed, const QByteArray& path,
                                  bool link) const
    {
        if (link) {
            QByteArray target(PATH_MAX, Qt::Uninitialized);
            const ssize_t size =
                ::readlink(path.constData(), target.data(), static_cast<size_t>(target.size()));
            return size >= 0 && blobId(target.first(size)) == committed.identity;
        }
        Result<QByteArray> content = m_root.read(committed.path, kMostCompared);
        if (!content) {
            return false;
        }
        if (blobId(*content) == committed.identity) {
            return true;
        }
        if (!content->contains("\r\n")) {
            return false;
        }
        content->replace("\r\n", "\n"); // as git keeps it where it turns line ends
        return blobId(*content) == committed.identity;
    }

    git_index* m_index;
    const RootFolder& m_root;
    QByteArray m_folder;
    bool m_modes = true;
    qint64 m_written = 0;
};

struct Holder
{
    QString name;
    git_oid id = {};
};

/// Every reference but `branch` that leads to a commit: branches here and of remotes, tags.
std::vector<Holder> holders(git_repository* repository, const QByteArray& branch)
{
    std::vector<Holder> found;
    git_reference_iterator* raw = nullptr;
    if (git_reference_iterator_new(&raw, repository) < 0) {
        return found;
    }
    git_reference* next = nullptr;
    while (git_reference_next(&next, raw) == 0) {
        const GitReference reference(next);
        const QByteArray name = git_reference_name(next);
        const bool counts = name.startsWith("refs/heads/") || name.startsWith("refs/remotes/") ||
                            name.startsWith("refs/tags/");
        GitObject object;
        if (counts && name != branch &&
            gitMake(object, git_reference_peel, next, GIT_OBJECT_COMMIT) == 0) {
            found.push_back(
                {QString::fromUtf8(git_reference_shorthand(next)), *git_object_id(object.get())});
        }
    }
    git_reference_iterator_free(raw);
    return found;
}

} // namespace

Result<QVector<CheckoutChange>> Repository::checkoutChanges(const CancelToken& cancel) const
{
    GitReference head;
    GitObject commit;
    GitIndex index;
    if (gitMake(head, git_repository_head, d->git()) < 0 ||
        gitMake(commit, git_reference_peel, head.get(), GIT_OBJECT_COMMIT) < 0 ||
        gitMake(index, git_repository_index, d->git()) < 0 ||
        git_index_read(index.get(), 0) < 0) { // as it is now
        return gitError(d->root);
    }
    const auto root = RootFolder::open(d->root);
    const auto folder = openFolderTree(d->root);
    const auto tree = treeAt(gitHex(git_object_id(commit.get())));
    if (!root || !folder || !tree) {
        return !root ? root.error() : !folder ? folder.error() : tree.error();
    }
    const auto committed = (*tree)->list(cancel);
    const auto present = (*folder)->list(cancel);
    if (!committed || !present) {
        return !committed ? committed.error() : present.error();
    }
    const CheckoutReader reader(d->git(), index.get(), *root, QFile::encodeName(d->root));
    QVector<CheckoutChange> changes;
    QSet<RepoPath> known;
    known.reserve(committed->size());
    for (const TreeEntry& entry : *committed) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, d->root};
        }
        known.insert(entry.path);
        if (entry.kind == TreeEntry::Kind::Submodule) {
            continue;
        }
        if (const auto kind = reader.changeOf(entry)) {
            changes.append({entry.path, *kind});
        }
    }
    for (const TreeEntry& entry : *present) {
        const bool special = entry.kind == TreeEntry::Kind::File && entry.size < 0;
        if (!special && entry.kind != TreeEntry::Kind::Submodule && !known.contains(entry.path)) {
            changes.append({entry.path, reader.isTracked(entry.path)
                                            ? CheckoutChange::Kind::Added
                                            : CheckoutChange::Kind::Untracked});
        }
    }
    std::sort(changes.begin(), changes.end(),
              [](const CheckoutChange& a, const CheckoutChange& b) { return a.path < b.path; });
    return changes;
}

Result<QStringList> Repository::alsoOn(const QByteArray& commit, const QString& branch) const
{
    const Result<QByteArray> reference = branchReference(branch);
    const Result<GitCommit> found = d->lookUpCommit(commit);
    if (!reference || !found) {
        return !reference ? reference.error() : found.error();
    }
    const std::vector<Holder> others = holders(d->git(), *reference);
    std::vector<git_oid> ids;
    ids.reserve(others.size());
    for (const Holder& other : others) {
        ids.push_back(other.id);
    }
    const git_oid* id = git_commit_id(found->get());
    QStringList names;
    if (ids.empty() || git_graph_reachable_from_any(d->git(), id, ids.data(), ids.size()) == 0) {
        return names;
    }
    for (const Holder& other : others) {
        if (git_oid_equal(&other.id, id) != 0 ||
            git_graph_descendant_of(d->git(), &other.id, id) == 1) {
            names.append(other.name);
        }
    }
    return names;
}

Result<CommitInfo> Repository::describe(const QByteArray& commit) const
{
    const Result<GitCommit> found = d->lookUpCommit(commit);
    if (!found) {
        return found.error();
    }
    return describeCommit(found->get());
}

Result<LineCounts> Repository::countLines(const QByteArray& before, const QByteArray& after)
{
    const GitLibrary library;
    git_patch* raw = nullptr;
    if (git_patch_from_buffers(&raw, before.constData(), static_cast<size_t>(before.size()),
                               nullptr, after.constData(), static_cast<size_t>(after.size()),
                               nullptr, nullptr) < 0) {
        return gitError(QStringLiteral("diff"));
    }
    LineCounts counts;
    size_t added = 0;
    size_t removed = 0;
    counts.binary = (git_patch_get_delta(raw)->flags & GIT_DIFF_FLAG_BINARY) != 0;
    const int code = git_patch_line_stats(nullptr, &added, &removed, raw);
    git_patch_free(raw);
    if (code < 0) {
        return gitError(QStringLiteral("diff"));
    }
    counts.added = static_cast<int>(added);
    counts.removed = static_cast<int>(removed);
    return counts;
}

} // namespace rocport
