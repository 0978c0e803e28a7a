#pragma once

#include "core/rules/cppgate.h"
#include "core/rules/lanemask.h"

namespace rocport {

/// The rules of Phase 3 that apply to a file; null where a pack does not have one.
struct WavefrontRules
{
    const Rule* maskType = nullptr;
    const Rule* maskLiteral = nullptr;
    const Rule* maskCount = nullptr;
    const Rule* maskShift = nullptr;
    const Rule* warpSize = nullptr;
    // Where a pack lacks these, maskLiteral and warpSize speak of their places.
    const Rule* voteCompare = nullptr;
    const Rule* shuffleWidth = nullptr;
    const Rule* syncBuiltins = nullptr;
    [[nodiscard]] bool any() const
    {
        return maskType != nullptr || maskLiteral != nullptr || maskCount != nullptr ||
               maskShift != nullptr || warpSize != nullptr;
    }
};

/// Whether all architectures have 64 lanes for certain (gfx9: GCN and CDNA).
bool allWave64(const TargetSettings& target);

/// Lane masks: findings go to `writer`, edits whose role is certain to `edits`.
void proposeLaneMasks(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
                      const TargetSettings& target, ProposalWriter& writer,
                      QVector<Replacement>& edits);

/// Warp width: 32, 31, 5 and 16 where they mean the lanes of a warp. All places of a file change
/// together or not at all. `rules` has warpSize; `header`: other files may include it.
void proposeWarpSize(const CppFile& file, const LaneMasks& masks, const WavefrontRules& rules,
                     bool header, const TargetSettings& target, ProposalWriter& writer,
                     QVector<Replacement>& edits);

} // namespace rocport
