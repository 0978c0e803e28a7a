#include "core/text/movedlines.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"
#include "core/text/blanks.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

namespace {

constexpr size_t kMostTries = 8; // places that begin alike
constexpr int kLeastLetters = 20;

/// A line that is not blank.
struct MovedEntry
{
    int index = 0; ///< into the lines given
    int run = 0;   ///< lines of one run stand one below the other
    int id = 0;    ///< equal for lines that differ only in blanks
    int letters = 0;
    bool taken = false;
};

/// Where blocks begin that have the same first lines.
struct BlockPlaces
{
    std::vector<size_t> places;
    size_t next = 0; ///< those before are taken
};

using LineIds = QHash<QByteArray, int>;
using BlockStart = std::array<int, kLeastMovedLines>; ///< ids of the lines that a block begins with

std::vector<MovedEntry> entriesOf(const QVector<ChangedLine>& lines, LineIds& ids)
{
    std::vector<MovedEntry> entries;
    entries.reserve(static_cast<size_t>(lines.size()));
    CancelLook isCancelled;
    int run = 0;
    for (int i = 0; i < lines.size() && !isCancelled(); ++i) {
        run += i > 0 && lines[i].line != lines[i - 1].line + 1 ? 1 : 0;
        const QByteArray plain = withoutBlanks(lines[i].text);
        if (plain.isEmpty()) {
            continue;
        }
        const auto known = ids.constFind(plain);
        const int id = known != ids.cend() ? *known : *ids.insert(plain, int(ids.size()));
        const auto letters =
            static_cast<int>(std::count_if(plain.begin(), plain.end(), isNameByte));
        entries.push_back({i, run, id, letters, false});
    }
    return entries;
}

/// The ids with which a block at `at` would begin; false: the run ends before.
bool blockStartAt(const std::vector<MovedEntry>& entries, size_t at, BlockStart& start)
{
    if (at + start.size() > entries.size() ||
        entries[at + start.size() - 1].run != entries[at].run) {
        return false;
    }
    for (size_t i = 0; i < start.size(); ++i) {
        start[i] = entries[at + i].id;
    }
    return true;
}

size_t keyOf(const BlockStart& start)
{
    return qHashRange(start.begin(), start.end());
}

/// How many lines from both places on are the same.
size_t commonFrom(const std::vector<MovedEntry>& left, size_t i,
                  const std::vector<MovedEntry>& right, size_t j)
{
    size_t count = 0;
    while (i + count < left.size() && j + count < right.size() &&
           left[i + count].run == left[i].run && right[j + count].run == right[j].run &&
           left[i + count].id == right[j + count].id && !right[j + count].taken) {
        ++count;
    }
    return count;
}

int lettersOf(const std::vector<MovedEntry>& entries, size_t at, size_t count)
{
    int letters = 0;
    for (size_t i = at; i < at + count && letters < kLeastLetters; ++i) {
        letters += entries[i].letters;
    }
    return letters;
}

} // namespace

QVector<MovedLines> findMovedLines(const QVector<ChangedLine>& removed,
                                   const QVector<ChangedLine>& added)
{
    if (removed.size() < kLeastMovedLines || added.size() < kLeastMovedLines) {
        return {};
    }
    LineIds ids;
    const std::vector<MovedEntry> left = entriesOf(removed, ids);
    std::vector<MovedEntry> right = entriesOf(added, ids);
    QHash<size_t, BlockPlaces> places;
    BlockStart start{};
    for (size_t j = 0; j < right.size(); ++j) {
        if (blockStartAt(right, j, start)) {
            places[keyOf(start)].places.push_back(j);
        }
    }
    QVector<MovedLines> found;
    CancelLook isCancelled;
    for (size_t i = 0; i < left.size() && !isCancelled();) {
        size_t best = 0;
        size_t bestAt = 0;
        const auto known = blockStartAt(left, i, start) ? places.find(keyOf(start)) : places.end();
        if (known != places.end()) {
            BlockPlaces& candidates = *known;
            while (candidates.next < candidates.places.size() &&
                   right[candidates.places[candidates.next]].taken) {
                ++candidates.next; // it is not tried again
            }
            const size_t end = std::min(candidates.places.size(), candidates.next + kMostTries);
            for (size_t k = candidates.next; k < end; ++k) {
                const size_t count = commonFrom(left, i, right, candidates.places[k]);
                if (count > best) {
                    best = count;
                    bestAt = candidates.places[k];
                }
            }
        }
        if (best < size_t(kLeastMovedLines) || lettersOf(left, i, best) < kLeastLetters) {
            ++i;
            continue;
        }
        for (size_t j = bestAt; j < bestAt + best; ++j) {
            right[j].taken = true;
        }
        found.append({left[i].index, left[i + best - 1].index - left[i].index + 1,
                      right[bestAt].index,
                      right[bestAt + best - 1].index - right[bestAt].index + 1});
        i += best;
    }
    return found;
}

} // namespace rocport
