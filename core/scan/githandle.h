#pragma once

#include "core/base/result.h"

#include <git2.h>

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

/// RAII around libgit2 for core/scan and core/vcs. No other layer includes this header.
namespace rocport {

/// From the first one on, in any thread, libgit2 stays initialised until the program ends: each
/// initialisation parses all certificates of the system, and its shutdown does not wait for other
/// threads.
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

/// Calls a libgit2 function that returns a handle through its first argument.
template <typename Owner, typename Function, typename... Args>
int gitMake(Owner& owner, Function function, Args... args)
{
    typename Owner::pointer raw = nullptr;
    const int code = function(&raw, args...);
    owner.reset(raw);
    return code;
}

/// Opens the repository that holds `path` (`upwards`) or is at it, after checkGitFiles(), and
/// checkPatternFile() for those namedPatterns() that the repository itself names, and with
/// openObjects(). Together with the functions below the only way into a repository that somebody
/// else made. Errors: NotARepository, FileUnreadable, FileTooLarge, GitFailed.
Result<void> openGit(GitRepository& repository, const QByteArray& path, bool upwards);
/// Opens another handle on the git folder of a repository that openGit() opened, never on a
/// repository inside that folder. Errors: as above.
Result<void> reopenGit(GitRepository& repository, const QByteArray& gitFolder);
/// The same without a work tree, so that nothing that libgit2 does through it opens a checked-out
/// file, such as a .gitattributes that is a pipe. Pattern files that the configuration names with a
/// relative path are looked for in the current working directory, and checked there. Errors: as
/// above.
Result<void> reopenGitBare(GitRepository& repository, const QByteArray& gitFolder);
/// Opens a linked worktree; `label` is for messages. Errors: as above.
Result<void> openGitWorktree(GitRepository& repository, git_worktree* worktree,
                             const QString& label);

/// A pattern file that a configuration names.
struct PatternsFile
{
    QByteArray path; ///< absolute, or relative to the top of the work tree, as libgit2 1.5 reads
                     ///< it; for a handle without a work tree, relative to the current working
                     ///< directory
    bool ofUser = false; ///< named by the user's own configuration, not the repository's
};
/// The files that core.attributesFile and core.excludesFile name.
QList<PatternsFile> namedPatterns(git_repository* repository);

/// libgit2's last error message in this thread.
QString gitMessage();
/// libgit2's failure as an Error: DiskFull when the system reported that, else `otherwise`.
Error gitError(const QString& object, ErrorCode otherwise = ErrorCode::GitFailed);
/// Why a repository could not be opened: NotARepository, FileUnreadable (another user's repository,
/// missing rights) or GitFailed.
Error gitOpenError(int code, const QString& path);

/// 40 hex digits.
QByteArray gitHex(const git_oid* id);

} // namespace rocport
