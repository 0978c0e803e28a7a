#pragma once

#include "core/text/linediff.h"
#include "ui/review/difflayout.h"

#include <QByteArrayList>

#include <optional>

namespace rocport {

/// Puts rows into a layout: unchanged lines and segments, from the first line to the last. Knows
/// nothing of changes and decisions.
class DiffLayoutMaker
{
public:
    /// `left` are the lines of the original as UTF-8, without line ends; both outlive it. The
    /// layout's style says what is shown.
    DiffLayoutMaker(DiffLayout& layout, const QByteArrayList& left) : m_layout(layout), m_left(left)
    {
    }

    /// The next `count` lines are unchanged.
    void context(int count);
    /// Lines of the original, 0-based and half-open from leftLine() on, become `right`.
    void segment(int begin, int end, const QVector<int>& changes, const QByteArrayList& right);
    /// To be called once, after the last line.
    void finish();

    [[nodiscard]] int leftLine() const { return m_leftLine; }   ///< 0-based, next
    [[nodiscard]] int rightLine() const { return m_rightLine; } ///< 1-based, last written

private:
    /// The lines of a differing block, with what stands beside each on the left (-1: nothing).
    struct Block
    {
        QByteArrayList left;
        QByteArrayList right;
        QVector<int> partner;
    };

    /// Both versions of a line as one.
    struct Merge
    {
        QByteArray text;
        DiffMerged ranges;
        bool blanks = false; ///< they differ only in blanks
    };

    DiffRow& pair(bool hasLeft, bool hasRight, const QByteArray& left, const QByteArray& right,
                  bool changed);
    void block(const Block& block);
    void sideBySide(const Block& block);
    void unified(const Block& block);
    void unifiedPart(const Block& block, int left, int leftEnd, int right, int rightEnd);
    [[nodiscard]] std::optional<Merge> mergeOf(const QByteArray& left,
                                               const QByteArray& right) const;
    void mergedRow(const Merge& merge);
    void single(bool hasLeft, const QByteArray& text);

    DiffLayout& m_layout;
    const QByteArrayList& m_left;
    int m_leftLine = 0;
    int m_rightLine = 0;
    int m_segment = -1;
    QByteArray m_lastLeft; ///< the line before the next
    QByteArray m_lastRight;
};

/// Finds the blocks of removed lines that were added elsewhere in the file, and marks their rows.
/// Linear. Called by layOutDiff().
void findMoves(DiffLayout& layout);

} // namespace rocport
