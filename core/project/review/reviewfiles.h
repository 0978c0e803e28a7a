#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// The files that differ between the two trees, with their hunks: kinds, lines, edits, ids and
/// facts; nothing else is filled in. Errors: Cancelled, and those of listing and reading.
Result<QVector<ReviewFile>> reviewFiles(const ReviewTrees& trees, const CancelToken& cancel);

/// The bytes of an entry: a file's content, a link's target, a submodule's commit. Errors: those of
/// SourceTree::read().
Result<QByteArray> entryBytes(const SourceTree& tree, const TreeEntry& entry);

} // namespace rocport
