#include "core/plan/counts.h"

namespace rocport {

bool asksForAPerson(const Finding& finding)
{
    return finding.severity != Severity::Info ||
           (!finding.wayOut.isEmpty() && finding.effort != Effort::None);
}

void forEachFindingLeft(const ScanResult& scan,
                        const std::function<void(const Finding&, FindingHome)>& visit)
{
    QSet<QByteArray> answered;
    for (const Hunk& hunk : scan.hunks) {
        for (const QByteArray& id : hunk.findingIds) {
            answered.insert(id);
        }
    }
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (asksForAPerson(finding) && !answered.contains(finding.id)) {
                visit(finding, homeOf(*file, finding));
            }
        }
    }
}

void forEachFindingForAPerson(const ScanResult& scan,
                              const std::function<void(const Finding&)>& visit, FindingTrees trees)
{
    forEachFindingLeft(scan, [&](const Finding& finding, FindingHome home) {
        if (home == FindingHome::Own || trees == FindingTrees::All) {
            visit(finding);
        }
    });
}

QVector<PhaseCounts> countPhases(const ScanResult& scan,
                                 const std::function<HunkStanding(const Hunk&)>& standing,
                                 const QSet<QByteArray>& ticked, const QVector<Finding>& gone)
{
    QVector<PhaseCounts> counts(kPhaseCount);
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
    }
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            PhaseCounts& phase = counts[static_cast<qsizetype>(finding.phase)];
            ++(homeOf(*file, finding) == FindingHome::Own ? phase.findings : phase.findingsAside);
        }
    }
    forEachFindingForAPerson(scan, [&](const Finding& finding) {
        PhaseCounts& phase = counts[static_cast<qsizetype>(finding.phase)];
        ++phase.findingsWithoutFix;
        phase.findingsTicked += ticked.contains(finding.id) ? 1 : 0;
    });
    for (const Finding& finding : gone) {
        PhaseCounts& phase = counts[static_cast<qsizetype>(finding.phase)];
        ++phase.findingsWithoutFix;
        ++phase.findingsTicked;
    }
    return counts;
}

} // namespace rocport
