#pragma once

#include "core/verify/namingline.h"

#include <QByteArray>

#include <functional>
#include <vector>

namespace rocport {

/// The arm of an `if` around a line, as reported.
struct NamingArm
{
    QString condition; ///< "if(WITH_CUDA)", "the else of if x"
    int line = 0;      ///< 1-based; 0: there is none
};

/// The blocks that are open at a place in a build file that is read from its beginning. Ends and
/// arms of blocks that never began are ignored.
class NamingArms
{
public:
    /// `text`: the whole condition, of which one line is reported.
    void open(const QByteArray& text, int line);
    /// Opens a block without a condition: what is around it stays the innermost.
    void openPlain();
    void alternative(const QByteArray& text, int line);
    void otherwise();
    void close();
    [[nodiscard]] NamingArm innermost() const;

private:
    std::vector<NamingArm> m_open;
};

/// Sources, and the best line found so far for each.
class NamedSources
{
public:
    /// `top`: the tree's absolute folder, if offer() gets absolute folders; empty: it gets folders
    /// relative to the tree.
    NamedSources(const QVector<RepoPath>& sources, const QString& top);

    /// Gives `line()` to the sources that `text`, in a build file in `folder`, names better than
    /// what was found before. A higher `rank` (from 1) is better; for equal rank, a name relative
    /// to `folder` is better than the end of a path.
    void offer(const QString& text, const QString& folder, int rank,
               const std::function<NamingLine()>& line);

    /// In the order of the sources.
    [[nodiscard]] const QVector<NamingLine>& lines() const { return m_lines; }

private:
    QVector<QString> m_paths;
    QHash<QString, QVector<qsizetype>> m_byName;
    QVector<NamingLine> m_lines;
    QVector<int> m_values; ///< how good the lines are; 0: there is none
};

} // namespace rocport
