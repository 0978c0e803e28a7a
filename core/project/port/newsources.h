#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"
#include "core/isolation/projection.h"

#include <QHash>
#include <QString>

namespace rocport {

/// Patterns by which the build files of a repository collect sources: file(GLOB …) of CMake,
/// $(wildcard …) of make, glob() of Python. A new source that fits one is built for NVIDIA too.
class SourceGlobs
{
public:
    [[nodiscard]] static bool mayHoldGlobs(Language language);
    void add(const RepoPath& path, Language language, const QByteArray& text);
    /// The build file of which a pattern fits the end of the name, in the same folder or above;
    /// empty when there is none.
    [[nodiscard]] QString takerOf(const RepoPath& source) const;

private:
    struct Taker
    {
        RepoPath file;
        qsizetype order = 0; ///< the first that was added answers
    };
    /// By the folder of the build file, '\0' and what follows the '*'.
    QHash<QByteArray, Taker> m_takers;
};

/// Whether nothing but blanks, comments and directives is left of the text where no macro is
/// defined.
bool isEmptyOnNvidia(const QByteArray& text, Language language, const GuardMacros& macros);

} // namespace rocport
