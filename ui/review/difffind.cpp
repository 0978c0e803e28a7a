#include "ui/review/difffind.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

/// The text of one version of a row that holds both, and where its bytes stand in the row.
struct Version
{
    QByteArray text;
    QVector<int> places;
};

Version versionOf(QByteArrayView line, const QVector<ByteRange>& others)
{
    Version version;
    auto other = others.begin();
    for (int at = 0; at < line.size(); ++at) {
        while (other != others.end() && other->end <= at) {
            ++other;
        }
        if (other == others.end() || at < other->begin) {
            version.text += line[at];
            version.places.append(at);
        }
    }
    return version;
}

/// Matches in either version of such a row, by place; each once.
LineMatches findInMerged(const TextMatcher& matcher, QByteArrayView line, const DiffMerged& merged)
{
    LineMatches found;
    for (const QVector<ByteRange>& others : {merged.added, merged.removed}) {
        const Version version = versionOf(line, others);
        const LineMatches matches = matcher.findInUtf8(version.text);
        found.gaveUp = found.gaveUp || matches.gaveUp;
        for (TextMatch match : matches.matches) {
            if (match.length > 0) {
                const qsizetype last = version.places[match.start + match.length - 1];
                match.start = version.places[match.start];
                match.length = last + 1 - match.start;
                found.matches.append(match);
            }
        }
    }
    const auto before = [](const TextMatch& a, const TextMatch& b) {
        return std::pair(a.start, a.length) < std::pair(b.start, b.length);
    };
    const auto same = [](const TextMatch& a, const TextMatch& b) {
        return a.start == b.start && a.length == b.length;
    };
    std::sort(found.matches.begin(), found.matches.end(), before);
    found.matches.erase(std::unique(found.matches.begin(), found.matches.end(), same),
                        found.matches.end());
    return found;
}

} // namespace

bool isOneText(const DiffLayout& layout, int row)
{
    const DiffRow& at = layout.rows[row];
    return at.merged >= 0 || (!at.changed && (layout.unified || !at.blanks));
}

DiffHits findInDiff(const DiffLayout& layout, const TextMatcher& matcher, FindScope scope,
                    qsizetype limit, const CancelToken& cancel)
{
    DiffHits found;
    const auto look = [&](int row, HitSide side) {
        const QByteArrayView text = lineOfHit(layout, row, side);
        const int merged = layout.rows[row].merged;
        const LineMatches line = merged < 0 ? matcher.findInUtf8(text)
                                            : findInMerged(matcher, text, layout.merged[merged]);
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
        if (isOneText(layout, row) && (layout.unified || (at.left > 0 && at.right > 0))) {
            if ((scope == FindScope::Lines || at.changed) && (at.left > 0 || at.right > 0)) {
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
