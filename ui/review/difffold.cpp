#include "ui/review/difffold.h"

#include "ui/review/difflayout.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kContext = 3;   // unchanged rows that stay on each side of a change
constexpr int kLeastFold = 4; // fewer rows than this are not worth a line that says so

} // namespace

void DiffFolding::show(int first, int last)
{
    m_shown.append({first, last});
    std::sort(m_shown.begin(), m_shown.end());
    QVector<QPair<int, int>> merged;
    for (const QPair<int, int>& range : std::as_const(m_shown)) {
        if (!merged.isEmpty() && range.first <= merged.last().second + 1) {
            merged.last().second = std::max(merged.last().second, range.second);
        } else {
            merged.append(range);
        }
    }
    m_shown = merged;
}

QVector<DiffFold> DiffFolding::foldsOf(const DiffLayout& layout) const
{
    QVector<DiffFold> folds;
    if (!m_on) {
        return folds;
    }
    qsizetype shown = 0;
    int first = -1;
    const auto end = [&](int row) {
        if (first >= 0 && row - first >= kLeastFold) {
            folds.append({first, row - first});
        }
        first = -1;
    };
    const auto rows = static_cast<int>(layout.rows.size());
    qsizetype segment = 0;
    for (int row = 0; row < rows; ++row) {
        while (segment < layout.segments.size() &&
               layout.segments[segment].firstRow + layout.segments[segment].rows + kContext <=
                   row) {
            ++segment;
        }
        const bool near =
            segment < layout.segments.size() && row >= layout.segments[segment].firstRow - kContext;
        const int line = layout.rows[row].left;
        while (shown < m_shown.size() && m_shown[shown].second < line) {
            ++shown;
        }
        const bool asked = shown < m_shown.size() && line >= m_shown[shown].first;
        if (near || asked) {
            end(row);
        } else if (first < 0) {
            first = row;
        }
    }
    end(rows);
    return folds;
}

int foldAt(const QVector<DiffFold>& folds, int row)
{
    const auto after =
        std::upper_bound(folds.cbegin(), folds.cend(), row,
                         [](int wanted, const DiffFold& fold) { return wanted < fold.firstRow; });
    if (after == folds.cbegin() || row > std::prev(after)->lastRow()) {
        return -1;
    }
    return static_cast<int>(std::distance(folds.cbegin(), after)) - 1;
}

int nextShownRow(const QVector<DiffFold>& folds, int row)
{
    const int fold = foldAt(folds, row);
    return fold < 0 ? row + 1 : folds[fold].lastRow() + 1;
}

} // namespace rocport
