#include "core/base/cancelscope.h"
#include "core/rules/cpp/warpnumbers.h"
#include "core/rules/cpp/warpsites.h"
#include "core/rules/cpp/wavefront.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace rocport {

namespace {

constexpr int kMaxWidthTokens = 400; ///< tokens of an argument that are looked at

/// Finds the functions whose lane masks hang on something else that counts 32 lanes.
class WidthFinder
{
public:
    WidthFinder(const CppFile& file, const LaneMasks& masks, const WarpSites& sites)
        : m_file(file), m_masks(masks), m_sites(sites), m_leader(file.functions().size())
    {
        std::iota(m_leader.begin(), m_leader.end(), 0);
        const auto& values = masks.values();
        for (const LaneValue& value : values) {
            m_votes.push_back(value.hard && comesFromVote(value));
            m_doubtful.push_back(m_votes.back() && !value.isCertain() &&
                                 value.type == LaneValue::Type::Int32);
            if (m_doubtful.back() && value.kind == LaneValue::Kind::Return) {
                m_cutResults.insert(value.function);
            }
            if (value.kind == LaneValue::Kind::Parameter && value.isCertain()) {
                m_takers.emplace(file.functions()[static_cast<size_t>(value.function)].name,
                                 value.parameter);
            }
        }
    }

    [[nodiscard]] bool anyStuck() const
    {
        return !m_cutResults.empty() ||
               (m_masks.hasSource() &&
                std::any_of(m_file.functions().begin(), m_file.functions().end(),
                            [this](const CppFunction& one) { return isStuck(one); }));
    }

    [[nodiscard]] const std::vector<bool>& votes() const { return m_votes; }

    /// `isUnknown`: whether warps have 32 lanes or 64.
    std::vector<LaneWidth::State> run(bool isEdited, bool isUnknown)
    {
        for (const WarpSite& site : m_sites.sites) {
            // The steps of a shuffle and the slots of warps number no lanes.
            if (site.kind != WarpSite::Kind::Loop && site.kind != WarpSite::Kind::Slots) {
                addPlace(site.number.begin);
            }
            if (site.kind == WarpSite::Kind::Definition) {
                m_names.insert(m_file.text(site.around.begin));
            }
        }
        for (const int at : m_sites.narrow) {
            addPlace(at);
        }
        const auto& functions = m_file.functions();
        std::vector<LaneWidth::State> own(functions.size(), LaneWidth::State::Free);
        if (!m_masks.hasSource()) {
            return own;
        }
        for (size_t f = 0; f < functions.size() && !isWorkCancelled(); ++f) {
            if (m_cutResults.count(static_cast<int>(f)) > 0 || isStuck(functions[f]) ||
                (isUnknown && asksAll(functions[f]))) {
                own[f] = LaneWidth::State::Withheld;
            } else if (!m_places.empty() && numbersLanes(functions[f]) && readsMask(functions[f])) {
                own[f] = isEdited ? LaneWidth::State::Tied : LaneWidth::State::Withheld;
            }
        }
        joinByValues();
        // Functions that hand masks to each other are one: the strictest of them counts.
        std::vector<LaneWidth::State> all(functions.size(), LaneWidth::State::Free);
        for (size_t f = 0; f < functions.size(); ++f) {
            LaneWidth::State& group = all[static_cast<size_t>(leader(static_cast<int>(f)))];
            group = std::max(group, own[f]);
        }
        for (size_t f = 0; f < functions.size(); ++f) {
            own[f] = all[static_cast<size_t>(leader(static_cast<int>(f)))];
        }
        return own;
    }

private:
    int leader(int function)
    {
        while (m_leader[static_cast<size_t>(function)] != function) {
            int& next = m_leader[static_cast<size_t>(function)];
            next = m_leader[static_cast<size_t>(next)];
            function = next;
        }
        return function;
    }

    void joinByValues()
    {
        for (const LaneValue& value : m_masks.values()) {
            if (!value.hard || value.kind == LaneValue::Kind::Local || isWorkCancelled()) {
                continue;
            }
            int first = value.function;
            const auto join = [this, &first](int at) {
                const int other = m_file.functionOf(at);
                if (other >= 0 && first >= 0) {
                    m_leader[static_cast<size_t>(leader(other))] = leader(first);
                }
                first = first < 0 ? other : first;
            };
            for (const TokenSpan& source : value.sources) {
                if (source.size() > 0) {
                    join(source.begin);
                }
            }
            for (const int use : value.uses) {
                join(use);
            }
        }
    }

    void addPlace(int at)
    {
        m_places.insert(at);
        const int function = m_file.functionOf(at);
        if (function >= 0) {
            m_names.insert(m_file.functions()[static_cast<size_t>(function)].name);
        } else if (m_file.token(at).inDirective) {
            int hash = at;
            while (hash > 0 && at - hash < kMaxWidthTokens &&
                   m_file.token(hash).kind != CTokenKind::Directive) {
                --hash;
            }
            if (m_file.is(hash + 1, "define")) {
                m_names.insert(m_file.text(hash + 2));
            }
        }
    }

    /// A variable of 32 bits that holds a vote.
    [[nodiscard]] const LaneValue* narrowMask(int at) const
    {
        const int index = m_masks.valueAt(at);
        const LaneValue* value =
            index < 0 ? nullptr : &m_masks.values()[static_cast<size_t>(index)];
        return value != nullptr && value->hard && value->type == LaneValue::Type::Int32 ? value
                                                                                        : nullptr;
    }

    [[nodiscard]] bool isBallot(int at) const
    {
        return warpBuiltin(m_file.text(at)) == WarpBuiltin::Ballot && m_file.is(at + 1, "(");
    }

    [[nodiscard]] bool comesFromVote(const LaneValue& value) const
    {
        return std::any_of(value.sources.begin(), value.sources.end(), [this](TokenSpan source) {
            const int end = std::min(source.end, source.begin + kMaxWidthTokens);
            for (int i = source.begin; i < end; ++i) {
                if (isBallot(i) || (narrowMask(i) != nullptr && !m_file.is(i + 1, "("))) {
                    return true;
                }
            }
            return false;
        });
    }

    /// Whether a mask is an operand in `span`, not within a call or an index.
    [[nodiscard]] bool holdsMask(TokenSpan span) const
    {
        const int end = std::min(span.end, span.begin + kMaxWidthTokens);
        for (int i = span.begin; i < end; ++i) {
            if (isBallot(i) || narrowMask(i) != nullptr) {
                return true;
            }
            const bool belongs = i > span.begin && m_file.match(i) > i &&
                                 (m_file.isKind(i - 1, CTokenKind::Identifier) ||
                                  m_file.is(i - 1, "]") || m_file.is(i, "["));
            i = belongs ? m_file.match(i) : i;
        }
        return false;
    }

    /// Whether the operand that ends before `at` is a mask of 32 bits or a vote.
    [[nodiscard]] bool isMaskBefore(int at) const
    {
        const int last = at - 1;
        return narrowMask(last) != nullptr ||
               (m_file.is(last, ")") && m_file.match(last) > 0 && isBallot(m_file.match(last) - 1));
    }

    /// A mask moved by a written-down number of lanes, or cut to some of its 32 bits.
    [[nodiscard]] bool isPartOfMask(int at) const
    {
        const std::string_view sign = m_file.text(at);
        if ((sign != "<<" && sign != ">>" && sign != "&") || !isMaskBefore(at)) {
            return false;
        }
        const auto known = [this](int number) {
            return m_places.count(number) > 0 ||
                   isOneOf(m_file.text(number), {"0", "1", "0u", "1u", "1U", "1ull", "1ULL"});
        };
        if (sign == "&") {
            return m_masks.literal({at + 1, at + 2}) == MaskLiteral::Other && !known(at + 1);
        }
        const int end = m_file.is(at + 1, "(") ? m_file.match(at + 1) : at + 2;
        for (int i = at + 1; i < end && i - at < kMaxWidthTokens; ++i) {
            if (m_file.isKind(i, CTokenKind::Number) && !known(i)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a vote goes where 32 bits may be meant: to memory, through a cast, to a function
    /// that takes no lane mask.
    [[nodiscard]] bool leaves(int ballot) const
    {
        using Kind = LaneMasks::Destination::Kind;
        const LaneMasks::Destination& to = m_masks.destination(ballot);
        if (m_masks.truth(to.whole) < MaskTruth::Soft) {
            return false;
        }
        if (to.kind != Kind::Call) {
            return to.kind == Kind::Memory;
        }
        return m_takers.count({m_file.text(to.callee), to.argument}) == 0;
    }

    /// Whether something in a function reads a mask in a way that has no certain form for 64 lanes.
    [[nodiscard]] bool isStuck(const CppFunction& one) const
    {
        for (int i = one.paramsOpen; i < one.bodyClose && !isWorkCancelledAt(i); ++i) {
            const int value = m_masks.valueAt(i);
            if (value >= 0 && m_doubtful[static_cast<size_t>(value)]) {
                return true;
            }
            if (!m_file.isKind(i, CTokenKind::Identifier)) {
                if (isPartOfMask(i)) {
                    return true;
                }
                continue;
            }
            const WarpBuiltin called =
                m_file.is(i + 1, "(") ? warpBuiltin(m_file.text(i)) : WarpBuiltin::None;
            if (called == WarpBuiltin::Ballot && leaves(i)) {
                return true;
            }
            if (called == WarpBuiltin::Count) {
                const std::vector<TokenSpan> arguments = m_file.arguments(i + 1);
                if (!arguments.empty() && holdsMask(arguments[0]) &&
                    m_masks.truth(arguments[0]) != MaskTruth::Hard) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool asksAll(const CppFunction& one) const
    {
        for (int i = one.bodyOpen; i < one.bodyClose && !isWorkCancelledAt(i); ++i) {
            if (isBallot(i)) {
                return true;
            }
        }
        return false;
    }

    /// Whether the bits of a lane mask are counted, shifted or compared: what is only handed on as
    /// the mask of a call may have 64 bits whatever the lanes are numbered by.
    [[nodiscard]] bool readsMask(const CppFunction& one) const
    {
        for (int i = one.bodyOpen; i < one.bodyClose && !isWorkCancelled(); ++i) {
            const std::string_view word = m_file.text(i);
            if (word == "<<" || word == ">>") {
                if (m_masks.meetsMask(i)) {
                    return true;
                }
            } else if (warpBuiltin(word) == WarpBuiltin::Count && m_file.is(i + 1, "(")) {
                const std::vector<TokenSpan> arguments = m_file.arguments(i + 1);
                if (!arguments.empty() && m_masks.truth(arguments[0]) == MaskTruth::Hard) {
                    return true;
                }
            } else if ((word == "==" || word == "!=") &&
                       m_masks.literal({i + 1, i + 2}) == MaskLiteral::Full32) {
                const TokenSpan whole = m_masks.destination(i + 1).whole;
                if (m_masks.truth({whole.begin, i}) == MaskTruth::Hard) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether a function holds such a place, names what does, or is given a lane's number.
    [[nodiscard]] bool numbersLanes(const CppFunction& one) const
    {
        const auto place = m_places.lower_bound(one.paramsOpen);
        if (place != m_places.end() && *place < one.bodyClose) {
            return true;
        }
        for (int i = one.paramsOpen; i < one.bodyClose; ++i) {
            if (!m_file.isKind(i, CTokenKind::Identifier)) {
                continue;
            }
            const bool parameter = i < one.paramsClose;
            if (m_names.count(m_file.text(i)) > 0 ||
                (parameter && holds(lowered(m_file.text(i)), "lane") &&
                 !holds(lowered(m_file.text(i)), "mask"))) {
                return true;
            }
        }
        return false;
    }

    const CppFile& m_file;
    const LaneMasks& m_masks;
    const WarpSites& m_sites;
    std::set<int> m_places;
    std::set<std::string_view> m_names; ///< constants, macros and functions with such a place
    std::vector<int> m_leader;          ///< functions that hand masks to each other
    std::vector<bool> m_votes;          ///< by value: holds a vote, or what was made of one
    std::vector<bool> m_doubtful;       ///< by value: a vote in 32 bits that is no certain mask
    std::set<int> m_cutResults;         ///< functions that return such a vote
    std::set<std::pair<std::string_view, int>> m_takers; ///< parameters that are lane masks
};

} // namespace

void keepReadMasks(const CppFile& file, const LaneMasks& masks, WarpSites& sites)
{
    if (WidthFinder(file, masks, sites).anyStuck()) {
        sites.keep(QStringLiteral("a lane mask is read as a word of 32 bits"));
    }
}

Warps warpsOf(const WarpSites& sites, bool isEdited)
{
    if (sites.isHip) {
        return Warps::Wide;
    }
    if (sites.fragments) {
        return Warps::Of32;
    }
    if (isEdited) {
        return Warps::Wide;
    }
    const bool counts = sites.counts32 || !sites.sites.empty();
    if ((!sites.foreign.empty() && !sites.knownForeign) || (counts && sites.asksWidth)) {
        return Warps::Unknown;
    }
    return counts || !sites.foreign.empty() ? Warps::Of32 : Warps::Wide;
}

namespace {

/// Why warps are not wavefronts, or may not be, as a clause.
QString reasonOf(const CppFile& file, const WarpSites& sites, Warps warps)
{
    if (warps == Warps::Unknown && (sites.foreign.empty() || sites.knownForeign)) {
        return QStringLiteral("it asks for the width of a wavefront");
    }
    if (warps == Warps::Unknown) {
        const std::string_view name = file.text(sites.foreign.front());
        return QStringLiteral("`%1` is defined in another file")
            .arg(QString::fromUtf8(name.data(), qsizetype(name.size())));
    }
    return sites.counts32 || !sites.foreign.empty()
               ? sites.blocker
               : QStringLiteral("places that count 32 lanes stay as they are");
}

} // namespace

LaneWidth::LaneWidth(const CppFile& file, const LaneMasks& masks, const WarpSites& sites,
                     bool isEdited)
    : m_file(&file),
      m_link(file.size() + 1), // no token has this number
      m_warps(warpsOf(sites, isEdited)),
      m_isUncounted(m_warps == Warps::Wide && !sites.isHip && sites.sites.empty() &&
                    !sites.asksWidth),
      m_widths(sites.foreign),
      m_reason(reasonOf(file, sites, m_warps))
{
    WidthFinder finder(file, masks, sites);
    m_votes = finder.votes();
    if (m_warps == Warps::Of32) {
        // Votes are cut to half a wavefront, and nothing becomes wider but masks that name all.
        m_states.assign(file.functions().size(), State::Free);
        return;
    }
    m_states = finder.run(isEdited, m_warps == Warps::Unknown);
    for (const State state : m_states) {
        m_strictest = std::max(m_strictest, state);
    }
}

LaneWidth::State LaneWidth::at(int token) const
{
    const int function = m_file == nullptr ? -1 : m_file->functionOf(token);
    return function < 0 ? m_strictest : m_states[static_cast<size_t>(function)];
}

} // namespace rocport
