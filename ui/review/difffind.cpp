#include "ui/review/difffind.h"

#include <algorithm>

namespace rocport {

DiffHits findInDiff(const DiffLayout& layout, const TextMatcher& matcher, FindScope scope,
                    qsizetype limit, const CancelToken& cancel)
{
    DiffHits found;
    const auto look = [&](int row, HitSide side) {
        const LineMatches line = matcher.findInUtf8(lineOfHit(layout, row, side));
        found.leftOut += line.gaveUp ? 1 : 0;
        for (const TextMatch& match : line.matches) {
            if (found.hits.size() >= limit) {
                found.more = true;
                return;
            }
            found.hits.append(
                {row, side, static_cast<int>(match.start), static_cast<int>(match.length)});
        }
    };
    for (int row = 0; row < layout.rows.size(); ++row) {
        if (cancel.isCancelled() || found.more) {
            break;
        }
        const DiffRow& at = layout.rows[row];
        if (!at.changed && (layout.unified || (at.left > 0 && at.right > 0))) {
            if (scope == FindScope::Lines && (at.left > 0 || at.right > 0)) {
                look(row, HitSide::Both);
            }
            continue;
        }
        if (at.left > 0) {
            look(row, HitSide::Original);
        }
        if (at.right > 0 && (!layout.unified || at.left == 0)) {
            look(row, HitSide::Port);
        }
    }
    return found;
}

QByteArrayView lineOfHit(const DiffLayout& layout, int row, HitSide side)
{
    const bool right = side == HitSide::Port && !layout.unified;
    return (right ? layout.right : layout.left).line(row);
}

int lineNumberOf(const DiffLayout& layout, int row, HitSide side)
{
    const DiffRow& at = layout.rows[row];
    return side == HitSide::Port ? at.right : at.left > 0 ? at.left : at.right;
}

int rowOfHitLine(const DiffLayout& layout, HitSide side, int line)
{
    const auto last = static_cast<int>(layout.rows.size()) - 1;
    for (int row = 0; row < last; ++row) {
        const DiffRow& at = layout.rows[row];
        if ((side == HitSide::Port ? at.right : at.left) >= line) {
            return row;
        }
    }
    return std::max(0, last);
}

int changeOfRow(const DiffLayout& layout, int row)
{
    if (row < 0 || row >= layout.rows.size() || layout.rows[row].segment < 0) {
        return -1;
    }
    const DiffSegment& segment = layout.segments[layout.rows[row].segment];
    for (const int change : segment.changes) {
        const DiffChange& candidate = layout.changes[change];
        if (row >= candidate.firstRow && row < candidate.firstRow + candidate.rows) {
            return change;
        }
    }
    return segment.changes.value(0, -1);
}

} // namespace rocport
