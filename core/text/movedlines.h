#pragma once

#include <QByteArrayView>
#include <QVector>

namespace rocport {

/// A line that was removed or added.
struct ChangedLine
{
    int line = 0; ///< 1-based, in its own version
    QByteArrayView text;
};

/// Lines that were removed in one place and added in another, as indices into the lines given.
struct MovedLines
{
    int from = 0;      ///< the first of them among the removed ones
    int fromCount = 0; ///< with blank lines between
    int to = 0;        ///< among the added ones
    int toCount = 0;
    friend bool operator==(const MovedLines&, const MovedLines&) = default;
};

/// Fewer lines than this that are not blank are no moved block.
inline constexpr int kLeastMovedLines = 3;

/// Blocks that were moved, also to another indentation: at least kLeastMovedLines lines that are
/// not blank, with at least 20 letters and digits together, standing one below the other in both
/// places; blank lines between them do not matter. Both lists are in the order of their lines.
/// Each line is part of one block at most. Linear: lines are compared by hashes, and of places that
/// begin alike only the first few are tried.
QVector<MovedLines> findMovedLines(const QVector<ChangedLine>& removed,
                                   const QVector<ChangedLine>& added);

} // namespace rocport
