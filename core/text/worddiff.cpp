#include "core/text/worddiff.h"

#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/myers.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace rocport {

namespace {

using WordIds = std::unordered_map<std::string_view, std::uint32_t>;

constexpr std::int64_t kWordEffort = 400'000; // a pair of lines is looked at while the user scrolls
constexpr qsizetype kShortGap = 2;            // equal bytes between differences that are not shown
constexpr qsizetype kLeastName = 3;           // a shorter word is no name that is to be seen whole
constexpr qsizetype kLeastDifferences = 3; // differences of a line that may have little in common
constexpr qsizetype kMostDifferences = 6;  // differences of lines that can be read as one

/// A line cut into words, runs of blanks, and other bytes one by one.
struct Cut
{
    std::string_view text;
    std::vector<ByteRange> parts;
    std::vector<std::uint32_t> ids;

    Cut(std::string_view line, WordIds& known) : text(line)
    {
        for (size_t at = 0; at < text.size();) {
            const size_t begin = at++;
            if (isUtf8WordByte(text[begin])) {
                while (at < text.size() && isUtf8WordByte(text[at])) {
                    ++at;
                }
            } else if (isBlank(text[begin])) {
                while (at < text.size() && isBlank(text[at])) {
                    ++at;
                }
            }
            parts.push_back({static_cast<qsizetype>(begin), static_cast<qsizetype>(at)});
            ids.push_back(known
                              .try_emplace(text.substr(begin, at - begin),
                                           static_cast<std::uint32_t>(known.size()))
                              .first->second);
        }
    }

    [[nodiscard]] bool isWord(size_t part) const
    {
        return isUtf8WordByte(text[static_cast<size_t>(parts[part].begin)]);
    }
    [[nodiscard]] bool isBlanks(size_t part) const
    {
        return isBlank(text[static_cast<size_t>(parts[part].begin)]);
    }
    [[nodiscard]] std::string_view of(ByteRange range) const
    {
        return text.substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.size()));
    }
    /// Where part `index` begins; the end of the line for the one past the last.
    [[nodiscard]] qsizetype startOf(size_t index) const
    {
        return index < parts.size() ? parts[index].begin : static_cast<qsizetype>(text.size());
    }
};

/// Parts [begin, end) of both lines that differ.
struct Place
{
    size_t leftBegin = 0, leftEnd = 0, rightBegin = 0, rightEnd = 0;

    [[nodiscard]] bool isOneForOne() const
    {
        return leftEnd - leftBegin == 1 && rightEnd - rightBegin == 1;
    }
};

std::vector<Place> placesOf(const SequenceDiff& diff)
{
    std::vector<Place> places;
    size_t i = 0;
    size_t j = 0;
    while (i < diff.left.size() || j < diff.right.size()) {
        Place place{i, i, j, j};
        while (i < diff.left.size() && diff.left[i]) {
            ++i;
        }
        while (j < diff.right.size() && diff.right[j]) {
            ++j;
        }
        place.leftEnd = i;
        place.rightEnd = j;
        if (place.leftBegin < i || place.rightBegin < j) {
            places.push_back(place);
        } else {
            ++i;
            ++j;
        }
    }
    return places;
}

/// Whether a name stands in the place of another: that is to be seen by itself.
bool isNameForName(const Cut& left, const Cut& right, const Place& place)
{
    return place.isOneForOne() && left.isWord(place.leftBegin) && right.isWord(place.rightBegin) &&
           std::max(left.parts[place.leftBegin].size(), right.parts[place.rightBegin].size()) >=
               kLeastName;
}

/// Whether what is equal between two differences is too short to be seen as equal.
bool joins(const Cut& left, const Cut& right, const Place& a, const Place& b)
{
    bool blanks = true;
    qsizetype bytes = 0;
    for (size_t part = a.leftEnd; part < b.leftBegin; ++part) {
        if (left.isWord(part) && left.parts[part].size() > 1) {
            return false;
        }
        blanks = blanks && left.isBlanks(part);
        bytes += left.isBlanks(part) ? 0 : left.parts[part].size();
    }
    const bool names = isNameForName(left, right, a);
    const bool moreNames = isNameForName(left, right, b);
    return blanks ? !(names && moreNames) : bytes <= kShortGap && !names && !moreNames;
}

std::vector<Place> joined(const Cut& left, const Cut& right, const std::vector<Place>& places)
{
    std::vector<Place> result;
    for (const Place& place : places) {
        if (!result.empty() && joins(left, right, result.back(), place)) {
            result.back().leftEnd = place.leftEnd;
            result.back().rightEnd = place.rightEnd;
        } else {
            result.push_back(place);
        }
    }
    return result;
}

/// Bytes of a line that are no blanks, and how many of them both lines have.
struct Common
{
    qsizetype left = 0, right = 0, both = 0;
};

Common commonOf(const Cut& left, const Cut& right, const SequenceDiff& diff)
{
    Common common;
    for (size_t i = 0; i < left.parts.size(); ++i) {
        const qsizetype bytes = left.isBlanks(i) ? 0 : left.parts[i].size();
        common.left += bytes;
        common.both += diff.left[i] ? 0 : bytes;
    }
    for (size_t j = 0; j < right.parts.size(); ++j) {
        common.right += right.isBlanks(j) ? 0 : right.parts[j].size();
    }
    return common;
}

bool isInsideCharacter(std::string_view text, size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// Leaves only what differs of two words that begin or end alike. Numbers stay whole.
void narrow(const Cut& left, const Cut& right, ByteRange& a, ByteRange& b)
{
    const std::string_view one = left.of(a);
    const std::string_view other = right.of(b);
    const size_t shorter = std::min(one.size(), other.size());
    if (shorter == 0 || (one.front() >= '0' && one.front() <= '9') ||
        (other.front() >= '0' && other.front() <= '9')) {
        return;
    }
    size_t head = 0;
    while (head < shorter && one[head] == other[head]) {
        ++head;
    }
    while (head > 0 && (isInsideCharacter(one, head) || isInsideCharacter(other, head))) {
        --head;
    }
    size_t tail = 0;
    while (tail < shorter - head && one[one.size() - 1 - tail] == other[other.size() - 1 - tail]) {
        ++tail;
    }
    while (tail > 0 && isInsideCharacter(one, one.size() - tail)) {
        --tail;
    }
    const size_t alike = head + tail;
    if (alike >= static_cast<size_t>(kLeastName) && 2 * alike >= shorter) {
        a = {a.begin + qsizetype(head), a.end - qsizetype(tail)};
        b = {b.begin + qsizetype(head), b.end - qsizetype(tail)};
    }
}

void addRange(QVector<ByteRange>& ranges, ByteRange range)
{
    if (!range.isEmpty()) {
        ranges.append(range);
    }
}

void pairWords(const Cut& left, const Cut& right, const Place& place, QVector<WordPair>& pairs)
{
    const auto wordsOf = [](const Cut& cut, size_t begin, size_t end) {
        std::vector<size_t> words;
        for (size_t part = begin; part < end; ++part) {
            if (cut.isWord(part)) {
                words.push_back(part);
            }
        }
        return words;
    };
    const std::vector<size_t> a = wordsOf(left, place.leftBegin, place.leftEnd);
    const std::vector<size_t> b = wordsOf(right, place.rightBegin, place.rightEnd);
    for (size_t i = 0; a.size() == b.size() && i < a.size(); ++i) {
        pairs.append({left.parts[a[i]], right.parts[b[i]]});
    }
}

} // namespace

WordDiff diffWords(QByteArrayView leftLine, QByteArrayView rightLine)
{
    if (viewOf(leftLine) == viewOf(rightLine)) {
        return {};
    }
    WordIds ids;
    const Cut left(viewOf(leftLine), ids);
    const Cut right(viewOf(rightLine), ids);
    const SequenceDiff diff = diffSequences(left.ids, right.ids, kWordEffort);
    const std::vector<Place> places = placesOf(diff);
    WordDiff words;
    for (const Place& place : places) {
        pairWords(left, right, place, words.replaced);
    }
    const Common common = commonOf(left, right, diff);
    if (qsizetype(places.size()) >= kLeastDifferences &&
        4 * common.both < std::max(common.left, common.right)) {
        const Place& first = places.front();
        const Place& last = places.back();
        addRange(words.left, {left.startOf(first.leftBegin), left.startOf(last.leftEnd)});
        addRange(words.right, {right.startOf(first.rightBegin), right.startOf(last.rightEnd)});
        return words;
    }
    for (const Place& place : joined(left, right, places)) {
        ByteRange a{left.startOf(place.leftBegin), left.startOf(place.leftEnd)};
        ByteRange b{right.startOf(place.rightBegin), right.startOf(place.rightEnd)};
        if (place.isOneForOne() && left.isWord(place.leftBegin) && right.isWord(place.rightBegin)) {
            narrow(left, right, a, b);
        }
        addRange(words.left, a);
        addRange(words.right, b);
    }
    return words;
}

QVector<MergedPiece> mergeLines(QByteArrayView leftLine, QByteArrayView rightLine)
{
    WordIds ids;
    const Cut left(viewOf(leftLine), ids);
    const Cut right(viewOf(rightLine), ids);
    const SequenceDiff diff = diffSequences(left.ids, right.ids, kWordEffort);
    Common common = commonOf(left, right, diff);
    const std::vector<Place> places = joined(left, right, placesOf(diff));
    for (const Place& place : places) { // names that begin or end alike
        if (isNameForName(left, right, place)) {
            ByteRange a = left.parts[place.leftBegin];
            ByteRange b = right.parts[place.rightBegin];
            const qsizetype whole = a.size();
            narrow(left, right, a, b);
            common.both += whole - a.size();
        }
    }
    if (qsizetype(places.size()) > kMostDifferences || common.both == 0 ||
        2 * common.both < std::max(common.left, common.right)) {
        return {};
    }
    QVector<MergedPiece> pieces;
    const auto add = [&](MergedPiece::Kind kind, ByteRange range) {
        if (!range.isEmpty()) {
            pieces.append({kind, range});
        }
    };
    qsizetype at = 0;
    for (const Place& place : places) {
        const ByteRange a{left.startOf(place.leftBegin), left.startOf(place.leftEnd)};
        add(MergedPiece::Kind::Both, {at, a.begin});
        add(MergedPiece::Kind::Left, a);
        add(MergedPiece::Kind::Right,
            {right.startOf(place.rightBegin), right.startOf(place.rightEnd)});
        at = a.end;
    }
    add(MergedPiece::Kind::Both, {at, static_cast<qsizetype>(left.text.size())});
    return pieces;
}

} // namespace rocport
