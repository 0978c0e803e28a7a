#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// What was decided about one hunk of a review.
struct ReviewDecision
{
    DecisionKind kind = DecisionKind::Open;
    QByteArray editedText; ///< Edited: whole lines in place of the base's lines of the hunk
};

/// One path that differs from the base once the accepted hunks are in it.
struct ComposedFile
{
    RepoPath path;
    bool removed = false;
    TreeEntry::Kind kind = TreeEntry::Kind::File;
    bool executable = false;
    QByteArray content; ///< of a link its target, of a submodule its commit (40 hex digits)
    friend bool operator==(const ComposedFile&, const ComposedFile&) = default;
};

/// The base with the accepted and edited hunks, as the paths that differ from it, sorted. With all
/// hunks accepted that is the author's tree, byte for byte; with none it is empty. Errors:
/// NotPossibleNow where a file would be in the place of a folder, since what removes it was not
/// accepted; those of reading.
Result<QVector<ComposedFile>> composeTree(const PortReview& review,
                                          const QHash<QByteArray, ReviewDecision>& decisions);

/// The same with every hunk for which `isTaken` is true.
Result<QVector<ComposedFile>>
composeTree(const PortReview& review,
            const std::function<bool(const ReviewFile&, const ReviewHunk&)>& isTaken);

} // namespace rocport
