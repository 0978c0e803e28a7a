// Numbers that mean something else on AMD GPUs: compute capabilities by the project's own names,
// and how many tiles a block has.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

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
        const bool isCall = file.is(i + 1, "(") && file.match(i + 1) > 0;
        const int end = isCall ? file.match(i + 1) + 1 : i + 1;
        const bool isBehind = isCapabilitySign(file.text(end)) &&
                              isCapabilityNumber(file.text(end + 1)) &&
                              file.isKind(end + 1, CTokenKind::Number);
        const bool isBefore = isCapabilitySign(file.text(i - 1)) &&
                              isCapabilityNumber(file.text(i - 2)) &&
                              file.isKind(i - 2, CTokenKind::Number);
        if (!isBehind && !isBefore) {
            continue;
        }
        const TokenSpan span{isBehind ? i : i - 2, isBehind ? end + 2 : end};
        done = file.statement(i).end;
        input.writer.addFinding(input.rule, file.range(span),
                                toText(file.textOf(span)).simplified());
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
