#pragma once

#include "core/base/result.h"

#include <git2.h>

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

/// RAII around libgit2 for core/scan and core/vcs. No other layer includes this header.
namespace rocport {

/// From the first one on, of any thread, libgit2 is ready until the program ends: each start of it
/// parses all certificates of the system, and its end does not wait for other threads.
class GitLibrary
{
public:
    GitLibrary();
};

template <auto Free>
struct GitFree
{
    template <typename T>
    void operator()(T* handle) const
    {
        Free(handle);
    }
};

using GitRepository = std::unique_ptr<git_repository, GitFree<git_repository_free>>;
using GitObject = std::unique_ptr<git_object, GitFree<git_object_free>>;
using GitCommit = std::unique_ptr<git_commit, GitFree<git_commit_free>>;
using GitTree = std::unique_ptr<git_tree, GitFree<git_tree_free>>;
using GitTreeEntry = std::unique_ptr<git_tree_entry, GitFree<git_tree_entry_free>>;
using GitReference = std::unique_ptr<git_reference, GitFree<git_reference_free>>;
using GitIndex = std::unique_ptr<git_index, GitFree<git_index_free>>;
using GitConfig = std::unique_ptr<git_config, GitFree<git_config_free>>;
using GitOdb = std::unique_ptr<git_odb, GitFree<git_odb_free>>;
using GitOdbObject = std::unique_ptr<git_odb_object, GitFree<git_odb_object_free>>;
using GitSignature = std::unique_ptr<git_signature, GitFree<git_signature_free>>;
using GitStatusList = std::unique_ptr<git_status_list, GitFree<git_status_list_free>>;
using GitWorktree = std::unique_ptr<git_worktree, GitFree<git_worktree_free>>;
using GitDiff = std::unique_ptr<git_diff, GitFree<git_diff_free>>;
using GitDiffStats = std::unique_ptr<git_diff_stats, GitFree<git_diff_stats_free>>;
using GitRevwalk = std::unique_ptr<git_revwalk, GitFree<git_revwalk_free>>;

/// Calls a libgit2 function that gives back a handle through its first argument.
template <typename Owner, typename Function, typename... Args>
int gitMake(Owner& owner, Function function, Args... args)
{
    typename Owner::pointer raw = nullptr;
    const int code = function(&raw, args...);
    owner.reset(raw);
    return code;
}

/// Opens the repository around `path` (`upwards`) or in it, once checkGitFiles() has nothing
/// against it, nor checkPatternFile() against those of namedPatterns() that the repository names,
/// and with openObjects(): with the two below the one way into a repository that somebody else
/// made. Errors: NotARepository, FileUnreadable, FileTooLarge, GitFailed.
Result<void> openGit(GitRepository& repository, const QByteArray& path, bool upwards);
/// One more handle on the git folder of a repository that openGit() opened: on no other that lies
/// in it. Errors: as above.
Result<void> reopenGit(GitRepository& repository, const QByteArray& gitFolder);
/// The same without the files that are checked out, so that nothing libgit2 does through it opens
/// one of them: not a .gitattributes that is a pipe either. What the configuration names as
/// patterns without a folder is looked for where the program runs, and checked there. Errors: as
/// above.
Result<void> reopenGitBare(GitRepository& repository, const QByteArray& gitFolder);
/// Opens the files that are checked out elsewhere; `label` is for messages. Errors: as above.
Result<void> openGitWorktree(GitRepository& repository, git_worktree* worktree,
                             const QString& label);

/// A file of patterns that a configuration names.
struct PatternsFile
{
    QByteArray path; ///< absolute, or from the top of the work tree on, as libgit2 1.5 takes it;
                     ///< for a handle without work tree from where the program runs
    bool ofUser = false; ///< the user's own configuration says so, not the repository's
};
/// What core.attributesFile and core.excludesFile name.
QList<PatternsFile> namedPatterns(git_repository* repository);

/// What libgit2 said last in this thread.
QString gitMessage();
/// A failure as an Error: DiskFull when the system said so, else `otherwise` (GitFailed where the
/// caller has nothing better).
Error gitError(const QString& object, ErrorCode otherwise = ErrorCode::GitFailed);
/// Why a repository could not be opened: NotARepository, FileUnreadable (another user's repository,
/// missing rights) or GitFailed.
Error gitOpenError(int code, const QString& path);

/// 40 hex digits.
QByteArray gitHex(const git_oid* id);

} // namespace rocport
