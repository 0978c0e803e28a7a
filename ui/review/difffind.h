#pragma once

#include "core/base/cancel.h"
#include "core/text/textsearch.h"
#include "ui/review/difflayout.h"

namespace rocport {

/// Which version of a file a place belongs to.
enum class HitSide : quint8 {
    Original,
    Port,
    Both, ///< a line in both versions
};

/// A match in a file as shown by the diff.
struct DiffHit
{
    int row = 0;
    HitSide side = HitSide::Both;
    int start = 0;  ///< byte in the line
    int length = 0; ///< bytes
    friend bool operator==(const DiffHit&, const DiffHit&) = default;
};

/// What was found in one file.
struct DiffHits
{
    QVector<DiffHit> hits; ///< by row; within a row, the original's first
    bool more = false;     ///< there are more than the limit
    int leftOut = 0;       ///< lines on which an expression was not tried, or not in full
};

/// Which lines are searched.
enum class FindScope : quint8 {
    Changes, ///< removed and added lines
    Lines,   ///< every line
};

/// Searches the lines of both versions; a line in both counts once. A row that holds both versions
/// of a line is searched for each; what was found in both counts once too. When cancelled, it ends
/// early with what it has.
DiffHits findInDiff(const DiffLayout& layout, const TextMatcher& matcher, FindScope scope,
                    qsizetype limit, const CancelToken& cancel);

/// Whether a row has one text for both versions: its line is unchanged, or both stand in it.
bool isOneText(const DiffLayout& layout, int row);
/// The bytes of the line that contains a hit on this side.
QByteArrayView lineOfHit(const DiffLayout& layout, int row, HitSide side);
/// 1-based line of the original, or of the proposal with every change in it.
int lineNumberOf(const DiffLayout& layout, int row, HitSide side);
/// The first row at or after a line of a side; the last row if there is none.
int rowOfHitLine(const DiffLayout& layout, HitSide side, int line);
/// Index into layout.changes of the change that a row belongs to; -1: none.
int changeOfRow(const DiffLayout& layout, int row);

} // namespace rocport
