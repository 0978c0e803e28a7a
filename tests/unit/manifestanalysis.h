#pragma once

#include "core/rules/manifests/manifestindex.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/cppanalysis.h"

namespace rocport {

/// A file beside other manifests of the repository: name, text.
inline FileAnalysis analyseBeside(const QByteArray& name, const QByteArray& text,
                                  const QVector<QPair<QByteArray, QByteArray>>& others,
                                  const TargetSettings& target = {})
{
    QVector<ManifestSummary> manifests;
    for (const auto& [path, content] : others) {
        manifests.append(readManifest(RepoPath(path), languageOfFile(path), SourceBuffer(content)));
    }
    AnalysisContext context;
    context.rules = builtinRules();
    context.target = target;
    context.manifests = std::make_shared<const ManifestIndex>(manifests);
    return analyseFile(RepoPath(name), languageOfFile(name), SourceBuffer(text), context);
}

/// A file alone, read as `language`.
inline FileAnalysis analyseAs(const QByteArray& name, Language language, const QByteArray& text)
{
    AnalysisContext context;
    context.rules = builtinRules();
    return analyseFile(RepoPath(name), language, SourceBuffer(text), context);
}

/// "line:symbol" of one rule's findings.
inline QStringList said(const FileAnalysis& analysis, const char* rule)
{
    QStringList lines;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == QLatin1StringView(rule)) {
            lines.append(QStringLiteral("%1:%2").arg(finding.line).arg(finding.symbol));
        }
    }
    return lines;
}

} // namespace rocport
