#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/scan/sourcetree.h"

#include <QDateTime>
#include <QString>
#include <QVector>

#include <memory>

namespace rocport {

/// What the repository looks like, for the header and for messages.
struct RepositoryInfo
{
    QString root;          ///< work tree folder, absolute
    QString name;          ///< last part of root
    QString headBranch;    ///< short name; empty when HEAD is detached
    QByteArray headCommit; ///< 40 hex digits
    QStringList submodules;
};

/// One file of a commit to make: new content, or removal. Mode is kept for existing files.
struct CommitFile
{
    RepoPath path;
    QByteArray content;
    bool executable = false; ///< of a new file; an existing one keeps its mode
    bool removed = false;    ///< the file goes away; `content` is ignored
};

/// One path that differs between two commits.
struct PathChange
{
    enum class Kind : quint8 { Added, Modified, Removed, Renamed };
    Kind kind = Kind::Modified;
    RepoPath path;    ///< in the newer commit; of a removed file: in the older one
    RepoPath oldPath; ///< in the older commit; empty for an added file
};

/// A commit that was made.
struct CommitInfo
{
    QByteArray id; ///< 40 hex digits
    QByteArray parent;
    QString summary;
    QDateTime time;
};

/// A git repository through libgit2. Not thread-safe; open one per thread. The user's checkout,
/// index and branches are never written: only objects, the port branch and its worktree.
class Repository
{
public:
    /// Finds the repository that holds `path`. Errors: NotARepository, BareRepository,
    /// EmptyRepository (no commit), FileUnreadable, GitFailed.
    static Result<std::unique_ptr<Repository>> open(const QString& path);
    ~Repository();

    [[nodiscard]] Result<RepositoryInfo> info() const;
    /// The tree of `commit` (hex) as something to scan; independent of this object's thread.
    [[nodiscard]] Result<std::unique_ptr<SourceTree>> treeAt(const QByteArray& commit) const;
    /// Content of `path` at `commit`. Errors: FileNotFound, FileTooLarge.
    [[nodiscard]] Result<QByteArray> fileAt(const QByteArray& commit, const RepoPath& path,
                                            qint64 limit = 256LL * 1024 * 1024) const;
    /// Tip of a branch, or nothing when there is no such branch.
    [[nodiscard]] Result<QByteArray> branchTip(const QString& branch) const;
    /// The commit that a revision names ("main", "v1.2", "HEAD~3", "4f2c91e"): 40 hex digits.
    /// Errors: InvalidArgument where it names none.
    [[nodiscard]] Result<QByteArray> resolve(const QString& revision) const;
    /// Where two commits (hex) part. Errors: InvalidArgument when they share none.
    [[nodiscard]] Result<QByteArray> mergeBase(const QByteArray& one,
                                               const QByteArray& other) const;
    /// What `tip` reaches and `base` does not, merges too, parents before children.
    [[nodiscard]] Result<QVector<CommitInfo>> historyBetween(const QByteArray& base,
                                                             const QByteArray& tip) const;

    /// Files that differ from commit `from` to commit `to`, by path. A removed and an added file
    /// whose contents are half the same are one renamed file, as git counts similarity. Links and
    /// submodules are left out.
    [[nodiscard]] Result<QVector<PathChange>> changesBetween(const QByteArray& from,
                                                             const QByteArray& to) const;
    /// As commit(), with `merged` as second parent; a tree that stays the same is no error.
    Result<CommitInfo> commitMerge(const QString& branch, const QByteArray& parent,
                                   const QByteArray& merged, const QVector<CommitFile>& files,
                                   const QString& message);
    /// Makes one commit with `files` changed on top of `parent` and moves `branch` to it, creating
    /// the branch when there is none. Author and committer are the repository's configured user,
    /// else "Rocport <rocport@localhost>". Errors: BranchBusy when the branch's tip is not `parent`
    /// (and exists) or it is checked out in a work tree that updateWorktree() did not make;
    /// NothingToCommit when the tree stays the same; FileNotFound (removing what is not there);
    /// PathOutsideRepository (a path through a link); InvalidArgument (no branch or file name that
    /// git allows); DiskFull; GitFailed. Hooks are not run.
    Result<CommitInfo> commit(const QString& branch, const QByteArray& parent,
                              const QVector<CommitFile>& files, const QString& message);
    /// Takes back `commit` of `branch`: a tip is dropped (the branch moves to its parent), an older
    /// one is reverted by a new commit. The branch's worktree, where there is one, is brought
    /// along. Returns the commit that the branch is at afterwards. Errors: MergeConflict (a person
    /// changed files in the worktree, or a later commit changed the same lines; `detail` lists the
    /// files), BranchBusy, InvalidArgument (no commit of that branch, or one without parent),
    /// GitFailed.
    Result<CommitInfo> undoCommit(const QString& branch, const QByteArray& commit);
    /// Three-way merge of one file. Errors: MergeConflict with the lines.
    [[nodiscard]] static Result<QByteArray> mergeFile(const QByteArray& base,
                                                      const QByteArray& ours,
                                                      const QByteArray& theirs,
                                                      const RepoPath& path);

    /// Checks `branch` out into its own worktree at `folder`, or brings an existing one to the tip
    /// (files that a person changed there are kept and reported as MergeConflict, all others are
    /// brought to the tip). Errors: InvalidArgument (no such branch; a folder inside the user's
    /// work tree), BranchBusy, FileWriteFailed (something else is at `folder`), DiskFull,
    /// GitFailed.
    Result<void> updateWorktree(const QString& branch, const QString& folder);

    /// Writes base..tip as files that `git am` takes ("0001-….patch"), into `folder`, which is made
    /// when missing. Returns paths; none when nothing lies between. Merges are left out, as git
    /// does. Errors: FileWriteFailed, DiskFull, GitFailed.
    [[nodiscard]] Result<QStringList> exportPatches(const QByteArray& base, const QByteArray& tip,
                                                    const QString& folder) const;

    /// The git folder of the work tree that holds `path`, absolute; empty when it lies in none.
    [[nodiscard]] static QString gitFolderOf(const QString& path);

private:
    struct Private;
    Result<CommitInfo> commitOn(const QString& branch, const QByteArray& parent,
                                const QByteArray& merged, const QVector<CommitFile>& files,
                                const QString& message);
    explicit Repository(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace rocport
