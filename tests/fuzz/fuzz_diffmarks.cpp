#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/linealign.h"
#include "core/text/movedlines.h"
#include "core/translate/namechange.h"
#include "tests/fuzz/require.h"

#include <QList>

#include <algorithm>
#include <cstdint>

using namespace rocport;

namespace {

void requireInOrder(const QVector<ByteRange>& ranges, qsizetype size)
{
    qsizetype at = 0;
    for (const ByteRange& range : ranges) {
        require(range.begin >= at && range.end > range.begin && range.end <= size);
        at = range.end;
    }
}

void lookAtLines(const QByteArray& left, const QByteArray& right)
{
    const WordDiff words = diffWords(left, right);
    requireInOrder(words.left, left.size());
    requireInOrder(words.right, right.size());
    require((left == right) == (words.left.isEmpty() && words.right.isEmpty()));
    QByteArray leftAgain;
    QByteArray rightAgain;
    const QVector<MergedPiece> pieces = mergeLines(left, right);
    for (const MergedPiece& piece : pieces) {
        const bool added = piece.kind == MergedPiece::Kind::Right;
        const QByteArray part = (added ? right : left).mid(piece.range.begin, piece.range.size());
        leftAgain += added ? QByteArray() : part;
        rightAgain += piece.kind == MergedPiece::Kind::Left ? QByteArray() : part;
    }
    require(pieces.isEmpty() || (leftAgain == left && rightAgain == right));
    require(withoutBlanks(left) == withoutBlanks(left + ' '));
    for (const Language language :
         {Language::Cuda, Language::Python, Language::Make, Language::Shell, Language::Json}) {
        require(isSameButBlanks(left, left, language));
        const bool same = isSameButBlanks(left, right, language);
        require(same == isSameButBlanks(right, left, language));
        // Never more than without any blank; of quotes that stand in comments each knows its own.
        const auto bare = [](QByteArray line) {
            return line.removeIf([](char c) { return isLineBlank(c) || c == '\f' || c == '\v'; });
        };
        require(!same || bare(left) == bare(right));
    }
    require(!onlyNamesDiffer(left, left));
}

} // namespace

/// Any bytes as two texts, divided by 0x01: marks stand inside their lines and in order, two lines
/// written as one hold both, lines keep their order, and nothing is moved twice.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const qsizetype middle = std::max<qsizetype>(bytes.indexOf('\x01'), 0);
    const QByteArrayList left = bytes.left(middle).split('\n');
    const QByteArrayList right = bytes.mid(middle).split('\n');
    lookAtLines(left.first(), right.first());
    const QVector<int> partner = alignLines(left, right);
    int before = -1;
    for (const int at : partner) {
        require(at < right.size() && (at < 0 || at > before));
        before = std::max(before, at);
    }
    QVector<ChangedLine> removed;
    QVector<ChangedLine> added;
    for (const QByteArray& line : left) {
        removed.append({static_cast<int>(removed.size()) + 1, line});
    }
    for (const QByteArray& line : right) {
        added.append({static_cast<int>(added.size()) + 1, line});
    }
    QVector<bool> taken(added.size());
    int at = 0;
    for (const MovedLines& moved : findMovedLines(removed, added)) {
        require(moved.from >= at && moved.fromCount >= kLeastMovedLines);
        at = moved.from + moved.fromCount;
        require(at <= removed.size() && moved.to + moved.toCount <= added.size());
        for (int i = moved.to; i < moved.to + moved.toCount; ++i) {
            require(!taken[i]);
            taken[i] = true;
        }
    }
    onlyNamesChange(bytes.left(middle), bytes.mid(middle));
    return 0;
}
