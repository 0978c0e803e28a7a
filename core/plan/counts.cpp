#include "core/plan/counts.h"

#include <QSet>

namespace rocport {

QVector<PhaseCounts> countPhases(const ScanResult& scan,
                                 const std::function<HunkStanding(const Hunk&)>& standing)
{
    QVector<PhaseCounts> counts(kPhaseCount);
    QSet<QByteArray> answered;
    for (const Hunk& hunk : scan.hunks) {
        PhaseCounts& phase = counts[static_cast<qsizetype>(hunk.phase)];
        const HunkStanding now = standing(hunk);
        ++phase.hunks;
        phase.accepted += isTaken(now.decision) ? 1 : 0;
        phase.edited += now.decision == DecisionKind::Edited ? 1 : 0;
        phase.rejected += now.decision == DecisionKind::Rejected ? 1 : 0;
        phase.deferred += now.decision == DecisionKind::Deferred ? 1 : 0;
        phase.proved += isTaken(now.decision) && now.proved ? 1 : 0;
        phase.committed += now.committed ? 1 : 0;
        for (const QByteArray& id : hunk.findingIds) {
            answered.insert(id);
        }
    }
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            PhaseCounts& phase = counts[static_cast<qsizetype>(finding.phase)];
            ++phase.findings;
            const bool forPerson = finding.severity != Severity::Info || !finding.wayOut.isEmpty();
            phase.findingsWithoutFix += forPerson && !answered.contains(finding.id) ? 1 : 0;
        }
    }
    return counts;
}

} // namespace rocport
