#pragma once

#include "core/isolation/syntaxtree.h"

namespace rocport {

/// Whether the meaning may change when the parentheses around a kept expression go. `wanted` says
/// what to do when the original is not known.
bool needsParentheses(const SyntaxTree& tree, qint32 parenthesized, qint32 kept, bool* wanted);

} // namespace rocport
