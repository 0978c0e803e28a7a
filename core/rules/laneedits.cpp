#include "core/rules/wavefront.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

const QByteArray kFull64 = QByteArrayLiteral("~0ull");

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool isSyncByDefault(const TargetSettings& target)
{
    return target.rocm >= Version{7, 0};
}

/// Whether a lower-case name says "all lanes": full_mask, kwarpmask.
bool isMaskName(const QByteArray& name)
{
    return name.contains("mask") && (name.contains("full") || name.contains("warp") ||
                                     name.contains("lane") || name.contains("all"));
}

class LaneEditor
{
public:
    LaneEditor(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
               const TargetSettings& target, ProposalWriter& writer, QVector<Replacement>& edits)
        : m_file(file),
          m_masks(masks),
          m_rules(rules),
          m_target(target),
          m_writer(writer),
          m_edits(edits)
    {
    }

    void run();

private:
    using Destination = LaneMasks::Destination;

    void declarations();
    void sharedMask(const LaneValue& value);
    void namedMasks();
    void call(int at);
    void syncCall(int at, const std::vector<TokenSpan>& arguments);
    void syncCallToPlain(int at, const std::vector<TokenSpan>& arguments);
    void countCall(int at, const std::vector<TokenSpan>& arguments);
    void ballotResult(int at);
    void shift(int at);
    void fullLiteral(int at);
    void comparedLiteral(TokenSpan literal, QByteArray id);
    void comparedCount(int at);
    void ownBuiltin(int at);
    void wrapper(int at);
    bool unsureMask(TokenSpan mask);

    [[nodiscard]] bool declarationIsCertain(const LaneValue& value) const;
    [[nodiscard]] int linkOf(TokenSpan span) const;
    [[nodiscard]] bool isMaskPlace(const Destination& to, int at) const;
    /// A member, or a name of a scope of the project's own.
    [[nodiscard]] bool isOfAnother(int at) const
    {
        return (m_file.is(at - 1, "::") && m_file.isKind(at - 2, CTokenKind::Identifier)) ||
               m_file.is(at - 1, ".") || m_file.is(at - 1, "->");
    }
    [[nodiscard]] bool ends(std::string_view name, std::string_view end) const
    {
        return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
    }

    [[nodiscard]] const Rule* syncRule() const
    {
        return m_rules.syncBuiltins != nullptr ? m_rules.syncBuiltins : m_rules.maskLiteral;
    }
    [[nodiscard]] const Rule* compareRule() const
    {
        return m_rules.voteCompare != nullptr ? m_rules.voteCompare : m_rules.maskLiteral;
    }
    QByteArray find(const Rule* rule, TokenSpan span, const QString& note)
    {
        return m_writer.addFinding(*rule, m_file.range(span), shortText(span),
                                   {{QStringLiteral("note"), note}});
    }
    [[nodiscard]] QString shortText(TokenSpan span) const
    {
        const QString text = toQString(m_file.textOf(span)).simplified();
        return text.size() <= 60 ? text : text.left(59) + QChar(0x2026);
    }
    void edit(const Rule* rule, TokenSpan span, const QByteArray& text, const QByteArray& id,
              int link, bool needsLink = false, const QString& change = {})
    {
        Replacement one;
        one.range = m_file.range(span);
        one.text = text;
        one.rule = rule;
        one.findingId = id;
        one.link = link;
        one.needsLink = needsLink;
        one.captures = {{QStringLiteral("symbol"), shortText(span)},
                        {QStringLiteral("change"), change}};
        m_edits.append(one);
    }
    void insert(const Rule* rule, qsizetype offset, const QByteArray& text, const QByteArray& id,
                const QString& change)
    {
        Replacement one;
        one.range = {offset, offset};
        one.text = text;
        one.rule = rule;
        one.findingId = id;
        one.captures = {{QStringLiteral("change"), change}};
        m_edits.append(one);
    }

    const CppFile& m_file;
    const LaneMasks& m_masks;
    const WavefrontRules& m_rules;
    const TargetSettings& m_target;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    QSet<QString> m_foreignMasks;
    QSet<int> m_unsureMasks;  ///< values that were reported as the mask of a call
    QSet<int> m_literalsDone; ///< tokens that a call has dealt with
};

bool LaneEditor::declarationIsCertain(const LaneValue& value) const
{
    if (value.typeTokens.size() == 0) {
        return false;
    }
    return std::all_of(m_masks.values().begin(), m_masks.values().end(), [&](const LaneValue& one) {
        const bool same = one.declaration == value.declaration && one.kind == value.kind;
        return !same || one.isCertain();
    });
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
    if (to.kind == Destination::Kind::Call) {
        const bool parameter = std::any_of(
            m_masks.values().begin(), m_masks.values().end(), [&](const LaneValue& one) {
                return one.kind == LaneValue::Kind::Parameter && one.isCertain() &&
                       one.parameter == to.argument &&
                       m_file.functions()[one.function].name == m_file.text(to.callee);
            });
        if (parameter) {
            return true;
        }
    }
    return m_masks.meetsMask(at);
}

void LaneEditor::declarations()
{
    QSet<int> done;
    for (const LaneValue& value : m_masks.values()) {
        sharedMask(value);
        const bool mask = value.hard && value.type == LaneValue::Type::Int32;
        if (!mask || m_rules.maskType == nullptr ||
            m_file.isInert(m_file.token(value.nameAt).begin)) {
            continue;
        }
        const TokenSpan name{value.nameAt, value.nameAt + 1};
        if (!value.isCertain() || !declarationIsCertain(value)) {
            const QString why =
                value.unknownCallers
                    ? QStringLiteral(
                          "Callers in other files are not known, so nothing is proposed.")
                    : QStringLiteral("It may be meant as a lane mask or as a word of 32 packed "
                                     "bits: part of its values or uses fit no mask, so nothing is "
                                     "proposed.");
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
    const QByteArray name =
        QByteArray(value.name.data(), static_cast<qsizetype>(value.name.size())).toLower();
    const bool constant = value.kind == LaneValue::Kind::FileConstant && !value.hard &&
                          value.type == LaneValue::Type::Int32 && value.sources.size() == 1 &&
                          m_masks.literal(value.sources[0]) == MaskLiteral::Full32;
    if (!constant || !isMaskName(name) || m_rules.maskType == nullptr ||
        m_rules.maskLiteral == nullptr || !isSyncByDefault(m_target) ||
        m_file.isInert(m_file.token(value.nameAt).begin)) {
        return;
    }
    const TokenSpan at{value.nameAt, value.nameAt + 1};
    if (!value.uses.empty() || value.wrongWrite || value.typeTokens.size() == 0) {
        find(m_rules.maskType, at,
             QStringLiteral("Its name says lane mask, while this file uses it as a number, so "
                            "nothing is proposed."));
        return;
    }
    const QByteArray id =
        find(m_rules.maskType, at,
             QStringLiteral("By its name and value it names all lanes, for files that include "
                            "this one."));
    edit(m_rules.maskType, value.typeTokens, "unsigned long long", id, value.link, true);
    edit(m_rules.maskLiteral, value.sources[0], kFull64, id, value.link, false,
         QStringLiteral("the constant names 64 lanes"));
}

void LaneEditor::namedMasks()
{
    if (m_rules.maskLiteral == nullptr || !isSyncByDefault(m_target)) {
        return;
    }
    for (auto it = m_masks.namedMasks().begin(); it != m_masks.namedMasks().end(); ++it) {
        const bool named = isMaskName(it.key().toLower());
        if (it->uses.empty() && !named) {
            continue;
        }
        if (it->onlyMasks) {
            const QByteArray id =
                find(m_rules.maskLiteral, it->body,
                     QStringLiteral("names 32 lanes: `%1` is used as a lane mask.")
                         .arg(QString::fromUtf8(it.key())));
            edit(m_rules.maskLiteral, it->body, kFull64, id, -1, false,
                 QStringLiteral("`%1` names 64 lanes").arg(QString::fromUtf8(it.key())));
        } else if (std::any_of(it->uses.begin(), it->uses.end(), [this](int at) {
                       const Destination to = m_masks.destination(at);
                       return to.kind == Destination::Kind::Builtin &&
                              takesLaneMask(m_file.text(to.callee));
                   })) {
            find(m_rules.maskLiteral, it->body,
                 QStringLiteral("is a lane mask in some places and a number in others, so nothing "
                                "is proposed."));
        }
    }
}

void LaneEditor::syncCall(int at, const std::vector<TokenSpan>& arguments)
{
    if (arguments.empty()) {
        return;
    }
    const TokenSpan mask = arguments[0];
    const MaskLiteral literal = m_masks.literal(mask);
    for (int i = mask.begin; i < mask.end; ++i) {
        m_literalsDone.insert(i);
    }
    if (literal == MaskLiteral::Full32) {
        const QByteArray id = find(
            m_rules.maskLiteral, mask,
            QStringLiteral("names 32 lanes as the mask of `%1`.").arg(toQString(m_file.text(at))));
        edit(m_rules.maskLiteral, mask, kFull64, id, -1, false,
             QStringLiteral(
                 "the mask is `~0ull`; lanes that a wavefront does not have are ignored"));
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
        const QString spelled = toQString(name);
        if (!m_foreignMasks.contains(spelled)) {
            m_foreignMasks.insert(spelled);
            find(m_rules.maskLiteral, mask,
                 QStringLiteral("is a lane mask that is declared elsewhere; its definition must "
                                "have 64 bits."));
        }
        return;
    }
    find(m_rules.maskLiteral, mask,
         QStringLiteral(
             "names part of a warp: which lanes of 64 it stands for on ROCm is not certain, "
             "so nothing is proposed."));
}

/// Before ROCm 7.0 the forms without a mask are what every release declares.
void LaneEditor::syncCallToPlain(int at, const std::vector<TokenSpan>& arguments)
{
    const std::string_view name = m_file.text(at);
    const TokenSpan whole{at, m_file.match(at + 1) + 1};
    const QString spelled = toQString(name);
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
    const bool hasPlainForm = builtin == WarpBuiltin::Shuffle || name == "__ballot_sync" ||
                              name == "__any_sync" || name == "__all_sync";
    if (!hasPlainForm || arguments.size() < 2) {
        find(syncRule(), {at, at + 1},
             QStringLiteral("is not declared by ROCm before 7.0, and has no form without a mask."));
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
        find(syncRule(), arguments[0],
             QStringLiteral(
                 "names part of a warp, and the form without a mask asks all active lanes, so "
                 "nothing is proposed."));
        return;
    }
    const QByteArray plain(name.data(), static_cast<qsizetype>(name.size()) - 5);
    const QString change =
        QStringLiteral("`%1` gives way to `%2`, which every ROCm release declares")
            .arg(spelled, QString::fromUtf8(plain));
    const QByteArray id =
        find(syncRule(), arguments[0],
             QStringLiteral("is the mask of `%1`, which ROCm before 7.0 does not declare.")
                 .arg(spelled));
    const bool masked = !full && builtin != WarpBuiltin::Shuffle;
    edit(syncRule(), {at, at + 1}, masked ? "(" + plain : plain, id, -1, false, change);
    Replacement drop;
    drop.range = {m_file.token(arguments[0].begin).begin, m_file.token(arguments[1].begin).begin};
    drop.rule = syncRule();
    drop.findingId = id;
    drop.captures = {{QStringLiteral("change"), change}};
    m_edits.append(drop);
    if (masked) {
        const std::string_view mask = m_file.textOf(arguments[0]);
        QByteArray tail =
            " & " + QByteArray(mask.data(), static_cast<qsizetype>(mask.size())) + ")";
        if (name == "__any_sync") {
            m_edits.last().text.clear();
            m_edits[m_edits.size() - 2].text = "((__ballot";
            tail += " != 0)";
        }
        insert(syncRule(), m_file.token(whole.end - 1).end, tail, id, change);
    }
}

void LaneEditor::countCall(int at, const std::vector<TokenSpan>& arguments)
{
    if (m_rules.maskCount == nullptr || arguments.empty() ||
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
    comparedCount(at);
    const QByteArray id =
        find(m_rules.maskCount, symbol, QStringLiteral("Its argument is a lane mask."));
    const int link = linkOf(arguments[0]);
    const QByteArray wide =
        name == "__fns" ? QByteArray("__fns64")
                        : QByteArray(name.data(), static_cast<qsizetype>(name.size())) + "ll";
    edit(m_rules.maskCount, symbol, wide, id, link);
    if (counted) {
        edit(m_rules.maskCount, {at - 2, at - 1}, m_file.is(at - 2, "31") ? "63" : "64", id, link);
    }
    const int value = m_masks.valueIn(arguments[0]);
    if (name == "__ffs" && value >= 0 && m_masks.values()[value].longType) {
        // unsigned long and unsigned long long are different overloads.
        insert(m_rules.maskCount, m_file.token(arguments[0].begin).begin,
               "static_cast<unsigned long long>(", id, {});
        insert(m_rules.maskCount, m_file.token(arguments[0].end - 1).end, ")", id, {});
    }
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
         QStringLiteral("is a mask of 32 bits here, which ROCm 7.0 and later refuse. Whether its "
                        "values are sets of lanes in all places is not certain, so nothing is "
                        "proposed."));
    return true;
}

/// A function of the repository that hands on a vote, by its name: WARP_BALLOT(p).
void LaneEditor::wrapper(int at)
{
    const std::string_view name = m_file.text(at);
    const auto holds = [name](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    const bool named =
        name.size() > 6 && (holds("allot") || holds("BALLOT") || holds("ctivemask") ||
                            holds("ACTIVE_MASK") || holds("activeMask") || holds("ActiveMask"));
    const int function = m_file.functionOf(at);
    const bool called = named && m_file.is(at + 1, "(") && function >= 0 &&
                        m_file.functions()[function].nameAt != at && m_masks.valueAt(at) < 0 &&
                        !m_file.token(at).inDirective;
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
             QStringLiteral("By its name the function gives a vote of the wavefront, which has 64 "
                            "bits on ROCm; here 32 of them are %1. It is declared elsewhere, so "
                            "nothing is proposed.")
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
                 .arg(toQString(m_file.text(to.callee))));
    }
}

void LaneEditor::call(int at)
{
    const std::string_view name = m_file.text(at);
    const WarpBuiltin builtin = warpBuiltin(name);
    if (builtin == WarpBuiltin::None || isOfAnother(at) || !m_file.is(at + 1, "(") ||
        m_file.match(at + 1) < 0) {
        return;
    }
    const std::vector<TokenSpan> arguments = m_file.arguments(at + 1);
    if (builtin == WarpBuiltin::Count) {
        countCall(at, arguments);
        return;
    }
    if (builtin == WarpBuiltin::Ballot) {
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
    if (!isMaskPlace(to, at)) {
        return;
    }
    int link = linkOf(to.whole);
    if (to.value >= 0 && m_masks.values()[to.value].type == LaneValue::Type::Int32) {
        link = m_masks.values()[to.value].link;
    }
    const QByteArray id = m_writer.addFinding(
        *m_rules.maskShift, m_file.range(TokenSpan{at - 1, at + 2}), shortText({at - 1, at + 2}),
        {{QStringLiteral("note"), QStringLiteral("The result meets a lane mask.")}});
    edit(m_rules.maskShift, one, "1ull", id, link);
}

void LaneEditor::comparedLiteral(TokenSpan literal, QByteArray id)
{
    if (allWave64(m_target)) {
        edit(compareRule(), literal, kFull64, id, -1, false,
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
        const QString note =
            allWave64(m_target)
                ? QStringLiteral("names 32 lanes, and a vote is compared with it.")
                : QStringLiteral("names 32 lanes, and a vote is compared with it; the target "
                                 "architectures differ in lanes, so nothing is proposed.");
        comparedLiteral(span, find(compareRule(), span, note));
        return;
    }
    if (!isMaskPlace(to, at)) {
        return;
    }
    const QByteArray id = find(m_rules.maskLiteral, span,
                               QStringLiteral("names 32 lanes as the value of a lane mask."));
    int link = -1;
    if (to.value >= 0 && m_masks.values()[to.value].type == LaneValue::Type::Int32) {
        link = m_masks.values()[to.value].link;
    }
    edit(m_rules.maskLiteral, span, kFull64, id, link, false,
         QStringLiteral("the mask has all 64 bits set"));
}

void LaneEditor::run()
{
    declarations();
    namedMasks();
    for (int i = 0; i < m_file.size(); ++i) {
        const CToken& token = m_file.token(i);
        if (m_file.isInert(token.begin)) {
            continue;
        }
        if (token.kind == CTokenKind::Identifier && m_file.is(i - 1, "define")) {
            ownBuiltin(i);
        } else if (token.kind == CTokenKind::Identifier) {
            call(i);
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

} // namespace

bool allWave64(const TargetSettings& target)
{
    return !target.architectures.isEmpty() &&
           std::all_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& arch) { return arch.startsWith(u"gfx9"); });
}

void proposeLaneMasks(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
                      const TargetSettings& target, ProposalWriter& writer,
                      QVector<Replacement>& edits)
{
    LaneEditor(file, masks, rules, target, writer, edits).run();
}

} // namespace rocport
