#include "core/translate/namechange.h"

#include "core/facts/facts.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/linediff.h"

#include <algorithm>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr qsizetype kMostLine = 4000;      // bytes of a line that is compared word by word
constexpr qsizetype kMostText = 16 * 1024; // from the first edit of a hunk to its last

bool isIn(std::string_view name, std::initializer_list<std::string_view> names)
{
    return !name.empty() && name != "-"sv &&
           std::find(names.begin(), names.end(), name) != names.end();
}

/// The header that a line includes, without brackets or quotes; empty: it is no include.
ByteRange includedHeader(std::string_view line)
{
    size_t at = 0;
    const auto skipBlanks = [&] {
        while (at < line.size() && isBlank(line[at])) {
            ++at;
        }
    };
    skipBlanks();
    if (at >= line.size() || line[at] != '#') {
        return {};
    }
    ++at;
    skipBlanks();
    constexpr std::string_view kInclude = "include";
    if (line.substr(at, kInclude.size()) != kInclude) {
        return {};
    }
    at += kInclude.size();
    skipBlanks();
    if (at >= line.size() || (line[at] != '<' && line[at] != '"')) {
        return {};
    }
    const size_t end = line.find(line[at] == '<' ? '>' : '"', at + 1);
    if (end == std::string_view::npos) {
        return {};
    }
    return {static_cast<qsizetype>(at + 1), static_cast<qsizetype>(end)};
}

std::string_view textOf(QByteArrayView line, ByteRange range)
{
    return viewOf(line.sliced(range.begin, range.size()));
}

/// `line` with what stands in `ranges` taken out; for comparing what is left.
QByteArray withoutRanges(QByteArrayView line, const QVector<ByteRange>& ranges)
{
    QByteArray rest;
    qsizetype at = 0;
    for (const ByteRange& range : ranges) {
        rest += line.sliced(at, range.begin - at);
        rest += '\0'; // a name stood here
        at = range.end;
    }
    rest += line.sliced(at);
    return rest;
}

/// How many line ends, commas and brackets a text has: of other names there are as many.
qsizetype signsIn(QByteArrayView text)
{
    return std::count_if(text.begin(), text.end(), [](char c) {
        return c == '\n' || c == ',' || c == '(' || c == ')' || c == ';' || c == '{' || c == '}';
    });
}

} // namespace

bool isNameByTable(std::string_view cuda, std::string_view hip)
{
    if (const ApiFact* fact = findApi(cuda)) {
        return isIn(hip, {fact->hip, fact->roc, fact->miopen, fact->hipRocm6, fact->rocRocm6,
                          fact->torch}) &&
               hip != cuda;
    }
    if (const HeaderFact* fact = findHeader(cuda)) {
        return isIn(hip, {fact->hip, fact->installed, fact->roc, fact->hipRocm6, fact->rocInstalled,
                          fact->torch}) &&
               hip != cuda;
    }
    return cuda == "cub"sv && hip == "hipcub"sv;
}

QVector<WordPair> namesByTable(QByteArrayView left, QByteArrayView right, const WordDiff& words)
{
    const ByteRange leftHeader = includedHeader(viewOf(left));
    const ByteRange rightHeader = includedHeader(viewOf(right));
    if (!leftHeader.isEmpty() && !rightHeader.isEmpty()) {
        const bool renamed = isNameByTable(textOf(left, leftHeader), textOf(right, rightHeader));
        return renamed ? QVector<WordPair>{{leftHeader, rightHeader}} : QVector<WordPair>();
    }
    QVector<WordPair> names;
    for (const WordPair& pair : words.replaced) {
        if (isNameByTable(textOf(left, pair.left), textOf(right, pair.right))) {
            names.append(pair);
        }
    }
    return names;
}

bool onlyNamesDiffer(QByteArrayView left, QByteArrayView right)
{
    if (left.size() > kMostLine || right.size() > kMostLine || left == right) {
        return false;
    }
    const QVector<WordPair> names = namesByTable(left, right, diffWords(left, right));
    QVector<ByteRange> leftNames;
    QVector<ByteRange> rightNames;
    for (const WordPair& pair : names) {
        leftNames.append(pair.left);
        rightNames.append(pair.right);
    }
    return !names.isEmpty() && withoutRanges(left, leftNames) == withoutRanges(right, rightNames);
}

bool onlyNamesChange(QByteArrayView before, QByteArrayView after)
{
    const QVector<QByteArrayView> left = linesOf(before, LineEnds::Any);
    const QVector<QByteArrayView> right = linesOf(after, LineEnds::Any);
    if (left.size() != right.size()) {
        return false;
    }
    bool any = false;
    for (qsizetype i = 0; i < left.size(); ++i) {
        if (left[i] != right[i] && !onlyNamesDiffer(left[i], right[i])) {
            return false;
        }
        any = any || left[i] != right[i];
    }
    return any;
}

bool onlyNamesChange(QByteArrayView original, const QVector<TextEdit>& edits)
{
    if (edits.isEmpty()) {
        return false;
    }
    const qsizetype first = edits.first().range.begin;
    const qsizetype last = edits.last().range.end;
    if (first < 0 || last < first || last > original.size()) {
        return false;
    }
    const auto addsMore = [original](const TextEdit& edit) {
        return edit.range.begin > edit.range.end || edit.range.begin < 0 ||
               edit.range.end > original.size() ||
               signsIn(original.sliced(edit.range.begin, edit.range.size())) !=
                   signsIn(edit.replacement);
    };
    if (last - first > kMostText || std::any_of(edits.begin(), edits.end(), addsMore)) {
        return false;
    }
    // Whole lines, so that an include is seen as one; of a longer line nothing is said.
    const QByteArrayView head =
        original.sliced(std::max<qsizetype>(0, first - kMostLine), std::min(first, kMostLine));
    const QByteArrayView tail =
        original.sliced(last).first(std::min(original.size() - last, kMostLine));
    const qsizetype before = head.lastIndexOf('\n');
    const qsizetype after = tail.indexOf('\n');
    if ((before < 0 && head.size() < first) ||
        (after < 0 && last + tail.size() < original.size())) {
        return false;
    }
    const qsizetype begin = first - head.size() + before + 1;
    const qsizetype end = last + (after < 0 ? tail.size() : after);
    QByteArray changed;
    qsizetype at = begin;
    for (const TextEdit& edit : edits) {
        if (edit.range.begin < at || edit.range.end < edit.range.begin || edit.range.end > end) {
            return false;
        }
        changed += original.sliced(at, edit.range.begin - at);
        changed += edit.replacement;
        at = edit.range.end;
    }
    changed += original.sliced(at, end - at);
    return onlyNamesChange(original.sliced(begin, end - begin), changed);
}

} // namespace rocport
