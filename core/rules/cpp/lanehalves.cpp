#include "core/base/cancelscope.h"
#include "core/rules/cpp/laneeditor.h"
#include "core/rules/cpp/masknames.h"
#include "core/rules/cpp/warpnumbers.h"
#include "core/rules/cpp/warpsites.h"
#include "core/text/bytes.h"
#include "core/translate/declared.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr std::array kCubNamespaces = {"cub"sv, "hipcub"sv, "cub_ns"sv};
constexpr std::array kWarpTemplates = {"WarpReduce"sv, "WarpScan"sv};

bool isVote(WarpBuiltin builtin)
{
    return builtin == WarpBuiltin::Vote || builtin == WarpBuiltin::Ballot ||
           builtin == WarpBuiltin::Reduce;
}

/// "any" of __any_sync, __any and their like.
std::string_view verb(std::string_view name)
{
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return name.substr(0, name.find('_'));
}

} // namespace

bool LaneEditor::namesAllLanes(TokenSpan mask) const
{
    const MaskLiteral literal = m_masks.literal(mask);
    if (literal == MaskLiteral::Full32 || literal == MaskLiteral::Full64) {
        return true;
    }
    if (mask.size() == 3 && m_file.is(mask.begin, "__activemask")) {
        return true; // those that vote
    }
    if (mask.size() != 1) {
        return false;
    }
    const int index = m_masks.valueAt(mask.begin);
    if (index < 0) {
        return m_masks.truth(mask) == MaskTruth::Soft || isFullMaskName(m_file.text(mask.begin));
    }
    return holdsAllLanes(index);
}

/// Whether a value is nothing but the mask of all lanes.
bool LaneEditor::holdsAllLanes(int index) const
{
    const LaneValue& value = m_masks.values()[static_cast<size_t>(index)];
    return !m_stepped.contains(index) && value.kind != LaneValue::Kind::Parameter &&
           !value.wrongWrite && !value.sources.empty() &&
           std::all_of(value.sources.begin(), value.sources.end(), [this](TokenSpan source) {
               const MaskLiteral one = m_masks.literal(source);
               return one == MaskLiteral::Full32 || one == MaskLiteral::Full64;
           });
}

/// Finds the values that `+=` and its like change.
void LaneEditor::collectSteps()
{
    for (int i = 0; i + 1 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view next = m_file.text(i + 1);
        const bool steps = next.size() >= 2 && next.back() == '=' && next != "==" && next != "!=" &&
                           next != "<=" && next != ">=";
        if (steps && m_masks.valueAt(i) >= 0) {
            m_stepped.insert(m_masks.valueAt(i));
        }
    }
}

/// Finds the values of 32 bits that stay so, as masks of the lanes of half a wavefront.
void LaneEditor::collectHalves()
{
    if (m_width.warps() != Warps::Of32) {
        return;
    }
    const std::vector<LaneValue>& values = m_masks.values();
    for (size_t i = 0; i < values.size() && !isWorkCancelled(); ++i) {
        const int index = static_cast<int>(i);
        const bool narrow = values[i].type == LaneValue::Type::Int32 ||
                            (values[i].type == LaneValue::Type::Auto && m_width.holdsVote(index));
        if (narrow && !(holdsAllLanes(index) && onlyMasksCalls(values[i]))) {
            m_half.insert(index);
        }
    }
}

/// Whether a mask is a variable of half a wavefront, or an expression with one, or with a vote that
/// is cut.
bool LaneEditor::isHalfExpression(TokenSpan mask) const
{
    for (int i = mask.begin; i < mask.end; ++i) {
        if (m_half.contains(m_masks.valueAt(i)) ||
            (isVote(warpBuiltin(m_file.text(i))) && m_file.is(i + 1, "("))) {
            return true;
        }
    }
    return false;
}

LaneEditor::HalfVote LaneEditor::halfVote(int at, const std::vector<TokenSpan>& arguments) const
{
    const std::string_view name = m_file.text(at);
    const std::string_view what = verb(name);
    const bool masked = takesLaneMask(name);
    const QByteArray half = "__ballot(";
    const QByteArray cut = " >> (__lane_id() & 32))";
    if (name == "__activemask" && !m_file.is(at - 1, "::")) {
        return {"static_cast<unsigned int>(__ballot(1", cut};
    }
    const bool global = m_file.is(at - 1, "::");
    const bool known = !global && (what == "any" || what == "all" || what == "ballot");
    const bool part = masked && !arguments.empty() && isHalfMask(arguments[0]);
    if (!known || arguments.size() != (masked ? 2U : 1U) ||
        (masked && !part && !namesAllLanes(arguments[0]))) {
        return {};
    }
    QByteArray behind = cut;
    if (part) {
        const std::string_view mask = m_file.textOf(arguments[0]);
        behind += " & " + toBytes(mask);
    }
    if (what == "ballot") {
        // Whether a mask of another file keeps 32 bits is not known here.
        const int next = m_file.match(at + 1) + 1;
        const bool compared = m_file.is(next, "==") || m_file.is(next, "!=");
        if (compared && !m_file.isKind(next + 1, CTokenKind::Number)) {
            return {};
        }
        return part ? HalfVote{"(static_cast<unsigned int>(" + half, behind + ")"}
                    : HalfVote{"static_cast<unsigned int>(" + half, behind};
    }
    const QByteArray open = part ? "((static_cast<unsigned int>(" : "(static_cast<unsigned int>(";
    behind += part ? ")" : "";
    return what == "any" ? HalfVote{open + half, behind + " != 0)"}
                         : HalfVote{open + half + "!(", ")" + behind + " == 0)"};
}

/// Whether an argument is a variable that names lanes of half a wavefront, in 32 bits.
bool LaneEditor::isHalfMask(TokenSpan mask) const
{
    return mask.size() == 1 && m_half.contains(m_masks.valueAt(mask.begin));
}

/// Whether a mask names all lanes of a warp that has 32 and has another form for all 64: a macro
/// that keeps its value, and those that are active.
bool LaneEditor::isAllOfHalves(TokenSpan mask) const
{
    const std::string_view name = m_file.textOf(mask);
    return m_width.warps() == Warps::Of32 &&
           (name == "__activemask()" || m_keptMacros.contains(QByteArray::fromRawData(
                                            name.data(), static_cast<qsizetype>(name.size()))));
}

/// Moves a mask of half a wavefront to where its lanes are. Returns whether it is one.
bool LaneEditor::moveHalfMask(int at, TokenSpan mask)
{
    if (m_width.warps() != Warps::Of32 || !isHalfExpression(mask)) {
        return false;
    }
    const QByteArray id =
        find(m_rules.maskLiteral, mask,
             QStringLiteral("names lanes of half a wavefront as the mask of `%1`, which asks for "
                            "64.")
                 .arg(laneText(m_file.text(at))));
    const QString change =
        QStringLiteral("the mask is moved to the half of the wavefront that its lanes are in");
    const ByteRange place = m_file.range(mask);
    insert(m_rules.maskLiteral, place.begin, "static_cast<unsigned long long>(", id, change);
    insert(m_rules.maskLiteral, place.end, ") << (__lane_id() & 32)", id, change);
    return true;
}

/// "__ballot(p) >> (__lane_id() & 32)": what this makes, and what ports have.
bool LaneEditor::isCut(int at) const
{
    const int next = m_file.match(at + 1) + 1;
    return m_file.is(next, ">>") && m_file.is(next + 1, "(") && m_file.is(next + 2, "__lane_id");
}

bool LaneEditor::isMatch(int at, const std::vector<TokenSpan>& arguments) const
{
    return m_file.text(at) == "__match_any_sync" && arguments.size() == 2 &&
           namesAllLanes(arguments[0]);
}

bool LaneEditor::cutsAllVotes() const
{
    for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
        if (!m_file.isKind(i, CTokenKind::Identifier) || !m_file.is(i + 1, "(") ||
            m_file.match(i + 1) < 0 || m_file.isInert(m_file.token(i).begin) || isOfAnother(i) ||
            m_file.is(i - 1, "define") || !isVote(warpBuiltin(m_file.text(i)))) {
            continue;
        }
        const std::vector<TokenSpan> arguments = m_file.arguments(i + 1);
        if (!isCut(i) && !isMatch(i, arguments) && halfVote(i, arguments).before.isEmpty()) {
            return false;
        }
    }
    return true;
}

/// How wide the warps around a shuffle are, for its width; empty: nobody says so there.
QByteArray LaneEditor::widthAt() const
{
    if (m_width.warps() == Warps::Of32) {
        return "32";
    }
    return m_widthName;
}

/// The macro that says how wide warps are where another file defines it: by its exact name, where
/// nothing of this file has that name.
void LaneEditor::nameWidth()
{
    for (const int one : m_width.widths()) {
        const std::string_view name = m_file.text(one);
        const bool exact = name == "WARP_SIZE" || name == "WARPSIZE";
        const bool member =
            m_file.is(one - 1, "::") || m_file.is(one - 1, ".") || m_file.is(one - 1, "->");
        if (exact && isDeclared(one)) {
            m_widthName.clear(); // a parameter or a variable
            return;
        }
        if (exact && !member) {
            m_widthName = toBytes(name);
        }
    }
}

/// Whether a name stands where it is declared, not used: behind its type.
bool LaneEditor::isDeclared(int at) const
{
    return m_file.isKind(at - 1, CTokenKind::Identifier) && !m_file.token(at - 1).inDirective &&
           !m_file.token(at).inDirective && !isStatementKeyword(m_file.text(at - 1));
}

/// Calls within `span` go with what is around them.
void LaneEditor::skipCalls(TokenSpan span)
{
    for (int i = span.begin; i < span.end; ++i) {
        m_callsDone.insert(i);
        m_literalsDone.insert(i);
    }
}

/// A call in a file whose warps are not as wide as a wavefront. A shuffle without a width would
/// reach over 64 lanes, so that the width is written out; votes are cut to the half that the lane
/// is in. Returns whether nothing more is to be done.
bool LaneEditor::callOf32(int at, WarpBuiltin builtin, const std::vector<TokenSpan>& arguments)
{
    if (builtin == WarpBuiltin::Shuffle) {
        shuffleOf32(at, arguments);
        return false;
    }
    if (!isVote(builtin) || isCut(at)) {
        return isVote(builtin);
    }
    const int close = m_file.match(at + 1);
    const bool known = m_width.warps() == Warps::Of32;
    const HalfVote half = known ? halfVote(at, arguments) : HalfVote();
    const bool match = known && isMatch(at, arguments);
    if (known && takesLaneMask(m_file.text(at)) && !arguments.empty()) {
        skipCalls(arguments[0]);
    }
    const int first = half.before.isEmpty() || arguments.empty() ? close : arguments.back().begin;
    for (int i = at; i < first && !match; ++i) {
        m_literalsDone.insert(i);
    }
    if (half.before.isEmpty() && !match) {
        skipCalls({at, close});
        find(voteRule(), {at, at + 1},
             (known ? QStringLiteral("asks all 64 lanes of a wavefront, in which two warps of this "
                                     "file run: %1. So nothing is proposed.")
                    : QStringLiteral("asks all 64 lanes of a wavefront. Whether the warps of this "
                                     "file have 32 or 64 is not known here: %1. So nothing is "
                                     "proposed."))
                 .arg(m_width.reason()));
        return true;
    }
    const QByteArray id =
        find(voteRule(), {at, at + 1},
             QStringLiteral("asks all 64 lanes of a wavefront, in which two warps of this file "
                            "run: %1. The result is cut to the half of the asking lane.")
                 .arg(m_width.reason()));
    const QString change = QStringLiteral("`%1` is cut to the 32 lanes of its warp, which is half "
                                          "of a wavefront of 64")
                               .arg(laneText(m_file.text(at)));
    Replacement head;
    head.range = {m_file.token(at).begin, m_file.token(match ? at : first).begin};
    head.text = match ? "static_cast<unsigned int>(" : half.before;
    head.rule = voteRule();
    head.findingId = id;
    head.captures = {{QStringLiteral("symbol"), shortText({at, at + 1})},
                     {QStringLiteral("change"), change}};
    m_edits.append(head);
    Replacement tail = head;
    tail.range = m_file.range({close, close + 1});
    tail.text = match ? ") >> (__lane_id() & 32))" : ")" + half.behind;
    m_edits.append(tail);
    return !match; // the mask of the call becomes that of 64 lanes
}

/// The templates that the file may call without "cub::", and does not declare itself.
std::set<std::string_view> LaneEditor::bareNamesOfCub() const
{
    std::set<std::string_view> names;
    std::set<std::string_view> own;
    for (int i = 1; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const bool cub = isOneOf(m_file.text(i), kCubNamespaces);
        if (cub && m_file.is(i - 1, "namespace") && m_file.is(i - 2, "using")) {
            names.insert(kWarpTemplates.begin(), kWarpTemplates.end());
        } else if (cub && m_file.is(i - 1, "using") && m_file.is(i + 1, "::")) {
            names.insert(m_file.text(i + 2));
        } else if (isOneOf(m_file.text(i), kWarpTemplates) && !m_file.is(i - 1, "::") &&
                   (m_file.is(i + 1, "(") || isOneOf(m_file.text(i - 1), {"struct", "class"}))) {
            own.insert(m_file.text(i));
        }
    }
    for (const std::string_view name : own) {
        names.erase(name);
    }
    return names;
}

/// Whether "WarpReduce" at `at` is CUB's.
bool LaneEditor::isOfCub(int at)
{
    if (m_file.is(at - 1, "::")) {
        return isOneOf(m_file.text(at - 2), kCubNamespaces);
    }
    if (!m_bareOfCub) {
        m_bareOfCub = bareNamesOfCub();
    }
    return m_bareOfCub->count(m_file.text(at)) > 0 && !isOneOf(m_file.text(at - 1), {".", "->"});
}

/// "cub::WarpReduce<T>", whose warps are those of the GPU where no number of threads is named.
void LaneEditor::warpOfCub(int at)
{
    if (!isOneOf(m_file.text(at), kWarpTemplates) || m_width.warps() == Warps::Wide ||
        !m_file.is(at + 1, "<") || !isOfCub(at)) {
        return;
    }
    constexpr int kMaxType = 200; // tokens
    int depth = 0;
    int end = at; // of the arguments
    qsizetype close = -1;
    for (int i = at + 1; i < m_file.size() && i - at < kMaxType && close < 0; ++i) {
        const std::string_view word = m_file.text(i);
        if (word == "(" && m_file.match(i) > i) {
            i = m_file.match(i);
        } else if (word == "," && depth == 1) {
            return; // it is named
        } else if (word == "<") {
            ++depth;
        } else if (word.find_first_not_of('>') == std::string_view::npos) { // ">>" closes two
            const int closed = static_cast<int>(word.size());
            close = closed >= depth ? m_file.token(i).begin + depth - 1 : -1;
            depth -= closed;
            end = i;
        }
    }
    const bool isCall = m_file.is(end + 1, "(") && !m_file.is(m_file.match(end + 1) + 1, ".");
    if (isCall && !m_file.is(at - 1, "::")) {
        return; // of a function of that name, which another file declares
    }
    const Rule* rule = m_rules.shuffleWidth != nullptr ? m_rules.shuffleWidth : syncRule();
    const TokenSpan symbol{at, at + 1};
    if (close < 0 || m_width.warps() != Warps::Of32) {
        find(rule, symbol,
             QStringLiteral("Without a number of threads it joins the lanes of a wavefront on "
                            "ROCm. Whether the warps of this file have 32 or 64 is not known "
                            "here: %1. Write the number out; nothing is proposed.")
                 .arg(m_width.reason()));
        return;
    }
    const QByteArray id =
        find(rule, symbol,
             QStringLiteral("Without a number of threads it joins 64 lanes on ROCm, and the warps "
                            "of this file are narrower: %1. So the number is written out.")
                 .arg(m_width.reason()));
    insert(rule, close, ", 32", id, {});
}

/// "votes == FULL_MASK", where another file says what that is: 64 ones on ROCm.
void LaneEditor::comparedName(int at)
{
    const bool compared = m_file.is(at - 1, "==") || m_file.is(at - 1, "!=");
    if (m_width.warps() != Warps::Of32 || !compared || m_masks.valueAt(at) >= 0 ||
        !isHalfMask({at - 2, at - 1}) || !isFullMaskName(m_file.text(at)) ||
        m_file.is(at + 1, "(") ||
        m_masks.namedMasks().contains(QByteArray::fromRawData(
            m_file.text(at).data(), static_cast<qsizetype>(m_file.text(at).size())))) {
        return;
    }
    const QByteArray id = find(
        compareRule(), {at, at + 1},
        QStringLiteral("stands for all lanes, 64 on ROCm, and is compared with a vote of 32."));
    edit(compareRule(), {at, at + 1}, "0xffffffffu", id, -1, false,
         QStringLiteral("the vote of half a wavefront is compared with 32 ones"));
}

/// Whether a mask only says which lanes take part in calls.
bool LaneEditor::onlyMasksCalls(const LaneValue& value) const
{
    return std::all_of(value.uses.begin(), value.uses.end(), [this](int at) {
        const Destination to = m_masks.destination(at);
        return (to.kind == Destination::Kind::Builtin && to.argument == 0 &&
                takesLaneMask(m_file.text(to.callee))) ||
               (to.kind == Destination::Kind::Call &&
                m_maskParameters.count({m_file.text(to.callee), to.argument}) > 0);
    });
}

} // namespace rocport
