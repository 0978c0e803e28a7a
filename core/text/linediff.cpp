#include "core/text/linediff.h"

#include "core/base/cancelscope.h"
#include "core/text/bytes.h"
#include "core/text/myers.h"

#include <string_view>
#include <unordered_map>

namespace rocport {

namespace {

using Ids = std::unordered_map<std::string_view, std::uint32_t>;

std::uint32_t idOf(std::string_view text, Ids& ids)
{
    return ids.try_emplace(text, static_cast<std::uint32_t>(ids.size())).first->second;
}

/// One id per line; a line holds its line end, so that a missing one counts as a difference.
std::vector<std::uint32_t> lineIds(QByteArrayView text, Ids& ids)
{
    const QVector<QByteArrayView> lines = linesOf(text, LineEnds::Any);
    std::vector<std::uint32_t> result;
    result.reserve(static_cast<size_t>(lines.size()));
    CancelLook isCancelled;
    for (qsizetype i = 0; i < lines.size() && !isCancelled(); ++i) {
        const QByteArrayView line = lines[i];
        result.push_back(idOf(viewOf(line), ids));
    }
    return result;
}

} // namespace

QVector<QByteArrayView> linesOf(QByteArrayView text, LineEnds ends)
{
    QVector<QByteArrayView> lines;
    qsizetype begin = 0;
    for (qsizetype at = 0; at < text.size();) {
        const char c = text[at++];
        const bool returns = c == '\r' && ends == LineEnds::Any;
        if (returns && at < text.size() && text[at] == '\n') {
            ++at;
        } else if (c != '\n' && !returns) {
            continue;
        }
        lines.append(text.sliced(begin, at - begin));
        begin = at;
    }
    if (begin < text.size()) {
        lines.append(text.sliced(begin));
    }
    return lines;
}

QVector<DiffBlock> diffLines(QByteArrayView left, QByteArrayView right)
{
    Ids ids;
    ids.reserve(static_cast<size_t>(left.size() + right.size()) / 48 + 16);
    const auto leftIds = lineIds(left, ids);
    const auto rightIds = lineIds(right, ids);
    const SequenceDiff diff = diffSequences(leftIds, rightIds);

    QVector<DiffBlock> blocks;
    size_t i = 0;
    size_t j = 0;
    while (i < leftIds.size() || j < rightIds.size()) {
        DiffBlock block;
        block.leftFirst = static_cast<int>(i);
        block.rightFirst = static_cast<int>(j);
        while (i < leftIds.size() && j < rightIds.size() && !diff.left[i] && !diff.right[j]) {
            ++i;
            ++j;
        }
        block.equal = static_cast<size_t>(block.leftFirst) < i;
        if (!block.equal) {
            while (i < leftIds.size() && diff.left[i]) {
                ++i;
            }
            while (j < rightIds.size() && diff.right[j]) {
                ++j;
            }
        }
        block.leftCount = static_cast<int>(i) - block.leftFirst;
        block.rightCount = static_cast<int>(j) - block.rightFirst;
        blocks.append(block);
    }
    return blocks;
}

} // namespace rocport
