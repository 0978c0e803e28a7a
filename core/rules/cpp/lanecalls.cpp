#include "core/base/cancelscope.h"
#include "core/rules/cpp/laneeditor.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

/// Whether HIP has the function of a `_sync` name without a mask, in every release.
bool hasPlainForm(std::string_view name)
{
    return warpBuiltin(name) == WarpBuiltin::Shuffle || name == "__ballot_sync" ||
           name == "__any_sync" || name == "__all_sync";
}

/// "__shfl" of "__shfl_sync".
QByteArray plainForm(std::string_view name)
{
    return toBytes(name.substr(0, name.size() - std::string_view("_sync").size()));
}

} // namespace

/// Whether a call goes to the form without a mask. HIP compares the mask with the lanes that make
/// the call, and stops the kernel where they are others: a mask of all lanes does not fit where
/// half of a wavefront has left or a block has 32 threads. What lanes a shuffle gives and takes
/// does not depend on its mask.
bool LaneEditor::goesWithoutMask(int at, const std::vector<TokenSpan>& arguments) const
{
    if (!hasPlainForm(m_file.text(at)) || arguments.size() < 2) {
        return false;
    }
    const TokenSpan mask = arguments[0];
    if (namesAllLanes(mask) || isAllOfHalves(mask)) {
        return true;
    }
    const bool named = mask.size() == 1 && m_file.isKind(mask.begin, CTokenKind::Identifier);
    if (!named || warpBuiltin(m_file.text(at)) != WarpBuiltin::Shuffle) {
        return false;
    }
    const int index = m_masks.valueAt(mask.begin);
    if (index < 0) {
        return true;
    }
    const LaneValue& value = m_masks.values()[static_cast<size_t>(index)];
    return value.kind == LaneValue::Kind::Parameter && value.isCertain() &&
           declarationIsCertain(value);
}

void LaneEditor::syncCall(int at, const std::vector<TokenSpan>& arguments)
{
    if (arguments.empty()) {
        return;
    }
    const TokenSpan mask = arguments[0];
    if (goesWithoutMask(at, arguments)) {
        callWithoutMask(at, arguments);
        return;
    }
    const bool all = namesAllLanes(mask) || isAllOfHalves(mask);
    if (all) {
        skipCalls(mask);
    } else if (moveHalfMask(at, mask)) {
        return;
    }
    const MaskLiteral literal = m_masks.literal(mask);
    for (int i = mask.begin; i < mask.end; ++i) {
        m_literalsDone.insert(i);
    }
    if (all && m_file.textOf(mask) == "__activemask()") {
        return;
    }
    if (all) {
        const std::string_view name = m_file.text(at);
        const QByteArray id = find(m_rules.maskLiteral, mask, maskNote(at, mask));
        // With 64 lanes named, the result would silently lose half of them.
        if (isWithheld(at) && warpBuiltin(name) == WarpBuiltin::Ballot) {
            return;
        }
        if (name == "__syncwarp") {
            edit(m_rules.maskLiteral, mask, {}, id, -1, false,
                 QStringLiteral(
                     "the mask is left out, which stands for the lanes that make the call"));
            return;
        }
        edit(m_rules.maskLiteral, mask, "__activemask()", id, -1, false,
             QStringLiteral("the mask is `__activemask()`, the lanes that make the call"));
        return;
    }
    const std::string_view name = m_file.text(mask.begin);
    if (unsureMask(mask)) {
        return;
    }
    const bool known = literal == MaskLiteral::Full64 || m_masks.valueIn(mask) >= 0 ||
                       m_masks.truth(mask) == MaskTruth::Hard ||
                       m_masks.namedMasks().contains(QByteArray::fromRawData(
                           name.data(), static_cast<qsizetype>(name.size())));
    if (known) {
        // A shifted one or a literal beside a mask still has to become 64 bits wide.
        for (int i = mask.begin; i < mask.end; ++i) {
            m_literalsDone.remove(i);
        }
        return;
    }
    const bool identifier = mask.size() == 1 && m_file.isKind(mask.begin, CTokenKind::Identifier);
    if (identifier) {
        const QString spelled = laneText(name);
        if (!m_foreignMasks.contains(spelled)) {
            m_foreignMasks.insert(spelled);
            find(m_rules.maskLiteral, mask,
                 QStringLiteral("is a lane mask that is declared elsewhere; its definition must "
                                "have 64 bits."));
        }
        return;
    }
    find(m_rules.maskLiteral, mask,
         QStringLiteral("names part of a warp: it is not certain which of the 64 lanes on ROCm are "
                        "meant, so nothing is proposed."));
}

/// What a finding says of a mask of all lanes.
QString LaneEditor::maskNote(int at, TokenSpan mask) const
{
    const QString of = laneText(m_file.text(at));
    switch (m_masks.literal(mask)) {
    case MaskLiteral::Full32:
        return QStringLiteral("names 32 lanes as the mask of `%1`.").arg(of);
    case MaskLiteral::Full64:
        return QStringLiteral("names 64 lanes as the mask of `%1`, and some of them may not "
                              "make the call.")
            .arg(of);
    default:
        return QStringLiteral("is the mask of `%1`: on ROCm it has 64 bits and must name exactly "
                              "the lanes that make the call.")
            .arg(of);
    }
}

/// From ROCm 7.0 on: the form without a mask instead of the call.
void LaneEditor::callWithoutMask(int at, const std::vector<TokenSpan>& arguments)
{
    const std::string_view name = m_file.text(at);
    const QString spelled = laneText(name);
    const QByteArray id = find(m_rules.maskLiteral, arguments[0], maskNote(at, arguments[0]));
    skipCalls(arguments[0]);
    // With 64 lanes asked, the result would silently lose half of them.
    if (isWithheld(at) && warpBuiltin(name) == WarpBuiltin::Ballot) {
        return;
    }
    const QByteArray plain = plainForm(name);
    dropMask(at, arguments, plain, m_rules.maskLiteral, id,
             QStringLiteral("`%1` is replaced by `%2`, which asks the lanes that make the call: a "
                            "mask that names others stops the kernel")
                 .arg(spelled, QString::fromUtf8(plain)));
}

/// "__shfl_sync(mask, value, 0)" as "__shfl(value, 0)", where `form` is "__shfl".
void LaneEditor::dropMask(int at, const std::vector<TokenSpan>& arguments, const QByteArray& form,
                          const Rule* rule, const QByteArray& id, const QString& change)
{
    edit(rule, {at, at + 1}, form, id, -1, false, change);
    Replacement drop;
    drop.range = {m_file.token(arguments[0].begin).begin, m_file.token(arguments[1].begin).begin};
    drop.rule = rule;
    drop.findingId = id;
    drop.captures = {{QStringLiteral("change"), change}};
    m_edits.append(drop);
}

/// Before ROCm 7.0 the forms without a mask are what every release declares.
void LaneEditor::syncCallToPlain(int at, const std::vector<TokenSpan>& arguments)
{
    const std::string_view name = m_file.text(at);
    const TokenSpan whole{at, m_file.match(at + 1) + 1};
    const QString spelled = laneText(name);
    for (int i = whole.begin; i < whole.end && !arguments.empty() && i < arguments[0].end; ++i) {
        m_literalsDone.insert(i);
    }
    if (name == "__syncwarp") {
        const QByteArray id =
            find(syncRule(), {at, at + 1}, QStringLiteral("is not declared by ROCm before 7.0."));
        edit(syncRule(), whole,
             "(__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\"), "
             "__builtin_amdgcn_wave_barrier(), "
             "__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\"))",
             id, -1, false, QStringLiteral("the call becomes a wave barrier between two fences"));
        return;
    }
    const WarpBuiltin builtin = warpBuiltin(name);
    if (name == "__match_any_sync" && m_rules.suppliesMatch) {
        return;
    }
    if (!hasPlainForm(name) || arguments.size() < 2) {
        find(syncRule(), {at, at + 1},
             QStringLiteral("is not declared by ROCm before 7.0, and has no form without a mask."));
        return;
    }
    if (isWithheld(at) && builtin == WarpBuiltin::Ballot) {
        find(
            syncRule(), {at, at + 1},
            QStringLiteral("is not declared by ROCm before 7.0: the form without a mask covers all "
                           "active lanes, and something else in this function counts 32 of them "
                           "and cannot change with it, so nothing is proposed."));
        return;
    }
    const MaskLiteral literal = m_masks.literal(arguments[0]);
    const int value = m_masks.valueIn(arguments[0]);
    const bool full =
        literal == MaskLiteral::Full32 || literal == MaskLiteral::Full64 ||
        (arguments[0].size() == 1 && value < 0 && m_masks.truth(arguments[0]) == MaskTruth::Soft);
    const bool simple = arguments[0].size() == 1 && value >= 0;
    const bool certain = simple && (m_masks.values()[value].isCertain());
    if (!full && builtin != WarpBuiltin::Shuffle && !(certain && name != "__all_sync")) {
        const bool elsewhere = arguments[0].size() == 1 && value < 0 &&
                               m_file.isKind(arguments[0].begin, CTokenKind::Identifier);
        find(syncRule(), arguments[0],
             elsewhere
                 ? QStringLiteral("is a lane mask that is declared elsewhere: the form without a "
                                  "mask covers all active lanes, and it is not known here which of "
                                  "them the mask names, so nothing is proposed.")
                 : QStringLiteral("names part of a warp, and the form without a mask covers all "
                                  "active lanes, so nothing is proposed."));
        return;
    }
    const QByteArray plain = plainForm(name);
    const QString change =
        QStringLiteral("`%1` is replaced by `%2`, which every ROCm release declares")
            .arg(spelled, QString::fromUtf8(plain));
    const QByteArray id =
        find(syncRule(), arguments[0],
             QStringLiteral("is the mask of `%1`, which ROCm before 7.0 does not declare.")
                 .arg(spelled));
    const bool masked = !full && builtin != WarpBuiltin::Shuffle;
    const bool any = masked && name == "__any_sync";
    skipCalls(arguments[0]);
    dropMask(at, arguments,
             any      ? QByteArrayLiteral("((__ballot")
             : masked ? "(" + plain
                      : plain,
             syncRule(), id, change);
    if (masked) {
        const std::string_view mask = m_file.textOf(arguments[0]);
        const QByteArray tail = " & " + toBytes(mask) + (any ? ") != 0)" : ")");
        insert(syncRule(), m_file.token(whole.end - 1).end, tail, id, change);
    }
}

/// Whether an expression is the vote of a cooperative group, which is as wide as the group in CUDA
/// and has 64 bits in HIP: `tile.ballot(p)`, or a variable of type `auto` that is made of one.
bool LaneEditor::isGroupVote(TokenSpan span) const
{
    const auto isVoteOf = [this](int close) {
        const int open = m_file.is(close, ")") ? m_file.match(close) : -1;
        const std::string_view name = open < 2 ? std::string_view() : m_file.text(open - 1);
        return isOneOf(name, {"ballot", "match_any"}) &&
               (m_file.is(open - 2, ".") || m_file.is(open - 2, "->"));
    };
    if (span.size() != 1 || !m_file.isKind(span.begin, CTokenKind::Identifier)) {
        bool plain = span.size() > 4 && isVoteOf(span.end - 1);
        for (int i = span.begin; plain && i < m_file.match(span.end - 1); ++i) {
            plain = m_file.isKind(i, CTokenKind::Identifier) ||
                    isOneOf(m_file.text(i), {".", "->", "::"});
        }
        return plain;
    }
    for (int i = m_file.mentionBefore(span.begin, span.begin); i >= 0;
         i = m_file.mentionBefore(i, span.begin)) {
        if (m_file.is(i + 1, "=")) {
            const int type = m_file.is(i - 1, "const") ? i - 2 : i - 1;
            return m_file.is(type, "auto") && isVoteOf(m_file.statement(i).end - 2);
        }
    }
    return false;
}

/// Whether groups of the file may have more than 32 threads that vote: those that are no tiles of
/// 32, or come from elsewhere.
bool LaneEditor::hasWideGroups()
{
    if (!m_wideGroups) {
        bool wide = false;
        bool tile = false;
        for (int i = 0; i < m_file.size() && !wide && !isWorkCancelledAt(i); ++i) {
            const std::string_view word = m_file.text(i);
            const bool size = isOneOf(word, {"tiled_partition", "thread_block_tile"});
            wide = word.starts_with("coalesced_") || word == "labeled_partition" ||
                   word == "binary_partition";
            tile = tile || (size && m_file.is(i + 1, "<") &&
                            m_file.isKind(i + 2, CTokenKind::Number) && m_file.text(i + 2) != "64");
        }
        m_wideGroups = wide || !tile;
    }
    return *m_wideGroups;
}

/// "__ffs(tile.ballot(p))", which is ambiguous in HIP, and "__popc(…)", which would see 32 lanes.
void LaneEditor::groupCount(int at)
{
    const std::string_view name = m_file.text(at);
    const TokenSpan symbol{at, at + 1};
    if (name == "__popc" && !hasWideGroups()) {
        return; // 32 bits hold the vote of a tile
    }
    if (!isOneOf(name, {"__popc", "__ffs"})) {
        find(m_rules.maskCount, symbol,
             QStringLiteral("Its argument is the vote of a group, which has 64 bits in HIP. "
                            "The function for 64 bits counts from the other end, so nothing is "
                            "proposed."));
        return;
    }
    const QByteArray id =
        find(m_rules.maskCount, symbol,
             QStringLiteral("Its argument is the vote of a group, which has 64 bits in HIP."));
    Replacement wide; // whatever becomes of the warps around
    wide.range = m_file.range(symbol);
    wide.text = toBytes(name) + "ll";
    wide.rule = m_rules.maskCount;
    wide.findingId = id;
    wide.captures = {{QStringLiteral("symbol"), shortText(symbol)},
                     {QStringLiteral("change"), QString()}};
    m_edits.append(wide);
}

void LaneEditor::countCall(int at, const std::vector<TokenSpan>& arguments)
{
    if (m_rules.maskCount != nullptr && arguments.size() == 1 && isGroupVote(arguments[0])) {
        groupCount(at);
        return;
    }
    if (m_rules.maskCount == nullptr || arguments.empty() || m_halves ||
        m_masks.truth(arguments[0]) != MaskTruth::Hard) {
        return;
    }
    const std::string_view name = m_file.text(at);
    const TokenSpan symbol{at, at + 1};
    const bool leading = name == "__clz";
    const bool counted =
        leading && m_file.is(at - 1, "-") && (m_file.is(at - 2, "31") || m_file.is(at - 2, "32"));
    if (leading && !counted) {
        find(
            m_rules.maskCount, symbol,
            QStringLiteral("`__clzll` gives 32 more on the same mask, and the code around does not "
                           "say how the result is used, so nothing is proposed."));
        return;
    }
    if (m_width.warps() != Warps::Of32) {
        comparedCount(at);
    }
    const QByteArray id =
        find(m_rules.maskCount, symbol, QStringLiteral("Its argument is a lane mask."));
    if (isWithheld(at) || m_width.warps() == Warps::Of32) {
        return;
    }
    const int link = linkOf(arguments[0]);
    const QByteArray wide = name == "__fns" ? QByteArray("__fns64") : toBytes(name) + "ll";
    edit(m_rules.maskCount, symbol, wide, id, link);
    if (counted) {
        edit(m_rules.maskCount, {at - 2, at - 1}, m_file.is(at - 2, "31") ? "63" : "64", id, link);
    }
    comparedLane(at, id, link);
    const int value = m_masks.valueIn(arguments[0]);
    if (name == "__ffs" && value >= 0 && m_masks.values()[value].longType) {
        // unsigned long and unsigned long long are different overloads.
        insert(m_rules.maskCount, m_file.token(arguments[0].begin).begin,
               "static_cast<unsigned long long>(", id, {});
        insert(m_rules.maskCount, m_file.token(arguments[0].end - 1).end, ")", id, {});
    }
}

bool LaneEditor::speaksOfWarps(int function)
{
    const auto known = m_speaks.constFind(function);
    if (known != m_speaks.constEnd()) {
        return *known;
    }
    const CppFunction& body = m_file.functions()[static_cast<size_t>(function)];
    bool speaks = false;
    for (int i = body.paramsOpen; i < body.bodyClose && !speaks; ++i) {
        const std::string_view word = m_file.text(i);
        const WarpBuiltin builtin = warpBuiltin(word);
        speaks = (builtin != WarpBuiltin::None && builtin < WarpBuiltin::Count) ||
                 word.find("arp") != std::string_view::npos ||
                 word.find("ane") != std::string_view::npos;
    }
    m_speaks.insert(function, speaks);
    return speaks;
}

void LaneEditor::comparedLane(int at, const QByteArray& id, int link)
{
    const int number = at - 3;
    const bool compares = m_file.is(at - 1, "==") || m_file.is(at - 1, "!=");
    if (number < 2 || !compares || !m_file.is(at - 2, ")")) {
        return;
    }
    const std::string_view text = m_file.text(number);
    const bool masks = m_file.is(number - 1, "&") && (text == "31" || text == "0x1f");
    const bool divides = m_file.is(number - 1, "%") && text == "32";
    const int function = m_file.functionOf(at);
    if (function < 0 || (!masks && !divides)) {
        return;
    }
    // Where the function speaks of warps otherwise, the warp width of the file covers this place.
    if (speaksOfWarps(function)) {
        return;
    }
    edit(m_rules.maskCount, {number, number + 1}, masks ? "63" : "64", id, link);
}

/// A 32-bit variable as a mask that does not become wider: the call does not compile then.
bool LaneEditor::unsureMask(TokenSpan mask)
{
    const int index = mask.size() == 1 ? m_masks.valueAt(mask.begin) : -1;
    if (index < 0) {
        return false;
    }
    const LaneValue& value = m_masks.values()[index];
    if (value.type != LaneValue::Type::Int32 ||
        (value.isCertain() && declarationIsCertain(value))) {
        return false;
    }
    if (m_unsureMasks.contains(index)) {
        return true;
    }
    m_unsureMasks.insert(index);
    find(syncRule(), mask,
         QStringLiteral("is a 32-bit mask here, which ROCm 7.0 and later reject. It is not certain "
                        "that its values are sets of lanes everywhere, so nothing is proposed."));
    return true;
}

/// A function of the repository that hands on a vote, by its name: WARP_BALLOT(p).
void LaneEditor::wrapper(int at)
{
    if (!m_file.is(at + 1, "(")) {
        return;
    }
    const std::string_view name = m_file.text(at);
    const auto holds = [name](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    const bool named =
        name.size() > 6 && (holds("allot") || holds("BALLOT") || holds("ctivemask") ||
                            holds("ACTIVE_MASK") || holds("activeMask") || holds("ActiveMask"));
    const int function = m_file.functionOf(at);
    const bool called = named && function >= 0 && m_file.functions()[function].nameAt != at &&
                        m_masks.valueAt(at) < 0 && !m_file.token(at).inDirective;
    if (!called || m_rules.maskType == nullptr) {
        return;
    }
    const Destination to = m_masks.destination(at);
    const bool counted = to.kind == Destination::Kind::Builtin &&
                         warpBuiltin(m_file.text(to.callee)) == WarpBuiltin::Count;
    const bool stored = to.value >= 0 && to.kind == Destination::Kind::Value &&
                        m_masks.values()[to.value].type == LaneValue::Type::Int32 &&
                        to.whole.begin == at;
    if (counted || stored) {
        find(m_rules.maskType, {at, at + 1},
             QStringLiteral(
                 "By its name the function returns a vote of the wavefront, which has 64 bits on "
                 "ROCm; here 32 of them are %1. It is declared elsewhere, so nothing is proposed.")
                 .arg(counted ? QStringLiteral("counted") : QStringLiteral("kept")));
    }
}

/// __popc(__ballot(p)) == 32
void LaneEditor::comparedCount(int at)
{
    const int op = m_file.match(at + 1) + 1;
    const std::string_view sign = m_file.text(op);
    const bool compares = sign == "==" || sign == "!=" || sign == "<" || sign == ">=";
    if (!compares || !m_file.is(op + 1, "32") || m_rules.voteCompare == nullptr ||
        m_file.text(at).substr(0, 6) != "__popc") {
        return;
    }
    const TokenSpan number{op + 1, op + 2};
    const QByteArray id =
        find(m_rules.voteCompare, number,
             QStringLiteral("is compared with the number of votes: 64 lanes vote on CDNA."));
    if (allWave64(m_target)) {
        edit(m_rules.voteCompare, number, "64", id, -1);
    }
}

/// A macro of the repository that has the name of a builtin.
void LaneEditor::ownBuiltin(int at)
{
    const WarpBuiltin builtin = warpBuiltin(m_file.text(at));
    const bool declared = builtin == WarpBuiltin::Shuffle || builtin == WarpBuiltin::Vote ||
                          builtin == WarpBuiltin::Ballot || builtin == WarpBuiltin::SyncWarp;
    if (m_rules.syncBuiltins != nullptr && declared) {
        find(m_rules.syncBuiltins, {at, at + 1},
             QStringLiteral("is defined by this file. ROCm 7.0 and later declare a function of "
                            "that name, and both may collide; nothing is proposed."));
    }
}

void LaneEditor::ballotResult(int at)
{
    if (m_rules.maskType == nullptr) {
        return;
    }
    const TokenSpan symbol{at, at + 1};
    const std::string_view before = m_file.text(at - 1);
    const bool cast = before == ")" && m_file.match(at - 1) == at - 3 &&
                      (m_file.is(at - 2, "unsigned") || m_file.is(at - 2, "int") ||
                       m_file.is(at - 2, "uint32_t"));
    const Destination to = m_masks.destination(at);
    const bool carries = m_masks.truth(to.whole) >= MaskTruth::Soft;
    const bool intoCast = to.kind == Destination::Kind::Call &&
                          (m_file.is(to.callee, ">") || m_file.is(to.callee, "int") ||
                           m_file.is(to.callee, "unsigned") || m_file.is(to.callee, "uint32_t"));
    if (cast || intoCast) {
        find(m_rules.maskType, symbol,
             QStringLiteral("A cast cuts the result to 32 bits, perhaps on purpose, so nothing is "
                            "proposed."));
    } else if (carries && to.kind == Destination::Kind::Memory) {
        find(m_rules.maskType, symbol,
             QStringLiteral(
                 "The result goes to memory: it may be a lane mask or a word of 32 packed "
                 "bits for others to read, so nothing is proposed."));
    } else if (carries && to.kind == Destination::Kind::Call && !isMaskPlace(to, at)) {
        find(m_rules.maskType, symbol,
             QStringLiteral("The result is handed to `%1`, which may take 32 bits.")
                 .arg(laneText(m_file.text(to.callee))));
    }
}

void LaneEditor::call(int at)
{
    const std::string_view name = m_file.text(at);
    const WarpBuiltin builtin = warpBuiltin(name);
    if (builtin == WarpBuiltin::None || isOfAnother(at) || !m_file.is(at + 1, "(") ||
        m_file.match(at + 1) < 0 || m_callsDone.contains(at) || isDeclared(at) ||
        m_overloadNames.contains(at)) {
        return;
    }
    const std::vector<TokenSpan> arguments = m_file.arguments(at + 1);
    if (m_overloads.count(name) > 0) {
        overloadCall(at, arguments);
        return;
    }
    if (builtin == WarpBuiltin::Count) {
        countCall(at, arguments);
        return;
    }
    if (builtin == WarpBuiltin::Shuffle && isOpenExchange(at, arguments)) {
        openExchange(at);
    }
    if (m_width.warps() != Warps::Wide && callOf32(at, builtin, arguments)) {
        return;
    }
    if (builtin == WarpBuiltin::Ballot && m_width.warps() != Warps::Of32) {
        ballotResult(at);
    }
    if (m_rules.maskLiteral == nullptr) {
        return;
    }
    if (takesLaneMask(name)) {
        if (isSyncByDefault(m_target)) {
            syncCall(at, arguments);
        } else {
            syncCallToPlain(at, arguments);
        }
    } else if (name == "__activemask" && !isSyncByDefault(m_target)) {
        const QByteArray id =
            find(syncRule(), {at, at + 1}, QStringLiteral("is not declared by ROCm before 7.0."));
        edit(syncRule(), {at, m_file.match(at + 1) + 1}, "__ballot(1)", id, -1, false,
             QStringLiteral("`__ballot(1)` gives the same set of lanes in every ROCm release"));
    }
}

} // namespace rocport
