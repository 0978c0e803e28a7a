#pragma once

#include "core/rules/cpp/cppgate.h"
#include "core/rules/cpp/lanemask.h"
#include "core/rules/cpp/warpsites.h"

namespace rocport {

class CppRules;

/// The rules about lane masks and warp widths that apply to a file; null where a pack does not have
/// one.
struct WavefrontRules
{
    const Rule* maskType = nullptr;
    const Rule* maskLiteral = nullptr;
    const Rule* maskCount = nullptr;
    const Rule* maskShift = nullptr;
    const Rule* warpSize = nullptr;
    // If a pack lacks these, maskLiteral and warpSize report their places.
    const Rule* voteCompare = nullptr;
    const Rule* shuffleWidth = nullptr;
    const Rule* syncBuiltins = nullptr;
    const Rule* voteWidth = nullptr;
    bool suppliesMatch = false; ///< generated headers supply __match_any_sync before ROCm 7.0

    static WavefrontRules of(const CppRules& rules, Strategy strategy);
};

/// Whether all architectures certainly have 64 lanes (gfx9: GCN and CDNA).
bool allWave64(const TargetSettings& target);

/// Blocks the change of widths if lane masks are read in a way that has no certain form for 64
/// lanes: as 32-bit words, shifted by a number, returned to other files.
void keepReadMasks(const CppFile& file, const LaneMasks& masks, WarpSites& sites);

/// What a warp is in a file as it is ported to wavefronts of 64 lanes.
enum class Warps : quint8 {
    Wide,   ///< a wavefront
    Of32,   ///< one of its halves: something counts 32 lanes and stays
    Unknown ///< one of the two; other files decide
};
Warps warpsOf(const WarpSites& sites, bool isEdited);

/// How the lane masks of a function depend on other places that count its lanes. A mask of 64 lanes
/// beside a place that counts 32 is silently wrong: lanes 32 to 63 look at the low half. So
/// everything changes, or nothing.
class LaneWidth
{
public:
    enum class State : quint8 {
        Free,    ///< the masks are independent
        Tied,    ///< masks and numbers of lanes change together
        Withheld ///< something does not change, so the masks do not either
    };

    LaneWidth() = default;
    /// `isEdited`: the places of `sites` become 64 lanes wide, see changesWarpSize(). `file`
    /// outlives this.
    LaneWidth(const CppFile& file, const LaneMasks& masks, const WarpSites& sites, bool isEdited);

    /// The state at a token; outside functions the strictest of all.
    [[nodiscard]] State at(int token) const;
    /// The link of the edits of lane numbers, for what is tied to them.
    [[nodiscard]] int link() const { return m_link; }
    [[nodiscard]] Warps warps() const { return m_warps; }
    /// Whether a value holds a vote, or something derived from one.
    [[nodiscard]] bool holdsVote(int value) const
    {
        return value >= 0 && static_cast<size_t>(value) < m_votes.size() &&
               m_votes[static_cast<size_t>(value)];
    }
    /// Whether nothing in the file says how many lanes a warp has.
    [[nodiscard]] bool isUncounted() const { return m_isUncounted; }
    /// Tokens that name the width if another file defines it.
    [[nodiscard]] const std::vector<int>& widths() const { return m_widths; }
    /// Why warps do not have 64 lanes, as a clause.
    [[nodiscard]] const QString& reason() const { return m_reason; }

private:
    const CppFile* m_file = nullptr;
    int m_link = -1;
    Warps m_warps = Warps::Wide;
    bool m_isUncounted = false;
    std::vector<int> m_widths;
    QString m_reason;
    std::vector<bool> m_votes;   ///< by value
    std::vector<State> m_states; ///< by function
    State m_strictest = State::Free;
};

/// Lane masks: findings go to `writer`, edits whose role is certain to `edits`.
void proposeLaneMasks(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
                      const LaneWidth& width, const TargetSettings& target, ProposalWriter& writer,
                      QVector<Replacement>& edits);

/// Whether the warp width changes in a file: its places are certain, and nothing prevents it.
bool changesWarpSize(const WarpSites& sites, const WavefrontRules& rules,
                     const TargetSettings& target);

/// Whether all architectures run 32 lanes by default (RDNA): nothing to say about 32 then.
bool allWave32(const TargetSettings& target);

/// Warp width: 32, 31, 5 and 16 if they mean the lanes of a warp. All places in a file change
/// together or not at all. `rules` has warpSize.
void proposeWarpSize(const CppFile& file, const WarpSites& sites, const LaneWidth& width,
                     const WavefrontRules& rules, const TargetSettings& target,
                     ProposalWriter& writer, QVector<Replacement>& edits);

} // namespace rocport
