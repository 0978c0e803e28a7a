#include "core/text/linealign.h"

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/myers.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

// Pairs of lines inside one block are aligned by likeness up to this many comparisons.
constexpr qsizetype kMaxAlignCells = 4096;
constexpr qsizetype kMaxAlignLine = 512;
constexpr int kLeastLikeness = 30;
constexpr int kLeastNames = 2; // bytes of words without which a line says nothing about its place

/// What of a line is compared.
QByteArrayView beginningOf(const QByteArray& line)
{
    return QByteArrayView(line).first(std::min(line.size(), kMaxAlignLine)).trimmed();
}

/// How alike two lines are, 0 to 100: by common beginning and end of the trimmed text.
int likeness(QByteArrayView a, QByteArrayView b)
{
    const qsizetype shorter = std::min(a.size(), b.size());
    const qsizetype longer = std::max(a.size(), b.size());
    if (longer == 0) {
        return 100;
    }
    qsizetype head = 0;
    while (head < shorter && a[head] == b[head]) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    return static_cast<int>(100 * (head + tail) / longer);
}

/// Part of both blocks, half-open.
struct Gap
{
    qsizetype left = 0, leftEnd = 0, right = 0, rightEnd = 0;
};

/// Longest chain by likeness.
void alignByLikeness(const QByteArrayList& left, const QByteArrayList& right, const Gap& gap,
                     QVector<int>& partner)
{
    const qsizetype rows = gap.leftEnd - gap.left;
    const qsizetype columns = gap.rightEnd - gap.right;
    const qsizetype width = columns + 1;
    QVector<int> best((rows + 1) * width, 0);
    QVector<int> like(rows * columns, 0);
    QVector<QByteArrayView> across(columns);
    for (qsizetype j = 0; j < columns; ++j) {
        across[j] = beginningOf(right[gap.right + j]);
    }
    for (qsizetype i = rows - 1; i >= 0; --i) {
        const QByteArrayView line = beginningOf(left[gap.left + i]);
        for (qsizetype j = columns - 1; j >= 0; --j) {
            const int value = likeness(line, across[j]);
            like[i * columns + j] = value >= kLeastLikeness ? value : -1;
            const int pair = value >= kLeastLikeness ? value + best[(i + 1) * width + j + 1] : -1;
            best[i * width + j] =
                std::max({pair, best[(i + 1) * width + j], best[i * width + j + 1]});
        }
    }
    for (qsizetype i = 0, j = 0; i < rows && j < columns;) {
        const int value = like[i * columns + j];
        if (value >= 0 && best[i * width + j] == value + best[(i + 1) * width + j + 1]) {
            partner[gap.left + i++] = static_cast<int>(gap.right + j++);
        } else if (best[i * width + j] == best[(i + 1) * width + j]) {
            ++i;
        } else {
            ++j;
        }
    }
}

void alignGap(const QByteArrayList& left, const QByteArrayList& right, const Gap& gap,
              QVector<int>& partner)
{
    const qsizetype rows = gap.leftEnd - gap.left;
    const qsizetype columns = gap.rightEnd - gap.right;
    if (rows != columns && rows * columns <= kMaxAlignCells) {
        alignByLikeness(left, right, gap, partner);
        return;
    }
    for (qsizetype i = 0; i < std::min(rows, columns); ++i) {
        partner[gap.left + i] = static_cast<int>(gap.right + i);
    }
}

/// One id for each line as far as its blanks do not matter; a line without words has its own.
std::vector<std::uint32_t> idsOf(const QByteArrayList& lines, QHash<QByteArray, std::uint32_t>& ids,
                                 std::uint32_t& next)
{
    std::vector<std::uint32_t> result;
    result.reserve(static_cast<size_t>(lines.size()));
    for (const QByteArray& line : lines) {
        const QByteArray plain = withoutBlanks(line);
        if (std::count_if(plain.begin(), plain.end(), isNameByte) < kLeastNames) {
            result.push_back(next++);
            continue;
        }
        const auto known = ids.constFind(plain);
        result.push_back(known != ids.cend() ? *known : *ids.insert(plain, next++));
    }
    return result;
}

} // namespace

QVector<int> alignLines(const QByteArrayList& left, const QByteArrayList& right)
{
    QVector<int> partner(left.size(), -1);
    QHash<QByteArray, std::uint32_t> known;
    std::uint32_t next = 0;
    const auto leftIds = idsOf(left, known, next);
    const auto rightIds = idsOf(right, known, next);
    const SequenceDiff diff = diffSequences(leftIds, rightIds);
    Gap gap;
    while (gap.leftEnd < left.size() || gap.rightEnd < right.size()) {
        while (gap.leftEnd < left.size() && diff.left[size_t(gap.leftEnd)]) {
            ++gap.leftEnd;
        }
        while (gap.rightEnd < right.size() && diff.right[size_t(gap.rightEnd)]) {
            ++gap.rightEnd;
        }
        alignGap(left, right, gap, partner);
        if (gap.leftEnd < left.size() && gap.rightEnd < right.size()) {
            partner[gap.leftEnd] = static_cast<int>(gap.rightEnd);
            ++gap.leftEnd;
            ++gap.rightEnd;
        }
        gap.left = gap.leftEnd;
        gap.right = gap.rightEnd;
    }
    return partner;
}

} // namespace rocport
