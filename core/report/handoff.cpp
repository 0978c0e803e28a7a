#include "core/report/handoff.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/report/harmlessmarkdown.h"

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
    return QStringLiteral("Left: %1, and %2 to do by hand.")
        .arg(counted(open, "undecided change", "undecided changes"),
             counted(findings, "place", "places"));
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
                       .arg(harmlessMarkdown(visibleText(report.projectName)).trimmed(),
                            report.meta.target.rocm.toString(), architectures(report),
                            report.meta.target.guardMacro);
    text += QStringLiteral("## Commits\n\n");
    for (const RecordedCommit& commit : report.commits) {
        if (!commit.undone) {
            const QString subject = visibleText(commit.message.section(u'\n', 0, 0));
            text += QStringLiteral("- %1\n").arg(harmlessMarkdown(subject).trimmed());
        }
    }
    text += QStringLiteral("\n## What is known\n\n%1\n\n%2\n")
                .arg(provedText(report), leftText(report));
    if (!report.notRun.isEmpty()) {
        text += QStringLiteral("\n%1\n").arg(report.notRun.join(u' '));
    }
    return text;
}

} // namespace rocport
