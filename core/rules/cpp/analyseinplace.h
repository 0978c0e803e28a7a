#pragma once

#include "core/rules/analyse.h"
#include "core/text/clexer.h"

namespace rocport {

/// analyseFile() for C and C++ if the edits are applied at once to this very text, as translate
/// does: what only a scan needs is left out (the hash of the text, features). `tokens` is
/// lexC(source.view()).
FileAnalysis analyseInPlace(const RepoPath& path, Language language, const SourceBuffer& source,
                            const std::vector<CToken>& tokens, const AnalysisContext& context);

/// The part of it for C and C++.
void analyseCppInPlace(const SourceBuffer& source, const std::vector<CToken>& tokens,
                       const AnalysisContext& context, FileAnalysis& analysis);

} // namespace rocport
