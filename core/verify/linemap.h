#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QHash>
#include <QVector>

namespace rocport {

/// Where a line of a ported file comes from.
struct LineOrigin
{
    int line = 0;       ///< 1-based line of the original; 0: there is no original
    QByteArray hunkKey; ///< the hunk that made or changed the line; empty: original text
};

/// Maps lines of a ported file back to lines of its original and to the hunks that made them. A
/// value type.
class LineMap
{
public:
    /// A piece of the ported text: original bytes, or what a hunk replaced them with.
    struct Piece
    {
        ByteRange ported;
        ByteRange original;
        QByteArray hunkKey; ///< empty: original bytes, unchanged
    };

    /// Every line is its own original.
    LineMap() = default;
    /// `pieces` cover `ported` in order. `hasOriginal` false: the file has no original.
    LineMap(const QByteArray& original, const QByteArray& ported, const QVector<Piece>& pieces,
            bool hasOriginal);

    /// Origin of 1-based `line`; `column` (1-based, in bytes; 0: unknown) picks among several hunks
    /// on one line. Lines past the end count as the last.
    [[nodiscard]] LineOrigin at(int line, int column = 0) const;

    /// This map after a further change of the text: `after` maps the newest text to the one that
    /// this map is for. Lines keep the hunks of this map.
    [[nodiscard]] LineMap composed(const LineMap& after) const;

private:
    struct Spot
    {
        int column = 1; ///< first column of this part of the line
        LineOrigin origin;
    };
    QVector<QVector<Spot>> m_lines; ///< by line, from 0; empty: identity
};

/// The map for the result of applyHunks(original, hunks, edited). `edited` holds lines by hunk key,
/// as there. If `ported` is something else (merged with a person's work), lines are matched by
/// comparison.
LineMap mapHunks(const QByteArray& original, const QByteArray& ported, const QVector<Hunk>& hunks,
                 const QHash<QByteArray, QByteArray>& edited, bool hasOriginal);

/// The map for a text with `edits` (sorted, not overlapping) applied; no line belongs to a hunk.
LineMap mapEdits(const QByteArray& original, const QByteArray& changed,
                 const QVector<TextEdit>& edits);

} // namespace rocport
