#pragma once

#include "core/scan/githandle.h"
#include "core/vcs/gitpatterns.h"
#include "core/vcs/repository.h"

#include <QStringList>

namespace rocport {

struct Repository::Private
{
    GitLibrary library; // first: outlives every handle
    GitRepository handle;
    QString root;
    QByteArray gitFolder; ///< of the main repository, also when opened from a linked worktree
    GitPerson author;     ///< of commits to be made; incomplete: git's

    [[nodiscard]] git_repository* git() const { return handle.get(); }
    [[nodiscard]] Result<GitCommit> lookUpCommit(const QByteArray& id) const;
    [[nodiscard]] Result<GitCommit> tipOf(const QString& branch) const;

    /// Name of the worktree that updateWorktree() made for `branch`; empty when there is none.
    [[nodiscard]] QByteArray ownWorktree(const QByteArray& reference) const;
    /// BranchBusy when `reference` is checked out in a work tree that is not ours.
    [[nodiscard]] Result<void> checkNotInUse(const QByteArray& reference) const;
    /// The commit that our worktree `name` was last updated to, or empty when it is not ours.
    [[nodiscard]] QByteArray worktreeBase(const QByteArray& name) const;
    Result<void> setWorktreeBase(const QByteArray& name, const QByteArray& commit) const;
    /// checkPatterns() of `target`, of the checkout and of worktree `name` (empty: none).
    [[nodiscard]] Result<void> checkPatternsIn(const QByteArray& name, git_commit* target) const;
    /// Files in worktree `name` that a person changed and that bringing it to `target` would touch.
    [[nodiscard]] Result<QStringList> worktreeConflicts(const QByteArray& name,
                                                        git_commit* target) const;
    /// Updates worktree `name` to `target`; files that a person changed are kept and returned.
    Result<QStringList> forwardWorktree(const QByteArray& name, git_commit* target) const;
    Result<void> addWorktree(const QString& branch, const QByteArray& reference,
                             const QString& folder) const;
    /// Moves our branch and its worktree, where there is one.
    Result<void> moveBranchAndWorktree(const QByteArray& reference, git_commit* to,
                                       const git_oid* from, const char* why) const;
    Result<void> moveBranch(const QByteArray& reference, const git_oid* to, const git_oid* from,
                            const char* why) const;
};

/// "refs/heads/…", or InvalidArgument when git does not allow that branch name.
Result<QByteArray> branchReference(const QString& branch);
/// The commit in the form that callers of Repository record.
CommitInfo describeCommit(git_commit* commit);
/// A tree of `repository` at `commit` as something to scan.
std::unique_ptr<SourceTree> makeCommitTree(QByteArray gitFolder, QByteArray commit,
                                           QString description);
/// Content of one blob. Errors: FileTooLarge, FileUnreadable.
Result<QByteArray> readBlob(git_repository* repository, const git_oid* id, qint64 limit,
                            const QString& name);

} // namespace rocport
