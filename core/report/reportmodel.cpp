#include "core/report/report.h"

#include "core/report/compose.h"

#include "core/plan/counts.h"
#include "core/store/checksteps.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

/// What the report says of one hunk before it is sorted into its phase.
ReportChange changeOf(const Hunk& hunk, const DecisionLog& decisions,
                      const QSet<QByteArray>& committed,
                      const QHash<QByteArray, IsolationProof>& editedProofs)
{
    ReportChange change;
    change.hunk = &hunk;
    change.committed = committed.contains(hunk.key);
    change.verdict = hunk.verdict;
    change.verdictReason = hunk.verdictReason;
    if (const Decision* decision = decisions.decision(hunk.key)) {
        change.decision = decision->kind;
        change.note = decision->note;
        change.overrideReason = decision->overrideReason;
    }
    if (const DecisionBatch* batch = decisions.batchOf(hunk.key)) {
        change.author = batch->author;
        change.time = batch->time;
    }
    const IsolationProof proof = editedProofs.value(hunk.key);
    if (change.decision == DecisionKind::Edited || proof.verdict == Verdict::Compiled) {
        change.verdict = proof.verdict;
        change.verdictReason = proof.reason;
    }
    return change;
}

void collectWithoutFix(const ScanResult& scan, const DecisionLog& decisions,
                       QVector<ReportPhase>& phases)
{
    forEachFindingForAPerson(scan, [&](const Finding& finding) {
        ReportPhase& phase = phases[qsizetype(finding.phase)];
        const FindingState state = decisions.findingState(finding.id);
        if (state == FindingState::Open) {
            phase.withoutFix.append(&finding);
        } else {
            phase.ticked.append({&finding, state, decisions.findingNote(finding.id)});
        }
    });
    for (ReportPhase& phase : phases) {
        std::stable_sort(phase.withoutFix.begin(), phase.withoutFix.end(),
                         [](const Finding* a, const Finding* b) {
                             return std::pair(a->severity, a->effort) >
                                    std::pair(b->severity, b->effort);
                         });
    }
}

QString summaryOf(Phase phase, const QVector<StoredSummary>& summaries)
{
    for (const StoredSummary& stored : summaries) {
        if (stored.phase == phase) {
            return stored.text;
        }
    }
    return {};
}

/// Grades all changes by what was run.
void addEvidence(ReportModel& report)
{
    EvidenceInput input;
    input.runs = report.verification.runs;
    input.portKey = report.verification.portKey;
    input.gate = report.verification.gate.get();
    input.gateOutOfDate = report.verification.gateOutOfDate;
    for (const ReportPhase& phase : std::as_const(report.phases)) {
        for (const ReportChange& change : phase.changes) {
            input.changes.append(
                {change.hunk->key, change.hunk->targetPath, isTaken(change.decision)});
        }
    }
    report.evidence = gradeEvidence(input);
    for (ReportPhase& phase : report.phases) {
        for (ReportChange& change : phase.changes) {
            change.evidence = report.evidence.of(change.hunk->key);
            change.grade = change.evidence.grade;
        }
    }
}

void addTotals(ReportModel& report)
{
    for (const ReportPhase& phase : std::as_const(report.phases)) {
        report.hunks += phase.counts.hunks;
        report.decided += phase.counts.decided();
        report.taken += phase.counts.accepted;
        report.proved += phase.counts.proved;
        for (const ReportChange& change : phase.changes) {
            report.overridden +=
                isTaken(change.decision) && !change.overrideReason.isEmpty() ? 1 : 0;
        }
    }
}

} // namespace

ReportModel buildReport(const ProjectMeta& meta, const std::shared_ptr<const ScanResult>& scan,
                        const QVector<PlanOverride>& overrides, const DecisionLog& decisions,
                        const QVector<StoredSummary>& summaries,
                        const QVector<RecordedCommit>& commits, const QDateTime& now,
                        const QHash<QByteArray, IsolationProof>& editedProofs,
                        const ReportVerification& verification,
                        const std::shared_ptr<const QVector<Finding>>& gone)
{
    ReportModel report;
    report.verification = verification;
    report.projectName = meta.name;
    report.meta = meta;
    report.toolVersion = QStringLiteral(ROCPORT_VERSION);
    report.made = now;
    report.scan = scan ? scan : std::make_shared<const ScanResult>();
    report.gone = gone ? gone : std::make_shared<const QVector<Finding>>();
    report.overrides = overrides;
    report.commits = commits;
    report.plan = makePlan(*report.scan, overrides);
    for (const QString& rule : meta.target.rulesOff) {
        report.rulesOff.insert(rule, decisions.whyOff(rule));
    }

    QSet<QByteArray> committed;
    for (const RecordedCommit& commit : commits) {
        if (!commit.undone) {
            committed.unite(QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
        }
    }
    QVector<ReportPhase> phases(kPhaseCount);
    const QSet<QByteArray> ticked = decisions.tickedFindings();
    const QVector<PhaseCounts> counts = countPhases(
        *report.scan,
        [&](const Hunk& hunk) {
            const ReportChange change = changeOf(hunk, decisions, committed, editedProofs);
            phases[qsizetype(hunk.phase)].changes.append(change);
            return HunkStanding{change.decision, change.committed, isProved(change.verdict)};
        },
        ticked, *report.gone);
    collectWithoutFix(*report.scan, decisions, phases);
    for (const Finding& finding : *report.gone) {
        phases[qsizetype(finding.phase)].ticked.append(
            {&finding, decisions.findingState(finding.id), decisions.findingNote(finding.id)});
    }
    forEachFindingLeft(*report.scan, [&report](const Finding&, FindingHome home) {
        ++report.byHome.at(static_cast<size_t>(home));
    });
    const QHash<QByteArray, DecisionKind> kinds = decisions.kinds();
    const ScanResult nothing; // a phase without findings and changes need not search them all
    for (const Phase number : kPhases) {
        ReportPhase& phase = phases[qsizetype(number)];
        phase.plan.phase = number;
        for (const PlanPhase& planned : std::as_const(report.plan.phases)) {
            if (planned.phase == number) {
                phase.plan = planned;
            }
        }
        for (QString& step : phase.plan.checklist) {
            if (decisions.kind(stepKey(number, step)) == DecisionKind::Accepted) {
                step.prepend(QStringLiteral("Done: "));
            }
        }
        phase.counts = counts.value(qsizetype(number));
        phase.state = phaseState(phase.plan, phase.counts);
        phase.summary = summaryOf(number, summaries);
        phase.summaryEdited = !phase.summary.isEmpty();
        if (!phase.summaryEdited) {
            const bool empty = phase.counts.findings == 0 && phase.counts.hunks == 0;
            phase.summary = draftSummary(phase.plan, phase.counts, empty ? nothing : *report.scan,
                                         kinds, ticked);
        }
    }
    report.phases = std::move(phases);
    addTotals(report);
    addWorkTotals(report);
    addEvidence(report);
    report.notRun = whatWasNotRun(report);
    return report;
}

} // namespace rocport
