#pragma once

#include "core/base/finding.h"
#include "core/text/sourcebuffer.h"

#include <QSet>

#include <optional>

namespace rocport {

/// A trait of a file that the plan asks about: what, where first, and how often in this file.
/// Stands in FileAnalysis::features as "id<TAB>line<TAB>count<TAB>text"; the analyser of core/rules
/// may add bare ids. Ids: "kernel", "cutlass", "flash-attn", "cuda-extension", "cuda-build",
/// "graph-capture", "torch", "torch-compile", "texture-reference", "uses-include".
struct FeatureMark
{
    QString id;
    int line = 1; ///< 1-based
    int count = 1;
    QString text; ///< the line, trimmed

    [[nodiscard]] QString encode() const;
    /// A bare id is a mark at line 1 without text.
    static FeatureMark decode(const QString& feature);
};

/// Looks for the traits by name, outside comments and strings (C/C++) or comments (other
/// languages). Linear; a C/C++ file is split into tokens only where a name occurs.
QVector<FeatureMark> detectFeatures(const RepoPath& path, Language language,
                                    const SourceBuffer& source);

/// Mark "uses-include" when a C/C++ file includes a header that is in the repository's top folder
/// "include"; `headers` holds the paths under it.
std::optional<FeatureMark> topIncludeMark(const SourceBuffer& source,
                                          const QSet<QByteArray>& headers);

} // namespace rocport
