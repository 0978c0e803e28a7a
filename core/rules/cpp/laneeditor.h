#pragma once

#include "core/rules/cpp/wavefront.h"
#include "core/text/bytes.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocport {

/// A mask of 64 ones, as source text.
inline const QByteArray kFullLaneMask = QByteArrayLiteral("~0ull");

/// Whether the target's ROCm declares the _sync functions by default.
inline bool isSyncByDefault(const TargetSettings& target)
{
    return target.rocm >= Version{7, 0};
}

inline QString laneText(std::string_view text)
{
    return toText(text);
}

/// Proposes the edits of lane masks in one file. Internal to the wavefront rules.
class LaneEditor
{
public:
    LaneEditor(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
               const LaneWidth& width, const TargetSettings& target, ProposalWriter& writer,
               QVector<Replacement>& edits)
        : m_file(file),
          m_masks(masks),
          m_rules(rules),
          m_width(width),
          m_target(target),
          m_writer(writer),
          m_edits(edits)
    {
        sortValues();
    }

    void run();

private:
    using Destination = LaneMasks::Destination;

    /// What is asked repeatedly about all values, computed once.
    void sortValues();
    void declarations();
    void sharedMask(const LaneValue& value);
    void namedMasks();
    void call(int at);
    bool callOf32(int at, WarpBuiltin builtin, const std::vector<TokenSpan>& arguments);
    void shuffleOf32(int at, const std::vector<TokenSpan>& arguments);
    [[nodiscard]] TokenSpan loopOf(std::string_view name, int at) const;
    [[nodiscard]] bool staysInHalf(int at, TokenSpan bits) const;
    [[nodiscard]] bool followsWidth(int at, TokenSpan bits) const;
    [[nodiscard]] bool isGivenByCallers(int at) const;
    [[nodiscard]] bool isOpenExchange(int at, const std::vector<TokenSpan>& arguments) const;
    void openExchange(int at);
    /// What comes before and after the predicate of a vote, for the 32 lanes of a half; empty: the
    /// vote has no certain form for them.
    struct HalfVote
    {
        QByteArray before;
        QByteArray behind;
    };
    [[nodiscard]] HalfVote halfVote(int at, const std::vector<TokenSpan>& arguments) const;
    [[nodiscard]] bool namesAllLanes(TokenSpan mask) const;
    [[nodiscard]] bool holdsAllLanes(int index) const;
    [[nodiscard]] bool isHalfMask(TokenSpan mask) const;
    [[nodiscard]] bool isAllOfHalves(TokenSpan mask) const;
    bool moveHalfMask(int at, TokenSpan mask);
    [[nodiscard]] QByteArray widthAt() const;
    void nameWidth();
    void collectSteps();
    void collectHalves();
    [[nodiscard]] bool isHalfExpression(TokenSpan mask) const;
    void skipCalls(TokenSpan span);
    [[nodiscard]] bool isDeclared(int at) const;
    void comparedName(int at);
    [[nodiscard]] std::set<std::string_view> bareNamesOfCub() const;
    [[nodiscard]] bool isOfCub(int at);
    void warpOfCub(int at);
    [[nodiscard]] bool isCut(int at) const;
    /// __match_any_sync over all lanes, whose result contains the lanes of both halves.
    [[nodiscard]] bool isMatch(int at, const std::vector<TokenSpan>& arguments) const;
    [[nodiscard]] bool cutsAllVotes() const;
    [[nodiscard]] bool onlyMasksCalls(const LaneValue& value) const;
    void syncCall(int at, const std::vector<TokenSpan>& arguments);
    [[nodiscard]] QString maskNote(int at, TokenSpan mask) const;
    [[nodiscard]] bool goesWithoutMask(int at, const std::vector<TokenSpan>& arguments) const;
    void callWithoutMask(int at, const std::vector<TokenSpan>& arguments);
    void dropMask(int at, const std::vector<TokenSpan>& arguments, const QByteArray& form,
                  const Rule* rule, const QByteArray& id, const QString& change);
    [[nodiscard]] bool callsNameNoMask(const std::vector<int>& uses) const;
    void syncCallToPlain(int at, const std::vector<TokenSpan>& arguments);
    [[nodiscard]] bool isGroupVote(TokenSpan span) const;
    [[nodiscard]] bool hasWideGroups();
    void groupCount(int at);
    void countCall(int at, const std::vector<TokenSpan>& arguments);
    void ballotResult(int at);
    void shift(int at);
    void fullLiteral(int at);
    void comparedLiteral(TokenSpan literal, QByteArray id);
    void comparedCount(int at);
    /// "(threadIdx.x & 31) == __ffs(mask) - 1": the lane number gets the bits that the index has.
    void comparedLane(int at, const QByteArray& id, int link);
    void ownBuiltin(int at);
    void wrapper(int at);
    bool unsureMask(TokenSpan mask);
    void collectOverloads();
    [[nodiscard]] bool isMaskOfOverload(const LaneValue& value) const;
    void overloadMask(const LaneValue& value);
    void overloadCall(int at, const std::vector<TokenSpan>& arguments);
    void aliasMacro(int at);
    [[nodiscard]] bool declaresMask(int at) const;
    void maskAlias(int at);
    void findMaskAlias(int name);
    void aliasUse(int at);

    /// Whether a function names a lane, a warp or a function of warps.
    [[nodiscard]] bool speaksOfWarps(int function);
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
    [[nodiscard]] const Rule* voteRule() const
    {
        return m_rules.voteWidth != nullptr ? m_rules.voteWidth : syncRule();
    }
    [[nodiscard]] const Rule* compareRule() const
    {
        return m_rules.voteCompare != nullptr ? m_rules.voteCompare : m_rules.maskLiteral;
    }
    /// Whether edits by this rule make what is tested lane by lane 64 bits wide.
    [[nodiscard]] bool isOfWidth(const Rule* rule) const
    {
        return rule == m_rules.maskType || rule == m_rules.maskCount || rule == m_rules.maskShift ||
               rule == compareRule();
    }
    [[nodiscard]] bool isWithheld(int at) const
    {
        return m_width.at(at) == LaneWidth::State::Withheld;
    }
    QByteArray find(const Rule* rule, TokenSpan span, const QString& note)
    {
        const bool open = note.contains(u"nothing is proposed");
        const QString why = QStringLiteral(" Something else in this function counts 32 lanes and "
                                           "cannot change with it, so nothing is proposed.");
        return m_writer.addFinding(
            *rule, m_file.range(span), shortText(span),
            {{QStringLiteral("note"),
              isWithheld(span.begin) && isOfWidth(rule) && !open ? note + why : note}});
    }
    [[nodiscard]] QString shortText(TokenSpan span) const
    {
        // More than is shown is not decoded: spans lie in each other.
        const QString text = laneText(m_file.textOf(span).substr(0, 1000)).simplified();
        return text.size() <= 60 ? text : text.left(59) + QChar(0x2026);
    }
    void edit(const Rule* rule, TokenSpan span, const QByteArray& text, const QByteArray& id,
              int link, bool needsLink = false, const QString& change = {})
    {
        if (isWithheld(span.begin) && isOfWidth(rule)) {
            return;
        }
        const bool tied = m_width.at(span.begin) == LaneWidth::State::Tied && isOfWidth(rule);
        Replacement one;
        one.range = m_file.range(span);
        one.text = text;
        one.rule = rule;
        one.findingId = id;
        one.link = tied ? m_width.link() : link;
        one.needsLink = tied || needsLink;
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
    const LaneWidth& m_width;
    const TargetSettings& m_target;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    std::set<std::pair<int, LaneValue::Kind>> m_uncertain; ///< declarations with a doubtful value
    std::set<std::pair<std::string_view, int>> m_maskParameters; ///< of functions, by argument
    /// What is said of macros that stand for a _sync function, by their name.
    std::unordered_map<std::string_view, QString> m_aliasMacros;
    /// Tokens that name types of 32 bits, by name, while no use says that they are lane masks.
    std::unordered_map<std::string_view, std::vector<int>> m_maskAliases;
    std::set<std::string_view> m_overloads; ///< _sync functions that the file defines itself
    QSet<int> m_overloadNames;              ///< tokens of their names
    QSet<QString> m_foreignMasks;
    QSet<int> m_unsureMasks;          ///< values that were reported as the mask of a call
    QHash<int, bool> m_speaks;        ///< by function, for those already asked about
    QSet<int> m_literalsDone;         ///< tokens that were handled with a call
    QSet<int> m_callsDone;            ///< tokens of calls that were handled with another call
    QSet<int> m_stepped;              ///< values that are changed by += and the like
    QSet<int> m_half;                 ///< values that stay masks of half a wavefront
    QByteArray m_widthName;           ///< see nameWidth()
    QSet<QByteArray> m_keptMacros;    ///< masks of this file that keep 32 ones
    std::optional<bool> m_wideGroups; ///< see hasWideGroups()
    std::optional<std::set<std::string_view>> m_bareOfCub; ///< see bareNamesOfCub()
    bool m_halves = false; ///< all votes of the file are cut to half a wavefront
};

} // namespace rocport
