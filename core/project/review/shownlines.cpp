#include "core/project/review/shownlines.h"

#include "core/project/review/reviewthreads.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kShownAround = 3;

} // namespace

qsizetype ShownLines::blockOf(bool onBase, int line) const
{
    const auto block =
        std::partition_point(m_blocks.begin(), m_blocks.end(), [&](const DiffBlock& one) {
            return (onBase ? one.leftFirst + one.leftCount : one.rightFirst + one.rightCount) <
                   line;
        });
    return line < 1 || block == m_blocks.end() ? -1 : block - m_blocks.begin();
}

bool ShownLines::contains(bool onBase, int line) const
{
    const qsizetype at = blockOf(onBase, line);
    if (at < 0 || !m_blocks[at].equal) {
        return at >= 0;
    }
    const DiffBlock& block = m_blocks[at];
    const int inside = line - 1 - (onBase ? block.leftFirst : block.rightFirst);
    const int count = onBase ? block.leftCount : block.rightCount;
    return (at > 0 && inside < kShownAround) ||
           (at + 1 < m_blocks.size() && inside >= count - kShownAround);
}

int ShownLines::onOtherSide(bool onBase, int line) const
{
    const qsizetype at = blockOf(onBase, line);
    if (at < 0 || !m_blocks[at].equal) {
        return 0;
    }
    const DiffBlock& block = m_blocks[at];
    return onBase ? line - block.leftFirst + block.rightFirst
                  : line - block.rightFirst + block.leftFirst;
}

ShownLines shownLines(const PortReview& review, const ReviewFile& file)
{
    const auto base = file.base ? textOfReview(review, file, true) : std::optional(QByteArray());
    const auto head = file.head ? textOfReview(review, file, false) : std::optional(QByteArray());
    return base && head ? ShownLines(diffLines(*base, *head)) : ShownLines();
}

} // namespace rocport
