#include "core/rules/cpp/laneeditor.h"
#include "core/rules/cpp/loopnumbers.h"
#include "core/rules/cpp/warpnumbers.h"
#include "core/rules/cpp/warpsites.h"

#include <algorithm>

namespace rocport {

/// The header of the innermost `for` around `at` that gives `name` its values, without its
/// parentheses; empty: there is none.
TokenSpan LaneEditor::loopOf(std::string_view name, int at) const
{
    constexpr int kMaxBack = 1000;
    const int function = m_file.functionOf(at);
    const int first = function < 0 ? 0 : m_file.functions()[static_cast<size_t>(function)].bodyOpen;
    for (int i = at - 1; i > first && at - i < kMaxBack; --i) {
        if (!m_file.is(i, "for") || !m_file.is(i + 1, "(")) {
            continue;
        }
        const int close = m_file.match(i + 1);
        int variable = i + 2;
        while (variable < close && !m_file.is(variable, "=") && !m_file.is(variable, ";")) {
            ++variable;
        }
        if (close < 0 || close > at || !m_file.is(variable, "=") ||
            !m_file.is(variable - 1, name)) {
            continue;
        }
        // Its body: a block, or one statement.
        int end = close + 1;
        while (end < at && !m_file.is(end, ";") && !m_file.is(end, "{")) {
            end = m_file.match(end) > end ? m_file.match(end) + 1 : end + 1;
        }
        if (end >= at || (m_file.is(end, "{") && m_file.match(end) > at)) {
            return {i + 2, close};
        }
    }
    return {};
}

/// Whether an exchange at `at` flips bits below 32 of a lane's number, so that each lane meets one
/// of its own half: a literal number, or the variable of a loop that counts by literal numbers and
/// is changed nowhere else. Any other value may be 32, which leaves CUDA's lane its own.
bool LaneEditor::staysInHalf(int at, TokenSpan bits) const
{
    if (bits.size() != 1) {
        return false;
    }
    constexpr int kLanesOfHalf = 32;
    const std::string_view name = m_file.text(bits.begin);
    if (m_file.isKind(bits.begin, CTokenKind::Number)) {
        const int number = smallNumber(name);
        return number >= 0 && number < kLanesOfHalf;
    }
    const TokenSpan header =
        m_file.isKind(bits.begin, CTokenKind::Identifier) ? loopOf(name, at) : TokenSpan();
    if (header.size() <= 0 || !countsBelow(m_file, header, name, kLanesOfHalf)) {
        return false;
    }
    const int open = header.end + 1;
    const int end = m_file.is(open, "{") ? m_file.match(open) : at;
    for (int i = open; i < end; ++i) {
        if (m_file.text(i) == name && (isChangedAt(m_file, i) || isDeclared(i))) {
            return false;
        }
    }
    return true;
}

/// Whether the bits that an exchange flips come from the width of a warp, by its name, so that its
/// lanes stay within one.
bool LaneEditor::followsWidth(int at, TokenSpan bits) const
{
    const auto names = [this](TokenSpan span) {
        for (int i = span.begin; i < span.end; ++i) {
            const std::string_view word = m_file.text(i);
            if (m_file.isKind(i, CTokenKind::Identifier) &&
                (word == "warpSize" || warpConstantKind(word) != '\0' ||
                 std::any_of(m_width.widths().begin(), m_width.widths().end(),
                             [&](int one) { return m_file.text(one) == word; }))) {
                return true;
            }
        }
        return false;
    };
    if (names(bits)) {
        return true;
    }
    for (int i = bits.begin; i < bits.end; ++i) {
        if (m_file.isKind(i, CTokenKind::Identifier) && names(loopOf(m_file.text(i), at))) {
            return true;
        }
    }
    return false;
}

/// Whether the name at `at` is a parameter of the function or macro around it, or of its template.
bool LaneEditor::isGivenByCallers(int at) const
{
    if (m_file.token(at).inDirective) {
        return true;
    }
    constexpr int kMaxBack = 64; // tokens of a template's head, and of a result's type
    const int index = m_file.functionOf(at);
    if (index < 0) {
        return false;
    }
    const CppFunction& one = m_file.functions()[static_cast<size_t>(index)];
    int from = one.nameAt;
    while (from > 0 && one.nameAt - from < kMaxBack &&
           !isOneOf(m_file.text(from), {";", "}", "{", "#"})) {
        --from;
    }
    for (int i = from; i < one.paramsClose; ++i) {
        if (i != one.nameAt && m_file.text(i) == m_file.text(at)) {
            return true;
        }
    }
    return false;
}

/// Whether an exchange may reach lanes above 31 on 64 lanes, as the text does not say which bits it
/// flips: "value ^ __shfl_xor_sync(mask, value, bits)" where `bits` is a parameter.
bool LaneEditor::isOpenExchange(int at, const std::vector<TokenSpan>& arguments) const
{
    const std::string_view name = m_file.text(at);
    const size_t bits = takesLaneMask(name) ? 2 : 1;
    const bool isWidthGiven = arguments.size() == bits + 2;
    if (name.find("xor") == std::string_view::npos || allWave32(m_target) ||
        (arguments.size() != bits + 1 && !isWidthGiven) ||
        (m_width.warps() == Warps::Wide && !m_width.isUncounted())) {
        return false;
    }
    if (!isWidthGiven && !widthAt().isEmpty()) {
        return false; // it is written out
    }
    const TokenSpan width = arguments.back();
    if (isWidthGiven && (width.size() != 1 || !m_file.isKind(width.begin, CTokenKind::Identifier) ||
                         !isGivenByCallers(width.begin))) {
        return false;
    }
    return !m_file.is(arguments[bits].begin, "__VA_ARGS__") && !staysInHalf(at, arguments[bits]) &&
           !followsWidth(at, arguments[bits]);
}

void LaneEditor::openExchange(int at)
{
    find(m_rules.shuffleWidth != nullptr ? m_rules.shuffleWidth : syncRule(), {at, at + 1},
         QStringLiteral("The number by which it exchanges is not known here: from 32 on, lanes "
                        "above 31 take part on wavefronts of 64, where a lane of CUDA keeps its "
                        "own value. Write the width 32 out if segments of 32 are meant; nothing is "
                        "proposed."));
}

void LaneEditor::shuffleOf32(int at, const std::vector<TokenSpan>& arguments)
{
    const std::string_view name = m_file.text(at);
    if (arguments.size() + 1 != (takesLaneMask(name) ? 4U : 3U)) {
        return;
    }
    const Rule* rule = m_rules.shuffleWidth != nullptr ? m_rules.shuffleWidth : syncRule();
    const QByteArray width = widthAt();
    if (name.find("xor") != std::string_view::npos && staysInHalf(at, arguments.back())) {
        return; // its partner is in the same half, with a width or without
    }
    if (m_file.is(arguments.back().begin, "__VA_ARGS__")) {
        find(rule, {at, at + 1},
             QStringLiteral("Without a width it reaches over 64 lanes on ROCm, and whether it has "
                            "one is said where the macro is used, so nothing is proposed."));
        return;
    }
    if (width.isEmpty()) {
        if (name.find("xor") == std::string_view::npos) { // it names no width
            find(rule, {at, at + 1},
                 QStringLiteral("Without a width it reaches over 64 lanes on ROCm. Whether the "
                                "warps of this file have 32 or 64 is not known here: %1. Write "
                                "the width out; nothing is proposed.")
                     .arg(m_width.reason()));
        }
        return;
    }
    const QByteArray id =
        find(rule, {at, at + 1},
             QStringLiteral("Without a width it reaches over 64 lanes on ROCm, and the warps of "
                            "this file are narrower: %1. So the width is written out.")
                 .arg(m_width.reason()));
    insert(rule, m_file.token(arguments.back().end - 1).end, ", " + width, id, {});
}

} // namespace rocport
