#pragma once

#include "core/report/document.h"
#include "core/report/report.h"

namespace rocport {

/// The report as blocks, in order.
Document composeReport(const ReportModel& report);

/// Parts of it: what was not translated, overridden, or run.
void composeNotTranslated(const ReportModel& report, Document& out);
void composeOverrides(const ReportModel& report, Document& out);
/// The appendix: notes that ask for nothing, by rule.
void composeNotes(const ReportModel& report, Document& out);
/// Findings of one phase that are left for a person.
void composeWithoutFix(const ReportPhase& phase, Document& out);
void composeTicked(const ReportPhase& phase, Document& out);

/// The steps of an installation on ROCm, where the repository has manifests.
void composeInstall(const ReportModel& report, Document& out);

/// What was run for the port: the pyramid, the runs, tensors that failed, nodes by check, and the
/// evidence of each phase.
void composeVerification(const ReportModel& report, Document& out);
/// Whether `run` was for the port as it is now.
bool isCurrent(const ReportModel& report, const VerifyRun& run);
/// Where a run was: "node, image", or "this machine".
QString placeOf(const VerifyRun& run);
/// What no machine has shown, one sentence each.
QStringList whatWasNotRun(const ReportModel& report);

/// What agents propose about changes, and no person has decided.
void composeProposed(const ReportModel& report, Document& out);

/// Totals by library and by file.
void composeTotals(const ReportModel& report, Document& out);
/// Decisions whose text has changed since.
void composeOrphaned(const ReportModel& report, Document& out);
/// Fills byFile, byLibrary and byEffort.
void addWorkTotals(ReportModel& report);

/// The most rows of one table; how many more there are is stated below it.
inline constexpr qsizetype kMaxReportRows = 300;

void addHeading(Document& out, int level, const QString& text);
void addParagraph(Document& out, const Spans& line);
void addTable(Document& out, const QStringList& header, const QVector<QVector<Spans>>& rows);
/// "and 12 more, listed in the JSON report", if `total` is greater than `shown`.
void addRest(Document& out, qsizetype shown, qsizetype total);

/// Text with Markdown's inline code, as in rules and checklists; an unpaired backtick stays a
/// backtick.
Spans richText(const QString& text);
/// "accepted" and so on: a decision in a word for people.
QString decisionWord(DecisionKind kind);
/// "reject" and so on: a decision that is proposed.
QString proposedWord(DecisionKind kind);
/// "unchanged, proved (projection equals the original)" and so on.
QString verdictName(Verdict verdict);
QString effortName(Effort effort);
QString stateName(PhaseState state);

} // namespace rocport
