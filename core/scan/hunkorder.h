#pragma once

#include "core/base/finding.h"

#include <algorithm>

namespace rocport {

/// By phase, file, position and key.
inline void sortHunks(QVector<Hunk>& hunks)
{
    const auto path = [](const Hunk& hunk) -> const RepoPath& {
        return hunk.sourcePath.isEmpty() ? hunk.targetPath : hunk.sourcePath;
    };
    const auto position = [](const Hunk& hunk) {
        return hunk.edits.isEmpty() ? qsizetype(0) : hunk.edits.first().range.begin;
    };
    std::stable_sort(hunks.begin(), hunks.end(), [&](const Hunk& a, const Hunk& b) {
        if (a.phase != b.phase) {
            return a.phase < b.phase;
        }
        if (path(a) != path(b)) {
            return path(a) < path(b);
        }
        return position(a) != position(b) ? position(a) < position(b) : a.key < b.key;
    });
}

} // namespace rocport
