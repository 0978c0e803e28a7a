#pragma once

#include "core/base/cancel.h"
#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/scan/sourcetree.h"
#include "core/vcs/identity.h"

#include <QDateTime>
#include <QString>
#include <QVector>

#include <functional>
#include <memory>

namespace rocport {

/// Facts about the repository, for the window's header and for messages.
struct RepositoryInfo
{
    QString root;          ///< work tree folder, absolute
    QString name;          ///< last part of root
    QString headBranch;    ///< short name; empty when HEAD is detached
    QByteArray headCommit; ///< 40 hex digits
    QStringList submodules;
    QString author; ///< name that git would record in a commit; empty: git has none configured
};

/// One file of a commit to be made: new content, or removal. Existing files keep their mode.
struct CommitFile
{
    RepoPath path;
    QByteArray content;
    bool executable = false; ///< of a new file; an existing one keeps its mode
    bool removed = false;    ///< the file is removed; `content` is ignored
};

/// One path of a commit to be made, as it is to be whatever it was before.
struct TreeChange
{
    enum class Kind : quint8 { Removed, File, Executable, Link, Submodule };
    RepoPath path;
    Kind kind = Kind::File;
    QByteArray content; ///< of a link its target, of a submodule its commit (40 hex digits)
};

/// One commit of a series as a file that `git am` takes.
struct Patch
{
    QString name;                          ///< its file name, "0001-….patch"
    QByteArray bytes;                      ///< all of it
    int files = 0, added = 0, removed = 0; ///< files, and lines added and removed
};

/// Two commits (hex), between which a port lies.
struct CommitRange
{
    QByteArray base;
    QByteArray tip;
};

/// One path that differs between two commits.
struct PathChange
{
    enum class Kind : quint8 { Added, Modified, Removed, Renamed };
    Kind kind = Kind::Modified;
    RepoPath path;    ///< in the newer commit; for a removed file, in the older one
    RepoPath oldPath; ///< in the older commit; empty for an added file
};

/// Something in the user's checkout that differs from HEAD.
struct CheckoutChange
{
    enum class Kind : quint8 { Modified, Added, Removed, Untracked };
    RepoPath path;
    Kind kind = Kind::Modified;
};

/// Lines that a change adds and removes, as `git diff --numstat` counts them.
struct LineCounts
{
    int added = 0;
    int removed = 0;
    bool binary = false; ///< lines are not counted
};

/// A commit to be made that is not on a branch yet.
struct LooseCommit
{
    QByteArray parent; ///< 40 hex digits
    QVector<CommitFile> files;
    QString message;
    QByteArray authorOf;     ///< a commit whose author and date are kept; empty: the current author
    QByteArray dateOf;       ///< a commit whose author date is kept; empty: now
    bool mustChange = false; ///< an unchanged tree is an error
    QVector<TreeChange> changes; ///< besides `files`, of any kind
};

/// A commit that was made.
struct CommitInfo
{
    QByteArray id; ///< 40 hex digits
    QByteArray parent;
    QString summary;
    QDateTime time;
    QString author; ///< name
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
    /// Tip of a branch, or empty when there is no such branch.
    [[nodiscard]] Result<QByteArray> branchTip(const QString& branch) const;
    /// The commit that a revision names ("main", "v1.2", "HEAD~3", "4f2c91e"): 40 hex digits.
    /// Errors: InvalidArgument if it names none.
    [[nodiscard]] Result<QByteArray> resolve(const QString& revision) const;
    /// What "BASE..TIP", or "BASE...TIP" from their merge base, means; a side that is left out is
    /// HEAD. Errors: InvalidArgument (no range), those of resolve() and mergeBase().
    [[nodiscard]] Result<CommitRange> range(const QString& text) const;
    /// The merge base of two commits (hex). Errors: InvalidArgument when they have none.
    [[nodiscard]] Result<QByteArray> mergeBase(const QByteArray& one,
                                               const QByteArray& other) const;
    /// The commits that `tip` reaches and `base` does not, including merges, parents before
    /// children.
    [[nodiscard]] Result<QVector<CommitInfo>> historyBetween(const QByteArray& base,
                                                             const QByteArray& tip) const;

    /// Files that differ from commit `from` to commit `to`, by path. A removed and an added file
    /// that are at least half alike, as git measures similarity, are one renamed file. Links and
    /// submodules are left out.
    [[nodiscard]] Result<QVector<PathChange>> changesBetween(const QByteArray& from,
                                                             const QByteArray& to) const;
    /// Whom git would record in commits now: the environment first, then the settings of the
    /// repository, of the user and of the system.
    [[nodiscard]] Result<GitIdentity> identity() const;
    /// Sets the author of the commits made from now on; an incomplete one means git's. Where git
    /// knows no committer, this person is the committer too.
    void setAuthor(const GitPerson& author);
    /// Who signs off: the committer. Errors: noIdentity().
    [[nodiscard]] Result<GitPerson> signer() const;
    /// Makes one commit with `files` changed on top of `parent` and moves `branch` to it, creating
    /// the branch when there is none. Author and committer are git's, or those set by setAuthor().
    /// Errors: noIdentity(); BranchBusy when the branch's tip is not `parent` (and exists) or it is
    /// checked out in a work tree that updateWorktree() did not make; NothingToCommit when the tree
    /// stays the same; FileNotFound (removing a file that is not there); PathOutsideRepository (a
    /// path through a link); InvalidArgument (a branch or file name that git does not allow);
    /// DiskFull; GitFailed. Hooks are not run.
    Result<CommitInfo> commit(const QString& branch, const QByteArray& parent,
                              const QVector<CommitFile>& files, const QString& message);
    /// Makes a commit that is on no branch; \a merged is its second parent, if any. Errors: those
    /// of commit() about people and files.
    Result<CommitInfo> commitLoose(const LooseCommit& draft, const QByteArray& merged = {});
    /// Moves `branch` from its tip `from` to the commit `to`, creating it where `from` is empty.
    /// Its worktree stays as it is. Errors: BranchBusy (the tip is not `from`, or a work tree that
    /// is not ours has the branch), GitFailed.
    Result<void> moveTip(const QString& branch, const QByteArray& from, const QByteArray& to);
    /// Moves `branch` from its tip `from` to the commit `to`, and its worktree with it. Errors:
    /// BranchBusy (the tip is not `from`, or a work tree that is not ours has the branch),
    /// MergeConflict (a person changed files in the worktree; `detail` lists them), GitFailed.
    Result<void> replaceTip(const QString& branch, const QByteArray& from, const QByteArray& to);
    /// Facts about a commit. Errors: InvalidArgument (not a commit id), GitFailed (no such commit).
    [[nodiscard]] Result<CommitInfo> describe(const QByteArray& commit) const;
    /// The other local and remote-tracking branches, and tags, from which `commit` is reachable;
    /// `branch` is left out.
    [[nodiscard]] Result<QStringList> alsoOn(const QByteArray& commit, const QString& branch) const;
    /// Where the checkout differs from HEAD, file by file, sorted by path, as `git status -uall`
    /// reports it; submodules are left out. Nothing is written or run: a file that goes through a
    /// filter (LFS) counts as changed if its times differ from those that git recorded. Errors:
    /// Cancelled, GitFailed, those of openFolderTree() and its lists.
    [[nodiscard]] Result<QVector<CheckoutChange>> checkoutChanges(const CancelToken& cancel) const;
    [[nodiscard]] static Result<LineCounts> countLines(const QByteArray& before,
                                                       const QByteArray& after);
    /// The commit that `branch` is at once its `commit` is undone: a tip's parent, or a revert of
    /// an older one, which is made but not put on the branch. Errors: those of undoCommit() except
    /// about the worktree.
    Result<CommitInfo> withoutCommit(const QString& branch, const QByteArray& commit);
    /// Undoes `commit` on `branch`: a tip is dropped (the branch moves to its parent), an older one
    /// is reverted by a new commit. The branch's worktree, if there is one, is updated too. Returns
    /// the commit that the branch is at afterwards. Errors: MergeConflict (a person changed files
    /// in the worktree, or a later commit changed the same lines; `detail` lists the files),
    /// BranchBusy, InvalidArgument (not a commit of that branch, or one without a parent),
    /// noIdentity() for a revert, GitFailed.
    Result<CommitInfo> undoCommit(const QString& branch, const QByteArray& commit);
    /// Three-way merge of one file. Errors: MergeConflict, naming the lines.
    [[nodiscard]] static Result<QByteArray> mergeFile(const QByteArray& base,
                                                      const QByteArray& ours,
                                                      const QByteArray& theirs,
                                                      const RepoPath& path);

    /// Checks `branch` out into its own worktree at `folder`, or updates an existing one to the tip
    /// (files that a person changed there are kept and reported as MergeConflict; all others are
    /// updated). Errors: InvalidArgument (no such branch; a folder inside the user's work tree),
    /// BranchBusy, FileWriteFailed (something else is at `folder`), DiskFull, GitFailed.
    Result<void> updateWorktree(const QString& branch, const QString& folder);

    /// Passes base..tip to `take` as patches, oldest first, one at a time; the first error of
    /// `take` ends it. Merges are left out, as git does. Cancelled with the CancelScope that it
    /// runs in. Errors: GitFailed, Cancelled, those of `take`.
    Result<void> forEachPatch(const QByteArray& base, const QByteArray& tip,
                              const std::function<Result<void>(const Patch&)>& take) const;
    /// Writes these patches into `folder`, which is created when missing. Returns their paths; none
    /// when there are no commits between. Errors: FileWriteFailed, DiskFull, those of
    /// forEachPatch().
    [[nodiscard]] Result<QStringList> exportPatches(const QByteArray& base, const QByteArray& tip,
                                                    const QString& folder) const;

    /// The git folder of the work tree that holds `path`, absolute; empty when it is in none.
    [[nodiscard]] static QString gitFolderOf(const QString& path);

private:
    struct Private;
    explicit Repository(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// The error when git has no name or address configured and no author was set: InvalidArgument
/// about "user.name".
Error noIdentity();

} // namespace rocport
