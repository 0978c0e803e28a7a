#pragma once

#include "core/isolation/syntaxtree.h"

namespace rocport {

/// Whether the meaning may change when the parentheses around a kept expression are removed.
/// `wanted` says whether to keep them when the original is not known.
bool needsParentheses(const SyntaxTree& tree, qint32 parenthesized, qint32 kept, bool* wanted);

/// Adds the ranges where an edit of the expression `node` may have broken lines: right inside the
/// brackets whose only element it is, or is in, and, in parentheses of its own, between all tokens.
void addFreeLayout(const SyntaxTree& tree, qint32 node, std::vector<ByteRange>& ranges);

} // namespace rocport
