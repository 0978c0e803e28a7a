#pragma once

#include "core/base/finding.h"
#include "core/text/sourcebuffer.h"

#include <QSet>

#include <optional>

namespace rocport {

/// A trait of a file that the plan asks about: what, where first, and how often in this file. Among
/// the features of a file it is a FeatureKind::Trait, like the names that analysers in core/rules
/// give without a place. Ids: "kernel", "cutlass", "flash-attn", "cuda-extension", "cuda-build",
/// "graph-capture", "torch", "torch-compile", "texture-reference".
struct FeatureMark
{
    QString id;
    int line = 1; ///< 1-based
    int count = 1;
    QString text; ///< the line, trimmed

    [[nodiscard]] FileFeature feature() const { return {id, text, line, count}; }
    /// A name without a place is a mark at line 1 without text.
    static FeatureMark of(const FileFeature& trait);
};

/// Looks for the traits by name, outside comments and strings (C/C++) or outside comments (other
/// languages). Linear; a C/C++ file is tokenized only if a name occurs in it.
QVector<FeatureMark> detectFeatures(const RepoPath& path, Language language,
                                    const SourceBuffer& source);

/// Where a C/C++ file first includes a header from the repository's top-level folder "include"; a
/// mark without an id. `headers` holds the paths below that folder.
std::optional<FeatureMark> topIncludeMark(const SourceBuffer& source,
                                          const QSet<QByteArray>& headers);

} // namespace rocport
