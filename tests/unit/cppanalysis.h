#pragma once

#include "core/rules/analyse.h"
#include "tests/support/builtinrules.h"

#include <algorithm>

namespace rocport {

inline AnalysisContext contextFor(Strategy strategy = Strategy::CompatHeader)
{
    AnalysisContext context;
    context.rules = builtinRules();
    context.strategy = strategy;
    context.compatHeader = RepoPath("rocm/rocport_compat.h");
    return context;
}

inline FileAnalysis analyse(const QByteArray& text, const AnalysisContext& context,
                            const QByteArray& path = "src/k.cu")
{
    const RepoPath repoPath(path);
    return analyseFile(repoPath, languageOfFile(repoPath.fileName()), SourceBuffer(text), context);
}

inline QByteArray ported(const QByteArray& text, const FileAnalysis& analysis)
{
    const Result<QByteArray> result = applyHunks(text, analysis.hunks);
    return result ? *result : "FAILED: " + result.error().detail.toUtf8();
}

} // namespace rocport
