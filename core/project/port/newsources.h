#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"
#include "core/isolation/projection.h"

#include <QHash>
#include <QString>

namespace rocport {

/// Patterns by which the build files of a repository collect sources: file(GLOB …) of CMake,
/// $(wildcard …) of make, glob() of Python. A new source that matches one is built for NVIDIA too.
class SourceGlobs
{
public:
    [[nodiscard]] static bool mayHoldGlobs(Language language);
    void add(const RepoPath& path, Language language, const QByteArray& text);
    /// The build file, in the same folder or above, with a pattern that matches the end of the
    /// name; empty when there is none.
    [[nodiscard]] QString takerOf(const RepoPath& source) const;

private:
    struct Taker
    {
        RepoPath file;
        qsizetype order = 0; ///< the first one added wins
    };
    /// Keyed by the build file's folder, '\0' and what follows the '*'.
    QHash<QByteArray, Taker> m_takers;
};

/// Whether nothing but blanks, comments and directives is left of the text if none of the macros
/// are defined.
bool isEmptyOnNvidia(const QByteArray& text, Language language, const GuardMacros& macros);

} // namespace rocport
