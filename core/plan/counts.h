#pragma once

#include "core/plan/plan.h"

#include <QSet>

#include <functional>

namespace rocport {

/// What the counts need to know about one hunk besides the hunk itself.
struct HunkStanding
{
    DecisionKind decision = DecisionKind::Open;
    bool committed = false;
    bool proved = false; ///< for what was accepted: the edit's proof if it was edited
};

/// Whether a finding asks for something to be done if no change answers it; others only inform.
bool asksForAPerson(const Finding& finding);

/// The code that findings are about.
enum class FindingTrees : quint8 {
    Own,      ///< the project's: what is counted and listed
    Vendored, ///< vendored folders, see isVendored(): left out of lists and counts
    All,
};

/// Calls `visit` for each finding that is left for a person, in the order of the scan: no hunk
/// answers it, and it asks for something to be done.
void forEachFindingForAPerson(const ScanResult& scan,
                              const std::function<void(const Finding&)>& visit,
                              FindingTrees trees = FindingTrees::Own);

/// Counts of all nine phases over `scan`. `standing` is asked once for each hunk; `ticked` are the
/// findings marked as done or not needed; `gone` those whose places are no longer in the scan,
/// which count as ticked off.
QVector<PhaseCounts> countPhases(const ScanResult& scan,
                                 const std::function<HunkStanding(const Hunk&)>& standing,
                                 const QSet<QByteArray>& ticked, const QVector<Finding>& gone = {});

} // namespace rocport
