#include "core/rules/buildmakecompiler.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/// Whether a command looks up where a program is.
bool isSearch(QByteArrayView command)
{
    constexpr std::array kSearches = {"which",   "command -v", "where",
                                      "type -p", "type -P",    "whereis"};
    QByteArrayView head = command.trimmed();
    while (head.endsWith('"') || head.endsWith('\'')) {
        head.chop(1);
    }
    head = head.trimmed();
    return std::any_of(kSearches.begin(), kSearches.end(), [head](const char* one) {
        const QByteArrayView word(one);
        const qsizetype before = head.size() - word.size() - 1;
        return head.endsWith(word) && (before < 0 || !isNameByte(head.at(before)));
    });
}

} // namespace

qsizetype nextNvcc(QByteArrayView text, qsizetype from)
{
    for (qsizetype at = text.indexOf("nvcc", from); at >= 0; at = text.indexOf("nvcc", at + 4)) {
        const char after = at + 4 < text.size() ? text.at(at + 4) : ' ';
        const char before = at > 0 ? text.at(at - 1) : ' ';
        const bool longer = isNameByte(after) || after == '.' || after == '/' || after == '+' ||
                            after == ':' || isNameByte(before) || before == '.';
        if (!longer) {
            return at;
        }
    }
    return -1;
}

CompilerPlace compilerPlace(const QByteArray& text, qsizetype begin, qsizetype tick,
                            qsizetype first)
{
    constexpr qsizetype kLookBack = 400;
    const qsizetype from = std::max<qsizetype>(0, begin - kLookBack);
    qsizetype open = tick < 0 ? -1 : tick + 1; // of the text that the shell reads
    qsizetype reference = tick;
    int depth = 0;
    for (qsizetype at = begin - 1; at >= from && open < 0; --at) {
        depth += text.at(at) == ')' ? 1 : 0;
        depth -= text.at(at) == '(' ? 1 : 0;
        if (depth < 0) {
            depth = 0;
            if (at > 0 && text.at(at - 1) == '$' &&
                QByteArrayView(text).sliced(at + 1).startsWith("shell ")) {
                open = at + 7;
                reference = at - 1;
            }
        }
    }
    if (open < 0) {
        const QByteArrayView line = QByteArrayView(text).sliced(from, begin - from);
        return isSearch(line) ? CompilerPlace::Search : CompilerPlace::Call;
    }
    if (!isSearch(QByteArrayView(text).sliced(open, begin - open))) {
        return CompilerPlace::Question;
    }
    if (reference != first) {
        return CompilerPlace::Search;
    }
    // "$(shell which nvcc 2>/dev/null)" from end to end.
    const qsizetype close = text.indexOf(tick < 0 ? ')' : '`', begin);
    const bool whole = close >= 0 && QByteArrayView(text).sliced(close + 1).trimmed().isEmpty();
    return whole ? CompilerPlace::SearchAll : CompilerPlace::Search;
}

} // namespace rocport
