#include "core/rules/cpp/armcost.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/warpnumbers.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// "return 0;", "return false;", "return {};" and nothing else.
bool isNoAnswer(const CppFile& file, TokenSpan arm)
{
    constexpr int kLongest = 10;
    if (arm.size() > kLongest || !file.is(arm.begin, "return")) {
        return false;
    }
    for (int i = arm.begin + 1; i < arm.end; ++i) {
        const bool plain = file.isKind(i, CTokenKind::Number) || file.is(i, "false") ||
                           file.is(i, "nullptr") || file.is(i, "{") || file.is(i, "}") ||
                           file.is(i, "-") || file.is(i, ";");
        if (!plain) {
            return false;
        }
    }
    return true;
}

} // namespace

QString outcomeNote(ArmOutcome outcome)
{
    switch (outcome) {
    case ArmOutcome::Refused:
        return QStringLiteral("ROCm takes the branch for GPUs of NVIDIA that lack something: it "
                              "stops, or has no answer.");
    case ArmOutcome::Missing:
        return QStringLiteral("ROCm takes no branch, and what stands here is missing on it.");
    case ArmOutcome::Right:
        return QStringLiteral("This is for single or older GPUs of NVIDIA, and ROCm takes the "
                              "branch for all others, so nothing has to be done.");
    case ArmOutcome::Older:
        return QStringLiteral("ROCm takes the branch for older GPUs of NVIDIA, which it can run. "
                              "Decide whether AMD GPUs should have the one for newer GPUs.");
    case ArmOutcome::Unknown:
        break;
    }
    return {};
}

bool isRefusal(const CppFile& file, TokenSpan arm)
{
    if (isNoAnswer(file, arm)) {
        return true;
    }
    for (int i = arm.begin; i < arm.end && !isWorkCancelled(); ++i) {
        const std::string_view word = file.text(i);
        if (file.isKind(i, CTokenKind::Directive)) {
            if (file.is(i + 1, "error")) {
                return true;
            }
            continue;
        }
        if (!file.isKind(i, CTokenKind::Identifier)) {
            continue;
        }
        const bool stops = isOneOf(word, {"__trap", "abort", "__builtin_trap", "static_assert",
                                          "__builtin_unreachable", "throw"});
        const bool asserts = holdsLower(word, "assert") || holdsLower(word, "unreachable");
        const bool fails =
            asserts && file.is(i + 1, "(") &&
            (isOneOf(file.text(i + 2), {"false", "0", ")"}) || holdsLower(word, "unreachable"));
        if (stops || fails) {
            return true;
        }
    }
    return false;
}

bool namesStandard(const CppFile& file, TokenSpan arm)
{
    for (int i = arm.begin; i < arm.end; ++i) {
        if (file.is(i, "std") && file.is(i + 1, "::")) {
            return true;
        }
    }
    return false;
}

bool isMissed(const CppFile& file, TokenSpan arm)
{
    for (const CppFunction& one : file.functions()) {
        if (one.nameAt >= arm.begin && one.nameAt < arm.end) {
            return true;
        }
    }
    const int function = file.functionOf(arm.begin);
    if (function < 0) {
        return false;
    }
    const CppFunction& body = file.functions()[static_cast<size_t>(function)];
    const int inside = std::min(arm.end, body.bodyClose) - std::max(arm.begin, body.bodyOpen);
    return inside * 2 > body.bodyClose - body.bodyOpen;
}

bool choosesAttributes(const CppFile& file, TokenSpan arms)
{
    constexpr std::array kAttributes = {"__host__",   "__device__",   "__forceinline__",
                                        "__inline__", "__noinline__", "inline",
                                        "static",     "constexpr"};
    bool host = false;
    bool device = false;
    int name = -1; // of the macro whose definition is read
    for (int i = arms.begin; i < arms.end; ++i) {
        if (!file.token(i).inDirective && file.token(i).kind != CTokenKind::Directive) {
            return false;
        }
        const bool directive = file.isKind(i, CTokenKind::Directive);
        if (directive && !file.is(i + 1, "define") && !file.is(i + 1, "else")) {
            return false;
        }
        if (directive) {
            name = file.is(i + 1, "define") ? i + 2 : -1;
        } else if (name >= 0 && i > name &&
                   std::none_of(kAttributes.begin(), kAttributes.end(),
                                [&](const char* word) { return file.is(i, word); })) {
            return false;
        }
        host = host || file.is(i, "__host__");
        device = device || file.is(i, "__device__");
    }
    return host && device;
}

} // namespace rocport
