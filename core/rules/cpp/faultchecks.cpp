#include "core/rules/cpp/faultchecks.h"

#include "core/rules/cpp/faultfinders.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// One analysis, and words of which a file must hold one to be looked at.
struct FaultCheck
{
    const char* name;
    void (*find)(const FaultInput&);
    std::array<std::string_view, 4> words;
};

constexpr std::array kFaultChecks = {
    FaultCheck{"ballot-low-half", findLowHalves, {"__ballot"sv}},
    FaultCheck{"warp-array-bound",
               findWidthBounds,
               {"C10_WARP_SIZE_UPPER_BOUND"sv, "C10_WARP_SIZE_LOWER_BOUND"sv, "__shared__"sv}},
    FaultCheck{"early-return", findEarlyReturns, {"__syncthreads"sv}},
    FaultCheck{"reused-storage", findReusedStorage, {"TempStorage"sv}},
    FaultCheck{"width-layout", findWidthLayouts, {"arp"sv, "ARP"sv, "ave"sv, "AVE"sv}},
    FaultCheck{"fast-equality", findFastEqualities, {"__fdividef"sv}},
    FaultCheck{"short-lived-copy", findShortLivedCopies, {"Async"sv}},
    FaultCheck{"reference-functor", findReferenceFunctors, {"__device__"sv}},
    FaultCheck{"callback-call", findCallbackCalls, {"LaunchHostFunc"sv, "StreamAddCallback"sv}},
    FaultCheck{"copied-handle", findCopiedHandles, {"Destroy"sv, "_destroy"sv, "Free"sv}},
    FaultCheck{"linear-float-texture", findLinearTextures, {"FilterModeLinear"sv}},
    FaultCheck{"early-platform-macro", findEarlyPlatformMacros, {"__HIP_PLATFORM_AMD__"sv}},
    FaultCheck{"capability-attribute",
               findCapabilityAttributes,
               {"CapabilityMajor"sv, "CAPABILITY_MAJOR"sv, "ComputeCapability"sv}},
    FaultCheck{"runtime-ptx", findRuntimePtx, {"cuModuleLoad"sv, "cuLinkAdd"sv, "cuLibraryLoad"sv}},
};

static_assert(kFaultChecks.size() <= 32); // a bit for each

bool mayApply(const FaultCheck& check, std::string_view text)
{
    return std::any_of(check.words.begin(), check.words.end(), [&](std::string_view word) {
        return !word.empty() && text.find(word) != std::string_view::npos;
    });
}

template <size_t kCheck>
bool isWorthwhile(const CppMarks& marks)
{
    return (marks.faults >> kCheck & 1U) != 0;
}

template <size_t kCheck>
void runCheck(const CppInput& input)
{
    kFaultChecks[kCheck].find(
        {input.file, input.rule, input.context, input.writer.analysis().language, input.writer});
}

template <size_t... kChecks>
std::vector<CppBuiltin> rowsOf(std::index_sequence<kChecks...>)
{
    return {
        {kFaultChecks[kChecks].name, CppScope::Any, isWorthwhile<kChecks>, runCheck<kChecks>}...};
}

} // namespace

void FaultInput::add(TokenSpan span, std::string_view symbol, const QString& note) const
{
    writer.addFinding(rule, file.range(span), toText(symbol).simplified(),
                      {{QStringLiteral("note"), note}});
}

QString faultLine(const CppFile& file, int at)
{
    return QString::number(file.source().lineOf(file.token(at).begin));
}

bool isRuntimeCall(std::string_view word, std::string_view name)
{
    return word.ends_with(name) &&
           (word.size() == name.size() + 4
                ? word.starts_with("cuda")
                : word.size() == name.size() + 3 && word.starts_with("hip"));
}

bool isWidthName(std::string_view word)
{
    constexpr size_t kLongest = 24;
    if (word.size() > kLongest) {
        return false;
    }
    std::string plain;
    for (const char one : word) {
        if (one != '_') {
            plain += one >= 'A' && one <= 'Z' ? static_cast<char>(one + ('a' - 'A')) : one;
        }
    }
    if (plain.starts_with('k')) {
        plain.erase(0, 1);
    }
    return plain == "warpsize" || plain == "wavesize" || plain == "wavefrontsize" ||
           plain == "threadsperwarp" || plain == "lanesperwarp" || plain == "warplanes";
}

bool holdsWord(const CppFile& file, TokenSpan span, std::string_view word)
{
    for (int at = span.begin; at < span.end; ++at) {
        if (file.is(at, word)) {
            return true;
        }
    }
    return false;
}

std::vector<CppBuiltin> faultBuiltins()
{
    return rowsOf(std::make_index_sequence<kFaultChecks.size()>());
}

quint32 faultMarks(std::string_view text)
{
    quint32 result = 0;
    for (size_t i = 0; i < kFaultChecks.size(); ++i) {
        result |= mayApply(kFaultChecks[i], text) ? 1U << i : 0U;
    }
    return result;
}

} // namespace rocport
