#pragma once

#include "core/verify/namingline.h"

#include <QByteArray>

#include <functional>
#include <vector>

namespace rocport {

/// The arm of an `if` around a line, as it is told.
struct NamingArm
{
    QString condition; ///< "if(WITH_CUDA)", "the else of if x"
    int line = 0;      ///< 1-based; 0: there is none
};

/// What is open at a place of a build file that is read from its begin. Ends and arms of blocks
/// that never began are passed over.
class NamingArms
{
public:
    /// `text`: the whole condition, of which one line is told.
    void open(const QByteArray& text, int line);
    /// A block that asks nothing: what is around it stays the innermost.
    void openPlain();
    void alternative(const QByteArray& text, int line);
    void otherwise();
    void close();
    [[nodiscard]] NamingArm innermost() const;

private:
    std::vector<NamingArm> m_open;
};

/// Sources, and the best line that was found so far for each.
class NamedSources
{
public:
    /// `top`: the tree's folder, absolute, where the folders that offer() gets are; empty: they are
    /// relative to it.
    NamedSources(const QVector<RepoPath>& sources, const QString& top);

    /// Gives `line()` to the sources that `text`, in a build file of `folder`, names better than
    /// what was found before. The higher `rank` (from 1), the better; then what names a source as
    /// seen from `folder` is better than what ends its path.
    void offer(const QString& text, const QString& folder, int rank,
               const std::function<NamingLine()>& line);

    /// In the order of the sources.
    [[nodiscard]] const QVector<NamingLine>& lines() const { return m_lines; }

private:
    QVector<QString> m_paths;
    QHash<QString, QVector<qsizetype>> m_byName;
    QVector<NamingLine> m_lines;
    QVector<int> m_values; ///< of the lines; 0: there is none
};

} // namespace rocport
