#pragma once

#include "core/scan/githandle.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace rocport {

/// What the patterns of .gitattributes and .gitignore can cost at most over the files of a tree.
/// libgit2 matches them by trying every way in which their stars may be filled, which for
/// `*a*a*a*a*a*b` and a long name takes years.
class PatternCost
{
public:
    /// Beyond this many comparisons, about half a minute, libgit2 is not asked.
    static constexpr double kMost = 1e10;

    void addPath(QByteArrayView path);
    /// Adds a file of patterns, one per line; what follows a blank does not matter.
    void addPatterns(const QByteArray& file, const QByteArray& text);
    /// Adds a file that is refused whatever patterns it has; the first one counts.
    void refuse(const QByteArray& file, const QString& why);
    /// The file that costs too much, and why; nothing: all can be matched.
    struct Refusal
    {
        QByteArray file;
        QString why;
    };
    [[nodiscard]] std::optional<Refusal> refusal() const;

private:
    struct Pattern
    {
        QByteArray file;
        QByteArray text;        ///< the pattern, cut for people
        std::vector<int> stars; ///< for each part between slashes that has any
        int folders = 0;        ///< parts that are "**"
    };
    std::vector<Pattern> m_patterns;
    std::optional<Refusal> m_refused;
    double m_paths = 0;
    qsizetype m_longestName = 1;
    qsizetype m_deepest = 1;
};

/// Whether libgit2 can match the patterns that it would find: those of `commit`'s tree, of the
/// folders `workdirs`, of the git folder's own files and of those that the configuration names;
/// and, where there are `workdirs`, whether it can read the commit's list of submodules. To be
/// called before anything that writes files, merges or shows differences. Errors: GitFailed,
/// InvalidArgument (`object` is the file, `detail` the pattern).
Result<void> checkPatterns(git_repository* repository, git_commit* commit,
                           const QList<QByteArray>& workdirs);

} // namespace rocport
