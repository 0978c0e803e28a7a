#include "core/rules/cpp/lanemask.h"

#include "core/rules/cpp/warpnumbers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace rocport {

namespace {

struct WarpName
{
    std::string_view name;
    WarpBuiltin builtin;
};

constexpr std::array kWarpNames = {
    WarpName{"__ballot", WarpBuiltin::Ballot},
    WarpName{"__ballot_sync", WarpBuiltin::Ballot},
    WarpName{"__activemask", WarpBuiltin::Ballot},
    WarpName{"__match_any_sync", WarpBuiltin::Ballot},
    WarpName{"__match_all_sync", WarpBuiltin::Ballot},
    WarpName{"__shfl", WarpBuiltin::Shuffle},
    WarpName{"__shfl_up", WarpBuiltin::Shuffle},
    WarpName{"__shfl_down", WarpBuiltin::Shuffle},
    WarpName{"__shfl_xor", WarpBuiltin::Shuffle},
    WarpName{"__shfl_sync", WarpBuiltin::Shuffle},
    WarpName{"__shfl_up_sync", WarpBuiltin::Shuffle},
    WarpName{"__shfl_down_sync", WarpBuiltin::Shuffle},
    WarpName{"__shfl_xor_sync", WarpBuiltin::Shuffle},
    WarpName{"__any", WarpBuiltin::Vote},
    WarpName{"__all", WarpBuiltin::Vote},
    WarpName{"__any_sync", WarpBuiltin::Vote},
    WarpName{"__all_sync", WarpBuiltin::Vote},
    WarpName{"__uni_sync", WarpBuiltin::Vote},
    WarpName{"__syncwarp", WarpBuiltin::SyncWarp},
    WarpName{"__reduce_add_sync", WarpBuiltin::Reduce},
    WarpName{"__reduce_min_sync", WarpBuiltin::Reduce},
    WarpName{"__reduce_max_sync", WarpBuiltin::Reduce},
    WarpName{"__reduce_and_sync", WarpBuiltin::Reduce},
    WarpName{"__reduce_or_sync", WarpBuiltin::Reduce},
    WarpName{"__reduce_xor_sync", WarpBuiltin::Reduce},
    WarpName{"__popc", WarpBuiltin::Count},
    WarpName{"__ffs", WarpBuiltin::Count},
    WarpName{"__clz", WarpBuiltin::Count},
    WarpName{"__brev", WarpBuiltin::Count},
    WarpName{"__fns", WarpBuiltin::Count},
    WarpName{"__popcll", WarpBuiltin::CountWide},
    WarpName{"__ffsll", WarpBuiltin::CountWide},
    WarpName{"__clzll", WarpBuiltin::CountWide},
    WarpName{"__brevll", WarpBuiltin::CountWide},
};

constexpr int kMaxExpression = 400;
constexpr int kMaxDepth = 24;

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Binding of a binary operator: the lower, the looser. 0: none that is looked at.
int looseness(std::string_view op)
{
    if (op == "?") {
        return 1;
    }
    if (op == "||") {
        return 2;
    }
    if (op == "&&") {
        return 3;
    }
    if (op == "|") {
        return 4;
    }
    if (op == "^") {
        return 5;
    }
    if (op == "&") {
        return 6;
    }
    if (op == "==" || op == "!=") {
        return 7;
    }
    if (op == "<" || op == ">" || op == "<=" || op == ">=") {
        return 8;
    }
    if (op == "<<" || op == ">>") {
        return 9;
    }
    if (op == "+" || op == "-") {
        return 10;
    }
    return op == "*" || op == "/" || op == "%" ? 11 : 0;
}

MaskTruth weaker(MaskTruth a, MaskTruth b)
{
    return a == MaskTruth::No || b == MaskTruth::No ? MaskTruth::No : std::max(a, b);
}

} // namespace

WarpBuiltin warpBuiltin(std::string_view name)
{
    if (name.size() < 5 || name[0] != '_' || name[1] != '_') {
        return WarpBuiltin::None;
    }
    const auto found = std::find_if(kWarpNames.begin(), kWarpNames.end(),
                                    [&](const WarpName& one) { return one.name == name; });
    return found == kWarpNames.end() ? WarpBuiltin::None : found->builtin;
}

bool takesLaneMask(std::string_view name)
{
    return (endsWith(name, "_sync") && warpBuiltin(name) != WarpBuiltin::None) ||
           name == "__syncwarp";
}

MaskLiteral LaneMasks::literal(TokenSpan span) const
{
    while (span.size() > 2 && m_file.is(span.begin, "(") &&
           m_file.match(span.begin) == span.end - 1) {
        span = {span.begin + 1, span.end - 1};
    }
    const bool complement = span.size() == 2 && m_file.is(span.begin, "~");
    const bool minus = span.size() == 2 && m_file.is(span.begin, "-");
    const int at = span.end - 1;
    if (span.size() == 1 && isOneOf(m_file.text(at), {"UINT_MAX", "UINT32_MAX"})) {
        return MaskLiteral::Full32;
    }
    if (!(span.size() == 1 || complement || minus) || !m_file.isKind(at, CTokenKind::Number)) {
        return MaskLiteral::No;
    }
    std::string digits(m_file.text(at));
    digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
    size_t end = digits.size();
    int longs = 0;
    while (end > 0 && isOneOf(digits.substr(end - 1, 1), {"u", "U", "l", "L"})) {
        longs += digits[end - 1] == 'l' || digits[end - 1] == 'L' ? 1 : 0;
        --end;
    }
    digits.resize(end);
    char* stop = nullptr;
    const bool binary = digits.size() > 2 && (digits[1] == 'b' || digits[1] == 'B');
    const unsigned long long value = binary ? std::strtoull(digits.c_str() + 2, &stop, 2)
                                            : std::strtoull(digits.c_str(), &stop, 0);
    if (digits.empty() || *stop != '\0') {
        return MaskLiteral::No;
    }
    if (complement) {
        return value == 0 ? (longs > 0 ? MaskLiteral::Full64 : MaskLiteral::Full32)
                          : MaskLiteral::Other;
    }
    if (minus) {
        return value == 1 ? (longs > 0 ? MaskLiteral::Full64 : MaskLiteral::Full32)
                          : MaskLiteral::Other;
    }
    return value == 0                    ? MaskLiteral::Zero
           : value == 0xffffffffULL      ? MaskLiteral::Full32
           : value == 0xffffffffffffffff ? MaskLiteral::Full64
                                         : MaskLiteral::Other;
}

int LaneMasks::valueAt(int at) const
{
    return at >= 0 && at < static_cast<int>(m_valueOf.size()) ? m_valueOf[at] : -1;
}

int LaneMasks::valueIn(TokenSpan span) const
{
    for (int i = span.begin; i < span.end; ++i) {
        if (valueAt(i) >= 0) {
            return valueAt(i);
        }
    }
    return -1;
}

MaskTruth LaneMasks::callTruth(TokenSpan span, int depth) const
{
    // name ( ... ) over the whole span.
    if (span.size() < 3 || !m_file.isKind(span.begin, CTokenKind::Identifier) ||
        !m_file.is(span.begin + 1, "(") || m_file.match(span.begin + 1) != span.end - 1) {
        return MaskTruth::No;
    }
    const std::string_view name = m_file.text(span.begin);
    const std::vector<TokenSpan> arguments = m_file.arguments(span.begin + 1);
    switch (warpBuiltin(name)) {
    case WarpBuiltin::Ballot:
        return MaskTruth::Hard;
    case WarpBuiltin::Count:
        return name == "__brev" && arguments.size() == 1 ? truth(arguments[0], depth + 1)
                                                         : MaskTruth::No;
    case WarpBuiltin::Shuffle: {
        const size_t at = takesLaneMask(name) ? 1 : 0;
        return at < arguments.size() ? truth(arguments[at], depth + 1) : MaskTruth::No;
    }
    case WarpBuiltin::None: {
        const int result = valueAt(span.begin);
        if (result < 0 || m_values[result].kind != LaneValue::Kind::Return) {
            return MaskTruth::No;
        }
        const LaneValue& value = m_values[result];
        return !value.valid ? MaskTruth::No : value.hard ? MaskTruth::Hard : MaskTruth::Soft;
    }
    default:
        return MaskTruth::No;
    }
}

MaskTruth LaneMasks::operatorTruth(TokenSpan span, int op, int depth) const
{
    const TokenSpan left{span.begin, op};
    const TokenSpan right{op + 1, span.end};
    const std::string_view sign = m_file.text(op);
    if (sign == "?") {
        for (int i = op + 1; i < span.end; ++i) {
            if (m_file.match(i) > i) {
                i = m_file.match(i);
            } else if (m_file.is(i, ":")) {
                return weaker(truth({op + 1, i}, depth + 1), truth({i + 1, span.end}, depth + 1));
            }
        }
        return MaskTruth::No;
    }
    if (sign == "|" || sign == "^" || sign == "&") {
        return weaker(truth(left, depth + 1), truth(right, depth + 1));
    }
    if (sign == "<<") {
        const bool one = left.size() == 1 && m_file.isKind(left.begin, CTokenKind::Number) &&
                         isOneOf(m_file.text(left.begin),
                                 {"1", "1u", "1U", "1ul", "1UL", "1ull", "1ULL", "1l", "1L"});
        if (one) {
            const bool constant = right.size() == 1 && m_file.isKind(op + 1, CTokenKind::Number);
            return constant ? MaskTruth::No : MaskTruth::Soft;
        }
        return truth(left, depth + 1);
    }
    if (sign == ">>") {
        // All ones shifted right depend on the number of lanes: 0xffffffff >> (31 - lane).
        return literal(left) == MaskLiteral::No ? truth(left, depth + 1) : MaskTruth::No;
    }
    const bool minusOne = sign == "-" && right.size() == 1 &&
                          m_file.isKind(op + 1, CTokenKind::Number) &&
                          isOneOf(m_file.text(op + 1), {"1", "1u", "1U", "1ull", "1ULL"});
    return minusOne ? truth(left, depth + 1) : MaskTruth::No;
}

MaskTruth LaneMasks::truth(TokenSpan span, int depth) const
{
    while (span.size() > 2 && m_file.is(span.begin, "(") &&
           m_file.match(span.begin) == span.end - 1) {
        span = {span.begin + 1, span.end - 1};
    }
    if (span.size() <= 0 || span.size() > kMaxExpression || depth > kMaxDepth) {
        return MaskTruth::No;
    }
    switch (literal(span)) {
    case MaskLiteral::Zero:
        return MaskTruth::Neutral;
    case MaskLiteral::Full32:
    case MaskLiteral::Full64:
        return MaskTruth::Soft;
    case MaskLiteral::Other:
        return MaskTruth::No;
    case MaskLiteral::No:
        break;
    }
    if (span.size() == 1) {
        const int value = valueAt(span.begin);
        if (value >= 0) {
            const LaneValue& one = m_values[value];
            return !one.valid ? MaskTruth::No : one.hard ? MaskTruth::Hard : MaskTruth::Soft;
        }
        const std::string_view name = m_file.text(span.begin);
        return m_named.contains(
                   QByteArray::fromRawData(name.data(), static_cast<qsizetype>(name.size())))
                   ? MaskTruth::Soft
                   : MaskTruth::No;
    }
    // The loosest binary operator, the last one of its kind (they bind to the left), splits.
    int op = -1;
    for (int i = span.begin; i < span.end; ++i) {
        if (m_file.match(i) > i) {
            i = m_file.match(i);
            continue;
        }
        const int here = looseness(m_file.text(i));
        const bool operand = i > span.begin && (m_file.isKind(i - 1, CTokenKind::Identifier) ||
                                                m_file.isKind(i - 1, CTokenKind::Number) ||
                                                m_file.is(i - 1, ")") || m_file.is(i - 1, "]"));
        if (here == 0 || !operand) {
            continue;
        }
        const bool ternary = here == 1 && op >= 0 && looseness(m_file.text(op)) == 1;
        if (op < 0 || (here <= looseness(m_file.text(op)) && !ternary)) {
            op = i;
        }
    }
    if (op >= 0) {
        return operatorTruth(span, op, depth);
    }
    if (m_file.is(span.begin, "~") || m_file.is(span.begin, "-")) {
        return truth({span.begin + 1, span.end}, depth + 1);
    }
    return callTruth(span, depth);
}

/// The part of a for header around `inner`, between its semicolons; `open` is its '('.
TokenSpan LaneMasks::partOfFor(int inner, int open) const
{
    int begin = inner;
    while (begin - 1 > open && inner - begin < kMaxExpression && !m_file.is(begin - 1, ";")) {
        --begin;
    }
    int end = inner;
    while (end < m_file.match(open) && end - inner < kMaxExpression && !m_file.is(end, ";")) {
        end = m_file.match(end) > end ? m_file.match(end) + 1 : end + 1;
    }
    return {begin, end};
}

/// Which argument of the call whose bracket is `open` holds `at`. Far into a long list it is none
/// that is known.
void LaneMasks::argumentOf(int at, int open, Destination& result) const
{
    const int close = m_file.match(open);
    if (close < 0) {
        return;
    }
    constexpr int kMaxSteps = 4 * kMaxExpression;
    TokenSpan span{open + 1, close};
    int argument = 0;
    int steps = 0;
    for (int i = open + 1; i < close; ++i) {
        if (++steps > kMaxSteps) {
            result.argument = -1;
            return;
        }
        if (m_file.match(i) > i) {
            i = m_file.match(i);
        } else if (m_file.is(i, ",")) {
            if (i > at) {
                span.end = i;
                break;
            }
            span.begin = i + 1;
            ++argument;
        }
    }
    result.whole = span;
    result.argument = argument;
}

/// Climbs out of brackets; true when one of them settles where the value goes.
bool LaneMasks::climb(int at, Destination& result) const
{
    int inner = at;
    constexpr int kMaxClimb = 64;
    for (int climbed = 0; climbed < kMaxClimb; ++climbed) {
        const int open = m_file.enclosing(inner);
        if (open < 0 || m_file.is(open, "{")) {
            return false;
        }
        const std::string_view before = m_file.text(open - 1);
        const bool control = isOneOf(before, {"if", "while", "switch", "for"});
        const bool call = m_file.is(open, "(") && !control && before != "return" &&
                          (m_file.isKind(open - 1, CTokenKind::Identifier) || before == ">");
        if (call || m_file.is(open, "[")) {
            result.callee = open - 1;
            argumentOf(at, open, result);
            if (call) {
                result.kind = warpBuiltin(before) != WarpBuiltin::None ? Destination::Kind::Builtin
                                                                       : Destination::Kind::Call;
            }
            return true;
        }
        if (control && before != "for") {
            result.whole = {open + 1, std::max(open + 2, m_file.match(open))};
            return true;
        }
        if (control) {
            result.whole = partOfFor(inner, open);
            return false;
        }
        inner = open;
    }
    return false;
}

/// The last assignment before `at`, on the level of the statement.
void LaneMasks::assignedTo(int at, Destination& result) const
{
    for (int i = at - 1; i >= result.whole.begin && at - i < kMaxExpression; --i) {
        if (m_file.match(i) >= 0 && m_file.match(i) < i) {
            i = m_file.match(i);
            continue;
        }
        if (m_file.is(i, ",") && m_file.enclosing(i) == m_file.enclosing(result.whole.begin)) {
            return;
        }
        if (!isOneOf(m_file.text(i), {"=", "|=", "&=", "^=", "+=", "-=", "<<=", ">>="})) {
            continue;
        }
        const bool simple = m_file.isKind(i - 1, CTokenKind::Identifier) &&
                            !isOneOf(m_file.text(i - 2), {".", "->", "*", "::"});
        result.value = simple ? valueAt(i - 1) : -1;
        result.kind = result.value >= 0 ? Destination::Kind::Value : Destination::Kind::Memory;
        const TokenSpan expression = expressionFrom(i + 1);
        result.whole = {i + 1, std::max(i + 2, std::min(expression.end, result.whole.end))};
        return;
    }
}

const LaneMasks::Destination& LaneMasks::destination(int at) const
{
    const auto known = m_destinations.constFind(at);
    return known != m_destinations.constEnd() ? *known
                                              : *m_destinations.insert(at, findDestination(at));
}

LaneMasks::Destination LaneMasks::findDestination(int at) const
{
    Destination result;
    result.whole = {at, at + 1};
    if (climb(at, result)) {
        return result;
    }
    if (result.whole.size() == 1) {
        result.whole = m_file.statement(at);
        if (m_file.is(result.whole.end - 1, ";") || m_file.is(result.whole.end - 1, "{")) {
            --result.whole.end;
        }
    }
    if (m_file.is(result.whole.begin, "return")) {
        result.kind = Destination::Kind::Return;
        ++result.whole.begin;
        const int function = m_file.functionOf(at);
        result.value = function < 0 ? -1 : m_returns[function];
        return result;
    }
    assignedTo(at, result);
    return result;
}

bool LaneMasks::meetsMask(int at) const
{
    const auto isEdge = [this](int i) {
        const std::string_view word = m_file.text(i);
        return word.empty() ||
               isOneOf(word, {";", ",", "{", "}", "=", "|=", "&=", "^=", "&&", "||",
                              "==", "!=", "<", ">", "<=", ">=", "?", ":", "return"});
    };
    int inner = at;
    constexpr int kMaxClimb = 24;
    for (int climbed = 0; climbed < kMaxClimb; ++climbed) {
        const int open = m_file.enclosing(inner);
        int begin = inner;
        while (begin - 1 > open && begin > 0 && inner - begin < kMaxExpression &&
               !isEdge(begin - 1)) {
            --begin;
            begin = m_file.match(begin) >= 0 && m_file.match(begin) < begin ? m_file.match(begin)
                                                                            : begin;
        }
        int end = inner + 1;
        end = m_file.match(inner) > inner ? m_file.match(inner) + 1 : end;
        while (end < m_file.size() && end - inner < kMaxExpression && !isEdge(end) &&
               !m_file.is(end, ")") && !m_file.is(end, "]")) {
            end = m_file.match(end) > end ? m_file.match(end) + 1 : end + 1;
        }
        if (truth({begin, end}) == MaskTruth::Hard) {
            return true;
        }
        const bool grouping =
            open > 0 && m_file.is(open, "(") &&
            (!m_file.isKind(open - 1, CTokenKind::Identifier) || m_file.is(open - 1, "return"));
        if (!grouping) {
            return false;
        }
        inner = open;
    }
    return false;
}

TokenSpan LaneMasks::expressionFrom(int begin) const
{
    int end = begin;
    while (end < m_file.size() && end - begin < 4 * kMaxExpression) {
        const std::string_view word = m_file.text(end);
        if (word == ";" || word == "," || word == ")" || word == "]" || word == "}") {
            break;
        }
        end = m_file.match(end) > end ? m_file.match(end) + 1 : end + 1;
    }
    return {begin, std::min(end, m_file.size())};
}

} // namespace rocport
