#pragma once

#include "core/rules/analyse.h"

namespace rocport {

/// Reports lines that look different from what they do (CVE-2021-42574, Unicode Technical Report
/// 36): bidirectional controls, zero-width characters, tags, control characters. What natural
/// languages and emoji need is left alone: direction marks beside letters written from right to
/// left, embeddings and isolates that end on the line where they began, joiners between letters of
/// the scripts that use them and in emoji, and the byte order mark at the start. One finding per
/// line, at most a hundred per file and one that says how many more; no edits. For rules of kind =
/// "builtin" called "hidden-characters".
void addHiddenCharacters(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis);

} // namespace rocport
