#pragma once

#include "core/isolation/syntaxtree.h"
#include "core/rules/proposal.h"

namespace rocport {

/// proveHunks() of proposal.h if the analysis has parsed the file already: `tree` is that of
/// `source`, or null.
void proveHunks(const SourceBuffer& source, const TargetSettings& target, FileAnalysis& analysis,
                const SyntaxTree* tree, const CancelToken& cancel);

} // namespace rocport
