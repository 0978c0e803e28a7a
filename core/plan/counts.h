#pragma once

#include "core/plan/plan.h"

#include <functional>

namespace rocport {

/// What the counts need to know of one hunk beside the hunk itself.
struct HunkStanding
{
    DecisionKind decision = DecisionKind::Open;
    bool committed = false;
    bool proved = false; ///< of what was accepted: the edit's proof where it was edited
};

/// Counts of all nine phases over `scan`. `standing` is asked once for each hunk.
QVector<PhaseCounts> countPhases(const ScanResult& scan,
                                 const std::function<HunkStanding(const Hunk&)>& standing);

} // namespace rocport
