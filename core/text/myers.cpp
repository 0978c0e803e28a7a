#include "core/text/myers.h"

#include <algorithm>
#include <limits>

// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the variation in linear
// space, with an explicit stack and a bound on the effort.

namespace rocport {

namespace {

using Index = std::int32_t;

constexpr int kSearchLimit = 256; // differences per search before it takes the best point so far

struct Box
{
    Index left, leftEnd, right, rightEnd;
};

struct Split
{
    Index left = 0;
    Index right = 0;
    bool found = false;
};

class Comparison
{
public:
    Comparison(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right,
               SequenceDiff& out, std::int64_t effort)
        : m_a(left), m_b(right), m_out(out), m_effort(effort)
    {
        const size_t diagonals = left.size() + right.size() + 3;
        m_forward.resize(diagonals);
        m_backward.resize(diagonals);
        m_origin = static_cast<Index>(right.size()) + 1;
    }

    void run()
    {
        std::vector<Box> open;
        open.push_back({0, static_cast<Index>(m_a.size()), 0, static_cast<Index>(m_b.size())});
        while (!open.empty()) {
            Box box = open.back();
            open.pop_back();
            trim(box);
            if (box.left == box.leftEnd || box.right == box.rightEnd) {
                mark(box);
                continue;
            }
            const Split split = middle(box);
            const bool inside = split.left >= box.left && split.left <= box.leftEnd &&
                                split.right >= box.right && split.right <= box.rightEnd;
            const bool corner = (split.left == box.left && split.right == box.right) ||
                                (split.left == box.leftEnd && split.right == box.rightEnd);
            if (!split.found || !inside || corner) {
                mark(box);
                continue;
            }
            open.push_back({split.left, box.leftEnd, split.right, box.rightEnd});
            open.push_back({box.left, split.left, box.right, split.right});
        }
    }

private:
    void trim(Box& box)
    {
        while (box.left < box.leftEnd && box.right < box.rightEnd &&
               m_a[size_t(box.left)] == m_b[size_t(box.right)]) {
            ++box.left;
            ++box.right;
        }
        while (box.left < box.leftEnd && box.right < box.rightEnd &&
               m_a[size_t(box.leftEnd - 1)] == m_b[size_t(box.rightEnd - 1)]) {
            --box.leftEnd;
            --box.rightEnd;
        }
    }

    void mark(const Box& box)
    {
        std::fill(m_out.left.begin() + box.left, m_out.left.begin() + box.leftEnd, char(1));
        std::fill(m_out.right.begin() + box.right, m_out.right.begin() + box.rightEnd, char(1));
    }

    [[nodiscard]] size_t at(Index diagonal) const
    {
        const Index index = diagonal + m_origin;
        return static_cast<size_t>(index);
    }
    Index& forward(Index diagonal) { return m_forward[at(diagonal)]; }
    Index& backward(Index diagonal) { return m_backward[at(diagonal)]; }

    /// A point on a shortest path through `box`; searches from both ends.
    Split middle(const Box& box)
    {
        const Index dMin = box.left - box.rightEnd;
        const Index dMax = box.leftEnd - box.right;
        const Index fMid = box.left - box.right;
        const Index bMid = box.leftEnd - box.rightEnd;
        const bool odd = ((fMid - bMid) & 1) != 0;
        Index fMin = fMid;
        Index fMax = fMid;
        Index bMin = bMid;
        Index bMax = bMid;
        forward(fMid) = box.left;
        backward(bMid) = box.leftEnd;
        constexpr Index kFar = std::numeric_limits<Index>::max();

        for (int cost = 0; m_effort > 0; ++cost) {
            if (cost > kSearchLimit) {
                return furthest(box, {fMin, fMax, bMin, bMax});
            }
            if (fMin > dMin) {
                forward(--fMin - 1) = -1;
            } else {
                ++fMin;
            }
            if (fMax < dMax) {
                forward(++fMax + 1) = -1;
            } else {
                --fMax;
            }
            for (Index d = fMax; d >= fMin; d -= 2) {
                const Index x = advance(box, d);
                if (odd && bMin <= d && d <= bMax && backward(d) <= x) {
                    return {x, x - d, true};
                }
            }
            if (bMin > dMin) {
                backward(--bMin - 1) = kFar;
            } else {
                ++bMin;
            }
            if (bMax < dMax) {
                backward(++bMax + 1) = kFar;
            } else {
                --bMax;
            }
            for (Index d = bMax; d >= bMin; d -= 2) {
                const Index x = retreat(box, d);
                if (!odd && fMin <= d && d <= fMax && x <= forward(d)) {
                    return {x, x - d, true};
                }
            }
        }
        return {};
    }

    struct Reach
    {
        Index fMin, fMax, bMin, bMax;
    };

    /// Where the search got furthest from one of its two ends: not the best split, but near it.
    Split furthest(const Box& box, const Reach& reach)
    {
        Split ahead;
        Index aheadSum = std::numeric_limits<Index>::min();
        for (Index d = reach.fMax; d >= reach.fMin; d -= 2) {
            Index x = std::min(forward(d), box.leftEnd);
            if (x - d > box.rightEnd) {
                x = box.rightEnd + d;
            }
            if (x + x - d > aheadSum) {
                aheadSum = x + x - d;
                ahead = {x, x - d, true};
            }
        }
        Split behind;
        Index behindSum = std::numeric_limits<Index>::max();
        for (Index d = reach.bMax; d >= reach.bMin; d -= 2) {
            Index x = std::max(backward(d), box.left);
            if (x - d < box.right) {
                x = box.right + d;
            }
            if (x + x - d < behindSum) {
                behindSum = x + x - d;
                behind = {x, x - d, true};
            }
        }
        const Index done = aheadSum - (box.left + box.right);
        return box.leftEnd + box.rightEnd - behindSum < done ? ahead : behind;
    }

    Index advance(const Box& box, Index d)
    {
        const Index below = forward(d - 1);
        const Index above = forward(d + 1);
        Index x = below < above ? above : below + 1;
        const Index from = x;
        while (x < box.leftEnd && x - d < box.rightEnd && m_a[size_t(x)] == m_b[size_t(x - d)]) {
            ++x;
        }
        m_effort -= 1 + (x - from);
        forward(d) = x;
        return x;
    }

    Index retreat(const Box& box, Index d)
    {
        const Index below = backward(d - 1);
        const Index above = backward(d + 1);
        Index x = below < above ? below : above - 1;
        const Index from = x;
        while (x > box.left && x - d > box.right && m_a[size_t(x - 1)] == m_b[size_t(x - d - 1)]) {
            --x;
        }
        m_effort -= 1 + (from - x);
        backward(d) = x;
        return x;
    }

    const std::vector<std::uint32_t>& m_a;
    const std::vector<std::uint32_t>& m_b;
    SequenceDiff& m_out;
    std::int64_t m_effort;
    std::vector<Index> m_forward;
    std::vector<Index> m_backward;
    Index m_origin = 0;
};

/// Elements that the other side does not have at all differ for certain; the search runs without
/// them.
std::vector<std::uint32_t> shared(const std::vector<std::uint32_t>& from,
                                  const std::vector<char>& inOther, std::vector<Index>& places,
                                  std::vector<char>& marks)
{
    std::vector<std::uint32_t> kept;
    kept.reserve(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
        if (inOther[from[i]]) {
            kept.push_back(from[i]);
            places.push_back(static_cast<Index>(i));
        } else {
            marks[i] = 1;
        }
    }
    return kept;
}

} // namespace

SequenceDiff diffSequences(const std::vector<std::uint32_t>& left,
                           const std::vector<std::uint32_t>& right, std::int64_t effort)
{
    SequenceDiff result{std::vector<char>(left.size(), 0), std::vector<char>(right.size(), 0)};
    std::uint32_t top = 0;
    for (const std::uint32_t id : left) {
        top = std::max(top, id);
    }
    for (const std::uint32_t id : right) {
        top = std::max(top, id);
    }
    std::vector<char> inLeft(size_t(top) + 1, 0);
    std::vector<char> inRight(size_t(top) + 1, 0);
    for (const std::uint32_t id : left) {
        inLeft[id] = 1;
    }
    for (const std::uint32_t id : right) {
        inRight[id] = 1;
    }

    std::vector<Index> leftPlaces;
    std::vector<Index> rightPlaces;
    const auto a = shared(left, inRight, leftPlaces, result.left);
    const auto b = shared(right, inLeft, rightPlaces, result.right);
    SequenceDiff inner{std::vector<char>(a.size(), 0), std::vector<char>(b.size(), 0)};
    Comparison(a, b, inner, effort).run();
    for (size_t i = 0; i < a.size(); ++i) {
        result.left[size_t(leftPlaces[i])] = inner.left[i];
    }
    for (size_t i = 0; i < b.size(); ++i) {
        result.right[size_t(rightPlaces[i])] = inner.right[i];
    }
    return result;
}

} // namespace rocport
