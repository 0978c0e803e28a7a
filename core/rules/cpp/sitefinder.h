#pragma once

#include "core/rules/cpp/warpnumbers.h"
#include "core/rules/cpp/warpsites.h"

#include <map>
#include <set>
#include <string>

namespace rocport {

inline constexpr int kMaxSiteExpression = 400; ///< the most tokens of an expression that are
                                               ///  examined
inline constexpr int kMaxSiteSpecifiers = 64;  ///< the most tokens of a declaration before its name

/// Finds the places in one file that assume a warp of 32 lanes, and what prevents changing all of
/// them. Internal to the wavefront rules.
class SiteFinder
{
public:
    SiteFinder(const CppFile& file, const LaneMasks& masks, bool header)
        : m_file(file), m_masks(masks), m_header(header)
    {
    }
    WarpSites run();

private:
    void definition(int at);
    [[nodiscard]] bool isDeclared(int at) const;
    void collectGiven();
    [[nodiscard]] bool isWidthVariable(int name) const;
    void laneOrWarp(int at);
    void loop(int at);
    void slots(int at);
    void comparison(int at);
    void blockers(int at);
    void constantUse(int at);
    void foreignConstant(int at);
    void sharedConstants();
    void escapes();
    void collectArrays();
    void addNumber(int op, bool lane);
    void collectNumbers();
    [[nodiscard]] int bracketAround(int at) const;
    void reach(int at, bool lane);
    void warpNumber(int at);
    void laneNumber(int at);
    [[nodiscard]] bool countsWarps(int at) const;
    void placesOfWarps();
    void stray(int at);
    [[nodiscard]] bool namesGrid(TokenSpan span) const;
    [[nodiscard]] std::string_view holderOf(int at) const;
    void collectThreadNames();
    void collectWarpFunctions();
    void collectShuffles();
    void collectDistances();
    [[nodiscard]] bool isDistance(int begin) const;
    [[nodiscard]] int directiveOf(int at) const { return m_directiveOf[static_cast<size_t>(at)]; }

    [[nodiscard]] bool mentionsThread(TokenSpan span) const;
    [[nodiscard]] TokenSpan leftOperand(int op) const;
    [[nodiscard]] std::string receiver(int at) const;
    [[nodiscard]] bool functionUsesWarps(int at) const;
    void add(WarpSite::Kind kind, int number, TokenSpan around, bool certain, const QString& doubt)
    {
        WarpSite site;
        site.kind = kind;
        site.number = {number, number + 1};
        site.around = around;
        site.wide = widened(m_file.text(number));
        site.certain = certain;
        site.doubt = doubt;
        m_result.sites.push_back(site);
    }
    void block(const QString& why) { m_result.keep(why); }
    void leave(const QString& why)
    {
        if (m_result.blocker.isEmpty()) {
            m_result.blocker = why;
        }
    }

    const CppFile& m_file;
    const LaneMasks& m_masks;
    bool m_header = false;
    WarpSites m_result;
    std::set<std::string_view> m_threadNames; ///< variables made from threadIdx
    std::set<std::string_view> m_constants;   ///< warp constants defined here
    std::set<std::string_view> m_given;       ///< see collectGiven()
    std::vector<bool> m_warpFunctions;        ///< by function: see functionUsesWarps()
    std::set<std::string_view> m_ownNames;    ///< warp constants defined as something else
    int m_constantUses = 0;
    std::vector<int> m_directiveOf; ///< by token: the last '#' up to there
    std::map<std::string_view, std::vector<int>> m_shuffles;
    std::map<std::string_view, std::vector<int>> m_warpIndexed;
    std::vector<int> m_segments; ///< shuffles that name 32 lanes
    /// Places where a name says by how much a lane mask, or a one that is combined with it, is
    /// shifted.
    std::map<std::string_view, std::vector<int>> m_distances;
    std::set<std::string> m_distanceNames;    ///< in lower case
    std::set<std::string_view> m_arrays;      ///< declared in functions
    std::set<std::string_view> m_warpNumbers; ///< what holds the number of a warp, or is derived
                                              ///  from it
    std::set<std::string_view> m_warpCounts;
    std::set<std::string_view> m_laneNumbers;
};

} // namespace rocport
