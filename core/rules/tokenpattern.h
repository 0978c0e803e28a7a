#pragma once

#include "core/rules/cppgate.h"

#include <QSet>

namespace rocport {

/// Runs the rules with kind = "token-pattern" over a file (docs/rules.md describes the patterns).
/// Findings go to `writer`, replacements of rules with transform "replace" to `edits`, and the
/// features that matched rules name to the analysis. `rules` are those that apply. Returns the
/// offsets of the tokens that a pattern begins at, so that the tables need not speak of them again.
QSet<qsizetype> matchTokenPatterns(CppFile& file, const RuleSet& set,
                                   const QVector<const Rule*>& rules, const TargetSettings& target,
                                   ProposalWriter& writer, QVector<Replacement>& edits);

} // namespace rocport
