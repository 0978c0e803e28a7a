#pragma once

#include "core/isolation/syntaxtree.h"

namespace rocport {

/// Whether the meaning may change when the parentheses around a kept expression go. `wanted` says
/// what to do when the original is not known.
bool needsParentheses(const SyntaxTree& tree, qint32 parenthesized, qint32 kept, bool* wanted);

/// Adds where an edit of the expression `node` may have broken lines: right inside of the brackets
/// of which it is, or is in, the only element, and in parentheses of its own between all tokens.
void addFreeLayout(const SyntaxTree& tree, qint32 node, std::vector<ByteRange>& ranges);

} // namespace rocport
