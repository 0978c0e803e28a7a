#include "core/rules/cpp/loopnumbers.h"

#include "core/text/bytes.h"

#include <vector>

namespace rocport {

namespace {

/// The literal number of a span, which may be halved: "16", "32 / 2", "32 >> 1"; -1: it is none.
int literalOf(const CppFile& file, TokenSpan span)
{
    const int first = span.size() > 0 ? smallNumber(file.text(span.begin)) : -1;
    const bool halved =
        span.size() == 3 && ((file.is(span.begin + 1, "/") && file.is(span.begin + 2, "2")) ||
                             (file.is(span.begin + 1, ">>") && file.is(span.begin + 2, "1")));
    return first >= 0 && halved ? first / 2 : span.size() == 1 ? first : -1;
}

/// How a loop changes its variable.
enum class LoopStep : quint8 { Unknown, Grows, Halves, CountsDown };

/// "o <<= 1", "o *= 2", "o += 1", "++o", "o >>= 1", "o /= 2", "--o".
LoopStep loopStep(const CppFile& file, TokenSpan step, std::string_view name)
{
    if (step.size() == 2) {
        const bool isFirst = file.text(step.begin) == name;
        const int by = isFirst ? step.begin + 1 : step.begin;
        return !isFirst && file.text(step.begin + 1) != name ? LoopStep::Unknown
               : file.is(by, "++")                           ? LoopStep::Grows
               : file.is(by, "--")                           ? LoopStep::CountsDown
                                                             : LoopStep::Unknown;
    }
    if (step.size() != 3 || file.text(step.begin) != name) {
        return LoopStep::Unknown;
    }
    constexpr int kMost = 32; // what a variable of any type can be changed by
    const std::string_view sign = file.text(step.begin + 1);
    const int by = smallNumber(file.text(step.begin + 2));
    const bool grows = (sign == "<<=" && by >= 1 && by <= 2) ||
                       (sign == "*=" && by >= 2 && by <= 4) ||
                       (sign == "+=" && by >= 1 && by <= kMost);
    const bool halves = (sign == ">>=" && by >= 1 && by < kMost) || (sign == "/=" && by >= 2);
    return grows ? LoopStep::Grows : halves ? LoopStep::Halves : LoopStep::Unknown;
}

} // namespace

int smallNumber(std::string_view word)
{
    if (word.ends_with('u') || word.ends_with('U')) {
        word.remove_suffix(1);
    }
    constexpr size_t kMost = 2; // digits
    const bool plain = !word.empty() && word.size() <= kMost &&
                       word.find_first_not_of("0123456789") == std::string_view::npos &&
                       (word.size() == 1 || word.front() != '0');
    if (!plain) {
        return -1;
    }
    int value = 0;
    for (const char digit : word) {
        value = value * 10 + (digit - '0');
    }
    return value;
}

bool isChangedAt(const CppFile& file, int at)
{
    const std::string_view next = file.text(at + 1);
    const bool assigns = next.ends_with('=') && !isOneOf(next, {"==", "!=", "<=", ">="});
    return assigns || isOneOf(next, {"++", "--"}) || isOneOf(file.text(at - 1), {"++", "--", "&"});
}

bool countsBelow(const CppFile& file, TokenSpan header, std::string_view name, int limit)
{
    std::vector<TokenSpan> parts(1, TokenSpan{header.begin, header.begin});
    for (int i = header.begin; i < header.end; ++i) {
        if (file.is(i, ";")) {
            parts.push_back({i + 1, i + 1});
        } else {
            parts.back().end = i + 1;
        }
    }
    int first = header.begin; // of the variable
    while (first < header.end &&
           (file.isKind(first, CTokenKind::Identifier) || file.is(first, "::")) &&
           !file.is(first + 1, "=")) {
        ++first;
    }
    if (parts.size() != 3 || file.text(first) != name || !file.is(first + 1, "=")) {
        return false;
    }
    const int start = literalOf(file, {first + 2, parts[0].end});
    const LoopStep step = loopStep(file, parts[2], name);
    const TokenSpan asked = parts[1];
    if (start < 0 || start >= limit || asked.size() < 1 || file.text(asked.begin) != name) {
        return false;
    }
    const std::string_view sign = file.text(asked.begin + 1);
    const int end = literalOf(file, {asked.begin + 2, asked.end});
    const bool down = asked.size() == 1 || (end >= 0 && isOneOf(sign, {">", ">=", "!="}));
    switch (step) {
    case LoopStep::Grows:
        return end >= 0 && ((sign == "<" && end <= limit) || (sign == "<=" && end < limit));
    case LoopStep::Halves:
        return down;
    case LoopStep::CountsDown: // and not below 0
        return down && (sign == ">" || (sign == ">=" && end > 0));
    case LoopStep::Unknown:
        break;
    }
    return false;
}

} // namespace rocport
