#pragma once

#include "core/rules/analyse.h"
#include "core/text/clexer.h"

namespace rocport {

/// analyseFile() for C and C++ where the edits are made at once and in this very text, as translate
/// does: what only a scan asks for is left out (the hash of the text, features). `tokens` is
/// lexC(source.view()).
FileAnalysis analyseInPlace(const RepoPath& path, Language language, const SourceBuffer& source,
                            const std::vector<CToken>& tokens, const AnalysisContext& context);

/// The part of it for C and C++.
void analyseCppInPlace(const SourceBuffer& source, const std::vector<CToken>& tokens,
                       const AnalysisContext& context, FileAnalysis& analysis);

} // namespace rocport
