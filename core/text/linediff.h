#pragma once

#include <QByteArray>
#include <QVector>

namespace rocport {

/// One run of lines in a comparison of two texts.
struct DiffBlock
{
    bool equal = true;
    int leftFirst = 0; ///< 0-based line in the left text
    int leftCount = 0;
    int rightFirst = 0; ///< 0-based line in the right text
    int rightCount = 0;
    friend bool operator==(const DiffBlock&, const DiffBlock&) = default;
};

/// What ends a line: also a carriage return alone, as editors show it, or a newline only, as git
/// and patches count.
enum class LineEnds : quint8 { Any, Newline };

/// The lines of a text, each with its end; valid as long as the text is.
QVector<QByteArrayView> linesOf(QByteArrayView text, LineEnds ends);

/// Compares line by line, with any line ends (Myers, linear space; falls back to coarse blocks
/// above an effort limit, so that time is bounded for any input). Blocks cover both texts
/// completely, in order. A missing final newline makes the last line differ.
QVector<DiffBlock> diffLines(QByteArrayView left, QByteArrayView right);

} // namespace rocport
