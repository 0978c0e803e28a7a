#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppgate.h"

#include <QSet>

namespace rocport {

/// Runs the rules with kind = "token-pattern" over a file (docs/rules.md describes the patterns).
/// Findings go to `writer`, replacements of rules with transform "replace" to `edits`, and the
/// features that matched rules name to the analysis. `rules` are those that apply. Returns the
/// offsets of the tokens at which a pattern begins, so that the tables do not report them again.
/// Rules of packs end when they reach their limit (core/rules/packs/packwork.h).
QSet<qsizetype> matchTokenPatterns(CppFile& file, const AnalysisContext& context,
                                   const QVector<const Rule*>& rules, ProposalWriter& writer,
                                   QVector<Replacement>& edits);

} // namespace rocport
