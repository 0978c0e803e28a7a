#pragma once

#include "core/base/result.h"
#include "core/base/vendored.h"
#include "core/isolation/isolation.h"
#include "core/plan/plan.h"
#include "core/store/projectfile.h"
#include "core/store/proposeddecision.h"
#include "core/verify/evidence.h"
#include "core/verify/verifyrun.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>

#include <array>
#include <functional>

namespace rocport {

/// One change in the report.
struct ReportChange
{
    const Hunk* hunk = nullptr;
    DecisionKind decision = DecisionKind::Open;
    QString note;
    QString overrideReason;
    QString author;
    QDateTime time;
    bool committed = false;
    Verdict verdict = Verdict::Unproved; ///< of what is accepted: that of the edit if it was edited
    QString verdictReason;
    EvidenceGrade grade = EvidenceGrade::Proposed; ///< that of `evidence`
    ChangeEvidence evidence;                       ///< run, job and log behind the grade
};

/// A finding without a change that a person ticked off.
struct ReportTicked
{
    const Finding* finding = nullptr;
    FindingState state = FindingState::Done;
    QString note;
};

struct ReportPhase
{
    PlanPhase plan;
    PhaseCounts counts;
    PhaseState state = PhaseState::Todo;
    QString summary; ///< Markdown: the user's text, else the draft
    bool summaryEdited = false;
    QVector<ReportChange> changes;
    QVector<const Finding*> withoutFix; ///< open findings left for a person, worst first
    QVector<ReportTicked> ticked;       ///< those that are done or not needed
};

/// What was done and what is left in one file, or for one library.
struct WorkTotal
{
    QString name;                                         ///< of the file or the library
    RepoPath path;                                        ///< of a file
    int changes = 0, taken = 0;                           ///< proposed; part of the port
    int supported = 0, experimental = 0, unsupported = 0; ///< uses of a library's names
    std::array<int, 4> left{};                            ///< findings left for a person, by Effort

    [[nodiscard]] int leftOf(Effort effort) const { return left.at(static_cast<size_t>(effort)); }
};

/// A decision whose change is no longer proposed, or an edit that conflicts with the current one.
struct ReportOrphan
{
    QByteArray key;
    RepoPath path;
    int line = 1;
    QString title;
    DecisionKind decision = DecisionKind::Open;
    QString note;
    bool conflict = false;
};

/// What was run for the port. Empty: nothing was.
struct ReportVerification
{
    QVector<VerifyRun> runs; ///< newest first
    QByteArray portKey;      ///< of the port as of now; runs with another key are out of date
    std::shared_ptr<const GateResult> gate; ///< the newest compile check on this machine; null:
                                            ///  none
    bool gateOutOfDate = false;
};

/// Everything that any renderer needs. Keeps the scan that its pointers point into alive.
struct ReportModel
{
    QString projectName;
    ProjectMeta meta;
    QString toolVersion;
    QDateTime made;
    std::shared_ptr<const ScanResult> scan;
    std::shared_ptr<const QVector<Finding>>
        gone; ///< findings that `ticked` names beside the scan's
    /// Findings left for a person, by FindingHome: no list and no other count has any but Own.
    std::array<int, 4> byHome{};
    Plan plan;
    QVector<ReportPhase> phases;
    QVector<PlanOverride> overrides;
    QVector<RecordedCommit> commits;
    int hunks = 0, decided = 0, taken = 0, proved = 0, overridden = 0;
    QVector<WorkTotal> byFile;     ///< worst first; files with changes or something left
    QVector<WorkTotal> byLibrary;  ///< worst first
    std::array<int, 4> byEffort{}; ///< findings left for a person, by Effort
    QVector<ReportOrphan> orphaned;
    QMap<QString, QString> rulesOff; ///< rules switched off here, and why; empty: no reason given
    ReportVerification verification;
    QVector<ProposedDecision> proposed; ///< by agents, about changes of the scan; not decided
    PortEvidence evidence;              ///< grades by change and by file
    QStringList notRun;                 ///< what no machine has shown: "Nothing was run on a GPU."

    [[nodiscard]] int leftIn(FindingHome home) const
    {
        return byHome.at(static_cast<size_t>(home));
    }
};

/// A hunk that was edited in place counts as proved only if `editedProofs` (by hunk key) says so:
/// the proof of the proposal does not apply to the edit. A null `scan` gives an empty report.
/// `gone`: findings that are ticked off and no longer in the scan.
ReportModel buildReport(const ProjectMeta& meta, const std::shared_ptr<const ScanResult>& scan,
                        const QVector<PlanOverride>& overrides, const DecisionLog& decisions,
                        const QVector<StoredSummary>& summaries,
                        const QVector<RecordedCommit>& commits, const QDateTime& now,
                        const QHash<QByteArray, IsolationProof>& editedProofs = {},
                        const ReportVerification& verification = {},
                        const std::shared_ptr<const QVector<Finding>>& gone = {});

/// Renderers; UTF-8, LF. Markdown and HTML have the same content; HTML is self-contained (no
/// script, no outside resource); text from the repository is escaped in each.
QByteArray renderMarkdown(const ReportModel& report);
QByteArray renderHtml(const ReportModel& report);
QByteArray renderJson(const ReportModel& report);
/// What is left to do, see makeTasks(): as Markdown, and as JSON.
QByteArray renderTasks(const ReportModel& report, const RuleSet& rules);
QByteArray renderTasksJson(const ReportModel& report, const RuleSet& rules);

/// The body of the report in the HTML that QTextDocument shows, for the preview and for PDF: facts
/// in a table of one row, notices in cells (classes fact-name, fact-value, notice-warn,
/// notice-critical, number, byline), marks as images named reportMarkName().
QString renderRichText(const ReportModel& report);
/// The name under which a document with the output of renderRichText() finds the mark of a state.
QString reportMarkName(PhaseState state);

/// What writes a report in a format that core cannot, and these formats by name. Called in any
/// thread; ends early with ErrorCode::Cancelled if isWorkCancelled().
using ReportRenderer = std::function<Result<QByteArray>(const ReportModel&)>;
using ReportRenderers = QHash<QString, ReportRenderer>;

/// Findings as SARIF 2.1.0: ruleId, level (note, warning, error), uri relative to the scanned
/// folder, start and end line, fingerprint. With `evidence`, the grade of the change that answers a
/// finding is in its properties, as is the home of one that is not FindingHome::Own. Those in
/// vendored and generated files are counted in the properties of the run, and only with `copies`
/// among the results. Valid against the OASIS schema.
QByteArray renderSarif(const ScanResult& scan, const RuleSet& rules,
                       const PortEvidence* evidence = nullptr, bool copies = false);

/// Message of the commit of `phase`: subject at most 72 characters ("Port phase 3: wavefront
/// adaptation (41 changes)"), body from the summary wrapped at 72 columns, `reproduction`
/// unchanged, trailer "Rocport-Phase: 3". `phase.changes` are those of the commit.
QString commitMessage(const ReportPhase& phase, const QString& projectName,
                      const QString& reproduction = {});

} // namespace rocport
