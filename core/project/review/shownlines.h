#pragma once

#include "core/project/review/review.h"
#include "core/text/linediff.h"

namespace rocport {

/// The lines of a file that a unified diff with three lines around each change shows.
class ShownLines
{
public:
    ShownLines() = default;
    explicit ShownLines(QVector<DiffBlock> blocks) : m_blocks(std::move(blocks)) {}

    /// Whether a line (1-based) of the port or of its base is shown.
    [[nodiscard]] bool contains(bool onBase, int line) const;
    /// Where a line is on the other side; 0: it is only on this one.
    [[nodiscard]] int onOtherSide(bool onBase, int line) const;

private:
    [[nodiscard]] qsizetype blockOf(bool onBase, int line) const;

    QVector<DiffBlock> m_blocks; ///< left: the base; empty: nothing is shown
};

/// Those of one file; none of one that is not compared by lines. Reads a file that is all new.
ShownLines shownLines(const PortReview& review, const ReviewFile& file);

} // namespace rocport
