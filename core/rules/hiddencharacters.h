#pragma once

#include "core/rules/analyse.h"

namespace rocport {

/// Lines that read differently than they run (CVE-2021-42574, Unicode Technical Report 36): what
/// turns the direction of writing, characters without width, tags, control characters. What natural
/// languages and emoji need is left alone: marks of direction beside letters written from right to
/// left, embeddings and isolates that end where they began, joiners between letters of the scripts
/// that use them and in emoji, the byte order mark at the start. One finding a line, at most a
/// hundred a file and one that says how many more; no edits. For rules of kind = "builtin" called
/// "hidden-characters".
void addHiddenCharacters(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis);

} // namespace rocport
