// Numbers that mean something else on AMD GPUs: compute capabilities by the project's own names,
// and how many tiles a block has.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// "getSMVersion", "sm_version", "computeCapability", "cuda_sm_arch": a name for a compute
/// capability by its parts.
bool namesCapability(std::string_view word)
{
    constexpr size_t kLongest = 40;
    if (word.size() > kLongest || word.size() < 6) {
        return false;
    }
    // Parts begin at a capital or behind '_', so that "asm_version" is none.
    std::string parts = "_";
    for (size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        const bool isCapital = c >= 'A' && c <= 'Z';
        const bool follows = i > 0 && word[i - 1] >= 'A' && word[i - 1] <= 'Z';
        const bool ends = i + 1 < word.size() && word[i + 1] >= 'a' && word[i + 1] <= 'z';
        if (isCapital && parts.back() != '_' && (!follows || ends)) {
            parts += '_';
        }
        parts += isCapital ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    parts += '_';
    constexpr std::array kNames = {"_sm_version_"sv, "_sm_arch_"sv, "_compute_capability_"sv,
                                   "_device_capability_"sv, "_cuda_capability_"sv};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view one) { return parts.find(one) != std::string::npos; });
}

/// 8, 80 and 800, as capabilities are written.
bool isCapabilityNumber(std::string_view text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() &&
           ((number >= 3 && number <= 12) || (number >= 30 && number <= 130) ||
            (number >= 300 && number <= 1300));
}

bool isCapabilitySign(std::string_view word)
{
    constexpr std::array kSigns = {"=="sv, "!="sv, "<"sv, ">"sv, "<="sv, ">="sv};
    return std::find(kSigns.begin(), kSigns.end(), word) != kSigns.end();
}

/// The comparison of the name at `i`, or of what it gives when it is called, with the number of a
/// capability; empty: it is none.
TokenSpan comparisonAt(const CppFile& file, int i)
{
    const bool isCall = file.is(i + 1, "(") && file.match(i + 1) > 0;
    const int end = isCall ? file.match(i + 1) + 1 : i + 1;
    const auto isNumber = [&](int at) {
        return file.isKind(at, CTokenKind::Number) && isCapabilityNumber(file.text(at));
    };
    if (isCapabilitySign(file.text(end)) && isNumber(end + 1)) {
        return {i, end + 2};
    }
    const bool isBefore = isCapabilitySign(file.text(i - 1)) && isNumber(i - 2);
    return isBefore ? TokenSpan{i - 2, end} : TokenSpan{};
}

/// Where a name is compared so, in order.
std::vector<TokenSpan> comparisonsOf(const CppFile& file, std::string_view name)
{
    std::vector<TokenSpan> result;
    for (int i = 0; i + 2 < file.size() && !isWorkCancelledAt(i); ++i) {
        if (file.is(i, name) && !file.token(i).inDirective && !file.isInert(file.token(i).begin)) {
            const TokenSpan one = comparisonAt(file, i);
            if (one.size() > 0) {
                result.push_back(one);
            }
        }
    }
    return result;
}

/// What the value at `at` goes to: a variable, or the function that returns it; empty: neither is
/// seen in its statement.
std::string_view receiverOf(const CppFile& file, TokenSpan statement, int at)
{
    constexpr int kMostTokens = 100;
    if (file.is(statement.begin, "return")) {
        const int function = file.functionOf(at);
        return function < 0 ? std::string_view()
                            : file.functions()[static_cast<size_t>(function)].name;
    }
    for (int i = at; i > statement.begin && at - i < kMostTokens; --i) {
        if (file.is(i, "=") && file.isKind(i - 1, CTokenKind::Identifier)) {
            return file.text(i - 1);
        }
    }
    return {};
}

} // namespace

void findCapabilityHelpers(const CppInput& input)
{
    const CppFile& file = input.file;
    int done = 0; // end of the statement that was reported
    for (int i = 0; i + 2 < file.size() && !isWorkCancelledAt(i); ++i) {
        if (i < done || !file.isKind(i, CTokenKind::Identifier) || file.token(i).inDirective ||
            !namesCapability(file.text(i)) || file.isInert(file.token(i).begin)) {
            continue;
        }
        const TokenSpan span = comparisonAt(file, i);
        if (span.size() <= 0) {
            continue;
        }
        done = file.statement(i).end;
        input.writer.addFinding(input.rule, file.range(span),
                                toText(file.textOf(span)).simplified());
    }
}

void findCapabilities(const CppInput& input)
{
    const CppFile& file = input.file;
    constexpr std::array<std::string_view, 9> kOperators = {
        ">=", ">", "<=", "<", "==", "!=", "*", "+", "<<"};
    const auto isOperator = [&](int at) {
        return std::find(kOperators.begin(), kOperators.end(), file.text(at)) != kOperators.end();
    };
    int done = 0;        // end of the statement that was reported
    qsizetype last = -1; // the finding of the last one, and the function it is in
    QByteArray id;
    int function = -1;
    for (int i = 1; i < file.size() && !isWorkCancelled(); ++i) {
        const std::string_view word = file.text(i);
        const bool field =
            (word == "major" || word == "minor") && (file.is(i - 1, ".") || file.is(i - 1, "->"));
        if (!field || i < done || file.isInert(file.token(i).begin)) {
            continue;
        }
        // The other side of an operator stands before the object: 8 <= prop.major
        int object = i - 2;
        while (object > 1 && (file.is(object, ")") || file.is(object, "]")) &&
               file.match(object) > 0) {
            object = file.match(object) - 1;
        }
        // A version has those members as well.
        const std::string_view of = file.text(i - 2);
        const bool isVersion = of.find("ersion") != std::string_view::npos || of == "ver";
        const bool compared =
            !isVersion && (isOperator(i + 1) || (isOperator(object - 1) && object > 1));
        if (!compared) {
            continue;
        }
        const TokenSpan statement = file.statement(i);
        done = statement.end;
        const std::string_view goesTo = receiverOf(file, statement, i);
        if (namesCapability(goesTo) && !comparisonsOf(file, goesTo).empty()) {
            continue; // what is computed is compared by its own name
        }
        // The arms of one choice are decided together.
        const bool isNext =
            file.is(statement.begin, "else") || file.is(statement.begin - 1, "else");
        if (isNext && last >= 0 && function == file.functionOf(i) &&
            input.writer.addPlaceTo(last, id, file.range(i))) {
            continue;
        }
        if (last >= 0) {
            input.writer.countPlaces(last, id);
        }
        id = input.writer.addFinding(input.rule, file.range(i), toText(word));
        last = input.writer.analysis().findings.size() - 1;
        function = file.functionOf(i);
    }
    if (last >= 0) {
        input.writer.countPlaces(last, id);
    }
}

void findTileCounts(const CppInput& input)
{
    const CppFile& file = input.file;
    RepeatedPlaces places;
    QString symbol;
    for (int i = 1; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        const bool isCount = file.is(i, "meta_group_rank") || file.is(i, "meta_group_size");
        if (isCount && file.is(i + 1, "(") && (file.is(i - 1, ".") || file.is(i - 1, "->"))) {
            symbol = symbol.isEmpty() ? toText(file.text(i)) : symbol;
            places.add(file.range(i));
        }
    }
    if (places.count > 0) {
        input.writer.addRepeated(input.rule, places, symbol,
                                 fillText(input.rule.message, {{QStringLiteral("symbol"), symbol}}),
                                 input.rule.wayOut, input.rule.effort, {});
    }
}

} // namespace rocport
