// The project's own names for what takes lane masks: overloads of the _sync functions, macros that
// stand for them, and types of masks. What belongs together may be in several files, so that they
// are findings without an edit.
#include "core/rules/cpp/laneeditor.h"
#include "core/rules/cpp/masknames.h"
#include "core/text/bytes.h"

#include <QString>

#include <vector>

namespace rocport {

void LaneEditor::collectOverloads()
{
    for (const CppFunction& one : m_file.functions()) {
        if (takesLaneMask(one.name) && !m_file.isInert(m_file.token(one.nameAt).begin)) {
            m_overloads.insert(one.name);
            m_overloadNames.insert(one.nameAt);
        }
    }
}

/// Whether a value is the mask that an overload of the project takes.
bool LaneEditor::isMaskOfOverload(const LaneValue& value) const
{
    return value.kind == LaneValue::Kind::Parameter && value.parameter == 0 &&
           value.function >= 0 &&
           m_overloadNames.contains(m_file.functions()[static_cast<size_t>(value.function)].nameAt);
}

/// "at::Half __shfl_sync(unsigned mask, at::Half value, int lane)". HIP's own is a template whose
/// mask may have any type, so that an overload with 32 bits is no longer called once the masks of
/// calls have 64.
void LaneEditor::overloadMask(const LaneValue& value)
{
    const CppFunction& one = m_file.functions()[static_cast<size_t>(value.function)];
    find(m_rules.maskType, {value.nameAt, value.nameAt + 1},
         QStringLiteral("It is the mask of the project's own `%1`. That of HIP has 64 bits from "
                        "ROCm 7.0 on: overloads, what they hand the mask to, and their calls "
                        "change together, so nothing is proposed.")
             .arg(laneText(one.name)));
}

/// A call of a function that the file has overloads of. The form without a mask has none.
void LaneEditor::overloadCall(int at, const std::vector<TokenSpan>& arguments)
{
    if (arguments.empty() || m_rules.maskLiteral == nullptr) {
        return;
    }
    const TokenSpan mask = arguments[0];
    skipCalls(mask);
    const int value = mask.size() == 1 ? m_masks.valueAt(mask.begin) : -1;
    const bool isHandedOn =
        value >= 0 && isMaskOfOverload(m_masks.values()[static_cast<size_t>(value)]);
    if (isHandedOn || m_masks.literal(mask) == MaskLiteral::Full64) {
        return;
    }
    find(m_rules.maskLiteral, mask,
         QStringLiteral("is the mask of `%1`, which this file has overloads of: their mask and "
                        "those of the calls become 64 bits wide together, so nothing is proposed.")
             .arg(laneText(m_file.text(at))));
}

/// "#define SHFL_UP __shfl_up_sync": its uses name masks that are not seen to be any.
void LaneEditor::aliasMacro(int at)
{
    const auto isOfMacro = [this](int token) {
        return m_file.token(token).inDirective && !m_file.isKind(token, CTokenKind::Directive);
    };
    if (at + 1 >= m_file.size() || m_rules.maskLiteral == nullptr || !isOfMacro(at + 1) ||
        !takesLaneMask(m_file.text(at + 1)) || (at + 2 < m_file.size() && isOfMacro(at + 2))) {
        return;
    }
    const QString note =
        QStringLiteral("stands for `%1`, whose mask has 64 bits from ROCm 7.0 on and must name the "
                       "lanes that make the call. See what its uses pass; nothing is proposed.")
            .arg(laneText(m_file.text(at + 1)));
    find(m_rules.maskLiteral, {at, at + 1}, note);
    m_aliasMacros.insert_or_assign(m_file.text(at), note);
}

/// A name that may be that of a macro or type further up.
void LaneEditor::aliasUse(int at)
{
    const auto macro = m_aliasMacros.find(m_file.text(at));
    if (macro != m_aliasMacros.end() && m_file.is(at + 1, "(")) {
        find(m_rules.maskLiteral, {at, at + 1}, macro->second);
    }
    const auto types = m_maskAliases.find(m_file.text(at));
    if (types != m_maskAliases.end() && declaresMask(at)) {
        for (const int name : types->second) {
            findMaskAlias(name);
        }
        m_maskAliases.erase(types);
    }
}

/// Whether "mask_t mask" at `at` declares a lane mask: a vote is its value, a call takes it as its
/// mask, or an overload of the project has it as its first parameter.
bool LaneEditor::declaresMask(int at) const
{
    constexpr int kLongestBody = 2000; // tokens
    const int name = at + 1;
    if (!m_file.isKind(name, CTokenKind::Identifier)) {
        return false;
    }
    if (m_file.is(name + 1, "=") && warpBuiltin(m_file.text(name + 2)) == WarpBuiltin::Ballot) {
        return true;
    }
    for (int i = name + 1; i < m_file.size() && i - name < kLongestBody; ++i) {
        const bool isCall = m_file.is(i + 1, "(") && takesLaneMask(m_file.text(i));
        if (isCall && m_file.text(i + 2) == m_file.text(name) &&
            (m_file.is(i + 3, ",") || m_file.is(i + 3, ")"))) {
            return true;
        }
        if (m_file.is(i, "}") && m_file.enclosing(i) < 0) {
            return false; // the function ends
        }
    }
    return false;
}

/// "using mask_t = unsigned int;" and "typedef unsigned mask_t;".
void LaneEditor::maskAlias(int at)
{
    constexpr int kLongest = 8; // tokens
    const bool isUsing = m_file.is(at, "using");
    int end = at + 1;
    while (end < m_file.size() && end - at <= kLongest && !m_file.is(end, ";")) {
        ++end;
    }
    const int name = isUsing ? at + 1 : end - 1;
    const TokenSpan type = isUsing ? TokenSpan{at + 3, end} : TokenSpan{at + 1, end - 1};
    if (m_rules.maskType == nullptr || !m_file.is(end, ";") || type.size() <= 0 ||
        (isUsing && !m_file.is(at + 2, "=")) || !m_file.isKind(name, CTokenKind::Identifier)) {
        return;
    }
    for (int i = type.begin; i < type.end; ++i) {
        if (!isOneOf(m_file.text(i),
                     {"unsigned", "int", "uint32_t", "int32_t", "uint", "std", "::"})) {
            return;
        }
    }
    if (isLaneMaskName(m_file.text(name))) {
        findMaskAlias(name);
    } else {
        m_maskAliases[m_file.text(name)].push_back(name); // its uses will tell
    }
}

void LaneEditor::findMaskAlias(int name)
{
    find(m_rules.maskType, {name, name + 1},
         QStringLiteral("It is the project's type of lane masks, which have 64 bits on ROCm. "
                        "What else has this type has to be seen, so nothing is proposed."));
}

} // namespace rocport
