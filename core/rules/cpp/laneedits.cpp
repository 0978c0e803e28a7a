#include "core/base/cancelscope.h"
#include "core/rules/cpp/laneeditor.h"
#include "core/rules/cpp/masknames.h"

#include <algorithm>

namespace rocport {

void LaneEditor::sortValues()
{
    for (const LaneValue& one : m_masks.values()) {
        if (!one.isCertain()) {
            m_uncertain.emplace(one.declaration, one.kind);
        } else if (one.kind == LaneValue::Kind::Parameter) {
            m_maskParameters.emplace(m_file.functions()[one.function].name, one.parameter);
        }
    }
}

bool LaneEditor::declarationIsCertain(const LaneValue& value) const
{
    return value.typeTokens.size() != 0 && m_uncertain.count({value.declaration, value.kind}) == 0;
}

int LaneEditor::linkOf(TokenSpan span) const
{
    const int value = m_masks.valueIn(span);
    if (value < 0) {
        return -1;
    }
    const LaneValue& one = m_masks.values()[value];
    return one.isCertain() && one.type == LaneValue::Type::Int32 ? one.link : -1;
}

bool LaneEditor::isMaskPlace(const Destination& to, int at) const
{
    const bool stored = to.value >= 0 && to.kind != Destination::Kind::Memory;
    if (stored && m_masks.values()[to.value].isCertain()) {
        return true;
    }
    if (to.kind == Destination::Kind::Builtin && to.argument == 0 && !isOfAnother(to.callee) &&
        takesLaneMask(m_file.text(to.callee))) {
        return m_masks.truth(to.whole) >= MaskTruth::Soft;
    }
    if (to.kind == Destination::Kind::Call &&
        m_maskParameters.count({m_file.text(to.callee), to.argument}) > 0) {
        return true;
    }
    return m_masks.meetsMask(at);
}

void LaneEditor::declarations()
{
    QSet<int> done;
    for (size_t index = 0; index < m_masks.values().size(); ++index) {
        const LaneValue& value = m_masks.values()[index];
        sharedMask(value);
        const bool mask = value.hard && value.type == LaneValue::Type::Int32;
        if (mask && value.kind == LaneValue::Kind::Local &&
            holdsAllLanes(static_cast<int>(index)) && callsNameNoMask(value.uses)) {
            for (const TokenSpan source : value.sources) {
                skipCalls(source);
            }
            continue;
        }
        if (!mask || m_rules.maskType == nullptr ||
            m_file.isInert(m_file.token(value.nameAt).begin)) {
            continue;
        }
        if (isMaskOfOverload(value)) {
            overloadMask(value);
            continue;
        }
        const TokenSpan name{value.nameAt, value.nameAt + 1};
        if (m_half.contains(static_cast<int>(index))) {
            if (!m_halves) {
                find(m_rules.maskType, name,
                     QStringLiteral("Warps of this file keep 32 lanes, and a mask of them names "
                                    "the lanes of half a wavefront: what it is used for has to "
                                    "be seen, so nothing is proposed."));
            }
            continue;
        }
        if (!value.isCertain() || !declarationIsCertain(value)) {
            const QString why =
                value.unknownCallers
                    ? QStringLiteral(
                          "Callers in other files are not known, so nothing is proposed.")
                    : QStringLiteral(
                          "It may be meant as a lane mask or as a word of 32 packed bits: some of "
                          "its values or uses do not fit a mask, so nothing is proposed.");
            find(m_rules.maskType, name, why);
            continue;
        }
        const QByteArray id =
            find(m_rules.maskType, name, QStringLiteral("All its values are lane masks."));
        if (!done.contains(value.typeTokens.begin)) {
            done.insert(value.typeTokens.begin);
            edit(m_rules.maskType, value.typeTokens, "unsigned long long", id, value.link, true);
        }
    }
}

/// "constexpr unsigned kFullMask = 0xffffffff;" that only other files use.
void LaneEditor::sharedMask(const LaneValue& value)
{
    const bool constant = value.kind == LaneValue::Kind::FileConstant && !value.hard &&
                          value.type == LaneValue::Type::Int32 && value.sources.size() == 1 &&
                          m_masks.literal(value.sources[0]) == MaskLiteral::Full32;
    if (!constant || !isAllLanesName(value.name) || m_rules.maskType == nullptr ||
        m_rules.maskLiteral == nullptr || !isSyncByDefault(m_target) ||
        m_file.isInert(m_file.token(value.nameAt).begin)) {
        return;
    }
    const TokenSpan at{value.nameAt, value.nameAt + 1};
    if (!value.uses.empty() || value.wrongWrite || value.typeTokens.size() == 0) {
        find(m_rules.maskType, at,
             QStringLiteral("Its name suggests a lane mask, but this file uses it as a number, so "
                            "nothing is proposed."));
        return;
    }
    const QByteArray id =
        find(m_rules.maskType, at,
             QStringLiteral(
                 "By its name and value it stands for all lanes, in files that include this one."));
    edit(m_rules.maskType, value.typeTokens, "unsigned long long", id, value.link, true);
    edit(m_rules.maskLiteral, value.sources[0], kFullLaneMask, id, value.link, false,
         QStringLiteral("the constant names 64 lanes"));
}

/// Whether all uses of a mask of all lanes are calls that are written without it on ROCm.
bool LaneEditor::callsNameNoMask(const std::vector<int>& uses) const
{
    return isSyncByDefault(m_target) && std::all_of(uses.begin(), uses.end(), [this](int at) {
               const Destination to = m_masks.destination(at);
               return to.kind == Destination::Kind::Builtin && to.argument == 0 &&
                      takesLaneMask(m_file.text(to.callee)) && !isOfAnother(to.callee) &&
                      !isWithheld(at);
           });
}

void LaneEditor::namedMasks()
{
    if (m_rules.maskLiteral == nullptr || !isSyncByDefault(m_target)) {
        return;
    }
    for (auto it = m_masks.namedMasks().begin(); it != m_masks.namedMasks().end(); ++it) {
        const std::string_view name{it.key().constData(), static_cast<size_t>(it.key().size())};
        const bool named = isAllLanesName(name);
        if (it->uses.empty() && !named) {
            continue;
        }
        const bool elsewhere = m_masks.isHeader() && !isFullMaskName(name);
        if (!it->uses.empty() && !elsewhere && callsNameNoMask(it->uses)) {
            continue;
        }
        if (it->onlyMasks) {
            const QByteArray id =
                find(m_rules.maskLiteral, it->body,
                     QStringLiteral("names 32 lanes: `%1` is used as a lane mask.")
                         .arg(QString::fromUtf8(it.key())));
            const bool votes = std::any_of(it->uses.begin(), it->uses.end(), [this](int at) {
                const Destination to = m_masks.destination(at);
                if (m_width.warps() == Warps::Of32) {
                    return to.kind != Destination::Kind::Builtin;
                }
                return isWithheld(at) &&
                       (to.kind != Destination::Kind::Builtin ||
                        warpBuiltin(m_file.text(to.callee)) == WarpBuiltin::Ballot);
            });
            if (votes) {
                m_keptMacros.insert(it.key());
                continue;
            }
            edit(m_rules.maskLiteral, it->body, kFullLaneMask, id, -1, false,
                 QStringLiteral("`%1` names 64 lanes").arg(QString::fromUtf8(it.key())));
        } else if (std::any_of(it->uses.begin(), it->uses.end(), [this](int at) {
                       const Destination to = m_masks.destination(at);
                       return to.kind == Destination::Kind::Builtin &&
                              takesLaneMask(m_file.text(to.callee));
                   })) {
            find(m_rules.maskLiteral, it->body,
                 QStringLiteral("is a lane mask in some places and a number in others, so nothing "
                                "is proposed."));
            m_keptMacros.insert(it.key());
        }
    }
}

void LaneEditor::shift(int at)
{
    const TokenSpan one{at - 1, at};
    const std::string_view text = m_file.text(at - 1);
    const bool narrow = text == "1" || text == "1u" || text == "1U";
    const std::string_view before = m_file.text(at - 2);
    const bool operand = before == "<<" || before == ">>" || before == "-" || before == "+";
    if (m_rules.maskShift == nullptr || !narrow || operand ||
        m_file.isKind(at + 1, CTokenKind::Number)) {
        return;
    }
    const Destination to = m_masks.destination(at);
    const bool names = to.kind == Destination::Kind::Builtin && to.argument == 0 &&
                       takesLaneMask(m_file.text(to.callee));
    if (!isMaskPlace(to, at) || (m_halves && !names)) {
        return;
    }
    if (m_width.warps() == Warps::Of32) {
        find(m_rules.maskShift, {at - 1, at + 2},
             QStringLiteral("Warps of this file keep 32 lanes, and the mask names lanes of half "
                            "a wavefront, so nothing is proposed."));
        return;
    }
    int link = linkOf(to.whole);
    if (to.value >= 0 && m_masks.values()[to.value].type == LaneValue::Type::Int32) {
        link = m_masks.values()[to.value].link;
    }
    const QByteArray id = find(m_rules.maskShift, {at - 1, at + 2},
                               QStringLiteral("The result is combined with a lane mask."));
    edit(m_rules.maskShift, one, "1ull", id, link);
}

void LaneEditor::comparedLiteral(TokenSpan literal, QByteArray id)
{
    if (allWave64(m_target)) {
        edit(compareRule(), literal, kFullLaneMask, id, -1, false,
             QStringLiteral("the vote is compared with 64 ones, as all target architectures have "
                            "64 lanes"));
    }
}

void LaneEditor::fullLiteral(int at)
{
    const bool prefixed = m_file.is(at - 1, "~") || m_file.is(at - 1, "-");
    const std::string_view outer = m_file.text(at - 2);
    const bool unary = prefixed && (outer == "(" || outer == "," || outer == "=" ||
                                    outer == "return" || outer == "==" || outer == "!=" ||
                                    outer == "&" || outer == "^" || outer == "|");
    const TokenSpan span{unary ? at - 1 : at, at + 1};
    if (m_rules.maskLiteral == nullptr || m_literalsDone.contains(at) ||
        m_masks.literal(span) != MaskLiteral::Full32 || m_file.token(at).inDirective) {
        return;
    }
    const Destination to = m_masks.destination(at);
    const bool before = m_file.is(span.begin - 1, "==") || m_file.is(span.begin - 1, "!=");
    if (before && m_masks.truth({to.whole.begin, span.begin - 1}) == MaskTruth::Hard) {
        if (m_width.warps() == Warps::Of32) {
            if (!m_halves) {
                find(compareRule(), span,
                     QStringLiteral("names the 32 lanes of a warp, which this file keeps; a vote "
                                    "here has 64, so nothing is proposed."));
            }
            return;
        }
        const QString note =
            allWave64(m_target)
                ? QStringLiteral("names 32 lanes, and a vote is compared with it.")
                : QStringLiteral("names 32 lanes, and a vote is compared with it; the target "
                                 "architectures differ in lanes, so nothing is proposed.");
        comparedLiteral(span, find(compareRule(), span, note));
        return;
    }
    const int held = to.kind == Destination::Kind::Memory ? -1 : to.value;
    const bool kept = m_width.warps() == Warps::Of32 &&
                      (to.kind == Destination::Kind::Inside || to.kind == Destination::Kind::Call ||
                       m_half.contains(held));
    if (!isMaskPlace(to, at) || (kept && m_halves)) {
        return;
    }
    const QByteArray id = find(m_rules.maskLiteral, span,
                               QStringLiteral("names 32 lanes as the value of a lane mask."));
    int link = -1;
    if (to.value >= 0 && m_masks.values()[to.value].type == LaneValue::Type::Int32) {
        link = m_masks.values()[to.value].link;
    }
    if (isWithheld(at) || kept) {
        return; // the variable keeps its 32 bits
    }
    edit(m_rules.maskLiteral, span, kFullLaneMask, id, link, false,
         QStringLiteral("the mask has all 64 bits set"));
}

void LaneEditor::run()
{
    collectOverloads();
    collectSteps();
    collectHalves();
    nameWidth();
    m_halves = m_width.warps() == Warps::Of32 && cutsAllVotes();
    declarations();
    namedMasks();
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const CToken& token = m_file.token(i);
        if (m_file.isInert(token.begin)) {
            continue;
        }
        if (token.kind == CTokenKind::Identifier && m_file.is(i - 1, "define")) {
            ownBuiltin(i);
            aliasMacro(i);
        } else if (m_file.is(i, "using") || m_file.is(i, "typedef")) {
            maskAlias(i);
        } else if (token.kind == CTokenKind::Identifier) {
            call(i);
            aliasUse(i);
            comparedName(i);
            warpOfCub(i);
            if (m_file.text(i)[0] != '_') {
                wrapper(i);
            }
        }
        const bool number = token.kind == CTokenKind::Number || m_file.is(i, "UINT_MAX");
        if (number) {
            fullLiteral(i);
        } else if (m_file.is(i, "<<") && m_file.isKind(i - 1, CTokenKind::Number)) {
            shift(i);
        }
    }
}

bool allWave64(const TargetSettings& target)
{
    return !target.architectures.isEmpty() &&
           std::all_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& arch) { return arch.startsWith(u"gfx9"); });
}

void proposeLaneMasks(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
                      const LaneWidth& width, const TargetSettings& target, ProposalWriter& writer,
                      QVector<Replacement>& edits)
{
    LaneEditor(file, masks, rules, width, target, writer, edits).run();
}

} // namespace rocport
