#pragma once

// What the two halves of ReviewModel share.

#include "ui/review/reviewmodel.h"

#include <algorithm>
#include <numeric>

namespace rocport::reviewnodes {

// The two low bits of an index's internal id give the level, the rest the node.
inline quintptr nodeId(ReviewModel::Level level, int node)
{
    return (static_cast<quintptr>(node) << 2U) | static_cast<quintptr>(level);
}

inline int nodeOf(quintptr id)
{
    return static_cast<int>(id >> 2U);
}

inline int nodeOf(const QModelIndex& index)
{
    return nodeOf(index.internalId());
}

inline ReviewModel::Level levelOf(quintptr id)
{
    return static_cast<ReviewModel::Level>(id & 3U);
}

inline ReviewModel::Level levelOf(const QModelIndex& index)
{
    return levelOf(index.internalId());
}

inline QString countText(const ReviewCounts& counts)
{
    return QStringLiteral("%1/%2").arg(counts.decided).arg(counts.total);
}

inline void addTo(ReviewCounts& counts, const ReviewChange& change, bool committed)
{
    ++counts.total;
    counts.decided += isDecided(change.kind) ? 1 : 0;
    counts.accepted += isTaken(change.kind) ? 1 : 0;
    counts.needsLook += change.needsLook() ? 1 : 0;
    const bool ready = !isDecided(change.kind) && !change.conflict && isProved(change.verdict);
    counts.openProved += ready ? 1 : 0;
    counts.openNames += ready && change.hunk->onlyNames ? 1 : 0;
    counts.uncommitted += isTaken(change.kind) && !committed ? 1 : 0;
}

/// For each value its rank among all when sorted.
template <typename T>
QVector<int> ranks(const QVector<T>& values)
{
    QVector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return values[a] < values[b]; });
    QVector<int> rank(values.size());
    for (int i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
    }
    return rank;
}

} // namespace rocport::reviewnodes
