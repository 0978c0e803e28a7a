#pragma once

#include "core/rules/cppgate.h"

namespace rocport {

/// Runs the rules with kind = "token-pattern" over a file: token sequences, in which `$name` stands
/// for any one token, and include names as globs. Findings go to `writer`, replacements of rules
/// with transform "replace" to `edits`, and the features that matched rules name to the analysis.
void matchTokenPatterns(const CppFile& file, const QVector<const Rule*>& rules,
                        ProposalWriter& writer, QVector<Replacement>& edits);

} // namespace rocport
