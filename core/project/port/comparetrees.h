#pragma once

#include "core/base/repopath.h"
#include "core/isolation/isolation.h"
#include "core/vcs/repository.h"

#include <QVector>

namespace rocport {

/// Proof of one file of a port made elsewhere.
struct FileProof
{
    RepoPath path;
    IsolationProof proof;
};

/// One commit of a range, against its first parent.
struct CommitProof
{
    CommitInfo commit;
    QVector<FileProof> files; ///< those that the commit touches
};

/// A range of commits: the tree at its end against the tree before it.
struct RangeProof
{
    QByteArray base; ///< 40 hex digits
    QByteArray tip;
    QVector<FileProof> files;     ///< all files in both trees
    QVector<CommitProof> commits; ///< oldest first; only where asked for
};

/// Headers that a port adds: macros of theirs may stand for the original's tokens.
struct AddedHeaders
{
    QVector<AddedHeader> headers; ///< by path
    bool left = false; ///< some are too large, by themselves or together, or cannot be read
};

/// The C headers of `after` that `before` lacks, up to 8 MiB each and 16 MiB together. Errors:
/// those of listing and reading, except of a file that cannot be read or is too large.
Result<AddedHeaders> addedHeaders(const SourceTree& before, const SourceTree& after);

/// The weakest verdict of `files`; Identical when there is none.
Verdict weakestVerdict(const QVector<FileProof>& files);

/// `extra` and, unless `only`, the macros of commonGuardMacros() and the target's own.
GuardMacros macrosFor(const TargetSettings& target, const QStringList& extra, bool only);

/// Proves a pair of files, or every file of a pair of folders: changed ones by projection, added
/// ones as new files. A removed file violates; a moved one is unproved, since nothing shows that
/// everything that names it was changed too. Sorted by path. Errors: FileNotFound, FileUnreadable,
/// InvalidArgument for a file and a folder, Cancelled by the caller's CancelScope.
Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const GuardMacros& macros);
Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const TargetSettings& target);

/// The same for two trees in which equal identities mean equal bytes, as in commits; links and
/// submodules are unproved where they differ.
Result<QVector<FileProof>> proveTrees(const SourceTree& original, const SourceTree& ported,
                                      const GuardMacros& macros);

/// Proves "BASE..TIP" (a missing side is HEAD) or "BASE...TIP" (from the merge base) in the
/// repository that holds `folder`. Both trees are read from git objects; the checkout is not read.
/// With `each`, every commit of the range is proved too. Errors: those of Repository::open,
/// InvalidArgument for what is not a range or does not name a commit.
Result<RangeProof> proveRange(const QString& folder, const QString& range,
                              const GuardMacros& macros, bool each);

} // namespace rocport
