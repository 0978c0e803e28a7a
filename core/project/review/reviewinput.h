#pragma once

#include "core/project/review/review.h"

#include <QStringList>

namespace rocport {

/// What to review: exactly one of `range`, `patches` and `bundle`.
struct ReviewRequest
{
    QString folder; ///< in the repository
    QString range;  ///< "BASE..HEAD", "BASE...HEAD" (from the merge base); a missing side: HEAD
    QString base;   ///< of patches and a bundle; empty: HEAD, and of a bundle the merge base
    QStringList patches; ///< files or folders of them: git format-patch, git diff, mailboxes
    QString bundle;      ///< file
    QString bundleRef;   ///< "port", "refs/heads/port"; empty: the only one, or the first branch
};

/// Opens both trees. The user's checkout, index and branches are neither read nor written: commits
/// come from git's objects, patches are applied in memory, and a bundle is unpacked into a
/// temporary repository that goes with the result. Errors: those of Repository::open(),
/// InvalidArgument (no such commit, not a range, no such branch in the bundle), those of
/// readPatches(), PatchedTree and openBundle(), FileNotFound, FileUnreadable.
Result<ReviewTrees> openReview(const ReviewRequest& request, const CancelToken& cancel);

/// A hash of the patches that these files and folders hold, hex. Errors: those of reading them,
/// Cancelled by the caller's CancelScope.
Result<QByteArray> patchesIdOf(const QStringList& patches);

} // namespace rocport
