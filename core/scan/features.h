#pragma once

#include "core/base/finding.h"
#include "core/text/sourcebuffer.h"

#include <QSet>

#include <optional>

namespace rocport {

/// A trait of a file that the plan asks about: what, where first, and how often in this file.
/// Among the features of a file it is a FeatureKind::Trait, as are the names that analysers of
/// core/rules give without a place. Ids: "kernel", "cutlass", "flash-attn", "cuda-extension",
/// "cuda-build", "graph-capture", "torch", "torch-compile", "texture-reference".
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

/// Looks for the traits by name, outside comments and strings (C/C++) or comments (other
/// languages). Linear; a C/C++ file is split into tokens only where a name occurs.
QVector<FeatureMark> detectFeatures(const RepoPath& path, Language language,
                                    const SourceBuffer& source);

/// Where a C/C++ file first includes a header that is in the repository's top folder "include"; a
/// mark without an id. `headers` holds the paths under it.
std::optional<FeatureMark> topIncludeMark(const SourceBuffer& source,
                                          const QSet<QByteArray>& headers);

} // namespace rocport
