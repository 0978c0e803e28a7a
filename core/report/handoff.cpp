#include "core/report/handoff.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/report/compose.h"
#include "core/report/gatereport.h"
#include "core/report/harmlessmarkdown.h"
#include "core/report/verifyreport.h"

namespace rocport {

namespace {

QString architectures(const ReportModel& report)
{
    return report.meta.target.architectures.join(QStringLiteral(", "));
}

QString provedText(const ReportModel& report)
{
    QString text = QStringLiteral("The NVIDIA path is proved unchanged for %1 of %2.")
                       .arg(countText(report.proved),
                            counted(report.taken, "accepted change", "accepted changes"));
    if (report.overridden > 0) {
        text += QStringLiteral(" %1 accepted against the verdict; the report gives the reasons.")
                    .arg(counted(report.overridden, "change was", "changes were"));
    }
    return text;
}

QString leftText(const ReportModel& report)
{
    int open = 0;
    int findings = 0;
    for (const ReportPhase& phase : report.phases) {
        open += phase.counts.open();
        findings += phase.counts.openFindings();
    }
    if (open == 0 && findings == 0) {
        return QStringLiteral("No change is undecided, and no finding is left to do by hand.");
    }
    return QStringLiteral("%1, and %2 to do by hand, which the report lists.")
        .arg(counted(open, "undecided change", "undecided changes"),
             counted(findings, "place", "places"));
}

QString markdown(const QString& text)
{
    return harmlessMarkdown(visibleLine(text)).trimmed();
}

/// "- L2 Build, *title* (node, image): 3 passed, 0 failed, 0 skipped".
QString runText(const VerifyRun& run)
{
    QString where = placeOf(run);
    if (needsAmdGpu(run.level)) {
        where += QStringLiteral(", ") + (run.onGpu ? run.device : missingGpuWords(run));
    }
    return QStringLiteral("- %1, %2 (%3): %4\n")
        .arg(verifyLevelName(run.level), markdown(run.title), markdown(where), verifySummary(run));
}

/// Runs of the port as it is now, of some levels.
QString runsText(const ReportModel& report, const QVector<VerifyLevel>& levels)
{
    QString text;
    for (const VerifyRun& run : report.verification.runs) {
        if (run.isOfLevel() && levels.contains(run.level) && isCurrent(report, run)) {
            text += runText(run);
        }
    }
    return text;
}

QString compiledText(const ReportModel& report)
{
    QString text;
    const auto& gate = report.verification.gate;
    if (gate && gate->compilerFound && !report.verification.gateOutOfDate) {
        text = QStringLiteral("- Compile check with %1 for %2: %3\n")
                   .arg(markdown(gate->compiler.version), gate->architectures.join(u','),
                        gateSummary(*gate));
    }
    text += runsText(report, {VerifyLevel::Build});
    return text.isEmpty() ? QStringLiteral("Nothing, in the state of this branch.\n") : text;
}

QString ranText(const ReportModel& report)
{
    const QString text = runsText(report, {VerifyLevel::Load, VerifyLevel::Numerical});
    return text.isEmpty() ? QStringLiteral("Nothing, in the state of this branch.\n") : text;
}

} // namespace

QString handOffTitle(const ReportModel& report)
{
    return QStringLiteral("Port %1 to AMD ROCm (%2)")
        .arg(visibleText(report.projectName), architectures(report));
}

QString handOffText(const ReportModel& report)
{
    QString text = QStringLiteral("Ports %1 to AMD ROCm %2 on %3, guarded by `%4`.\n\n")
                       .arg(markdown(report.projectName), report.meta.target.rocm.toString(),
                            architectures(report), report.meta.target.guardMacro);
    text += QStringLiteral("## Commits\n\n");
    for (const RecordedCommit& commit : report.commits) {
        if (!commit.undone) {
            text += QStringLiteral("- %1\n").arg(markdown(commit.message.section(u'\n', 0, 0)));
        }
    }
    text += QStringLiteral("\n## NVIDIA builds\n\n%1\n").arg(provedText(report));
    text += QStringLiteral("\n## Compiled for AMD\n\n") + compiledText(report);
    if (const QString lanes = runsText(report, {VerifyLevel::Lanes}); !lanes.isEmpty()) {
        text += QStringLiteral("\n## Executed on the CPU\n\n%1\nThis is no evidence of an AMD "
                               "GPU.\n")
                    .arg(lanes);
    }
    text += QStringLiteral("\n## Run on AMD\n\n") + ranText(report);
    text += QStringLiteral("\n## Not done\n\n");
    for (const QString& sentence : report.notRun) {
        text += QStringLiteral("- %1\n").arg(sentence);
    }
    text += QStringLiteral("- %1\n").arg(leftText(report));
    return text;
}

} // namespace rocport
