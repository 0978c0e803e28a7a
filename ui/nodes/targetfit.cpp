#include "ui/nodes/targetfit.h"

#include <QCoreApplication>

#include <algorithm>

namespace rocport {

namespace {

QString fitText(const char* text)
{
    return QCoreApplication::translate("rocport::TargetFit", text);
}

bool sameRelease(const Version& a, const Version& b)
{
    return a.major() == b.major() && a.minor() == b.minor();
}

/// Of a package with a release of its own: "ROCm", "PyTorch".
ProbeFinding releaseFinding(const QString& ruleId, const QString& name, const Version& here,
                            const Version& wanted)
{
    ProbeFinding finding;
    finding.ruleId = ruleId;
    const QString has = here.toString();
    const QString target = wanted.toString();
    if (sameRelease(here, wanted)) {
        finding.title = fitText("%1 %2, as the port's target").arg(name, has);
        finding.message =
            fitText("The port is made for %1 %2, and the node has it.").arg(name, target);
        return finding;
    }
    finding.severity = Severity::Warning;
    finding.title = fitText("%1 %2, the port's target is %3").arg(name, has, target);
    finding.message = here < wanted
                          ? fitText("Rules and names follow the target, so code that needs "
                                    "%1 %2 does not build or run here.")
                                .arg(name, target)
                          : fitText("Code that builds and runs here may not do so with %1 "
                                    "%2, which the port is made for.")
                                .arg(name, target);
    finding.fix =
        fitText(
            "Use a node or an image with %1 %2, or set the target to %3 in the target settings.")
            .arg(name, target, has);
    return finding;
}

} // namespace

QVector<ProbeFinding> targetFindings(const ProbeReport& report, const TargetSettings& target)
{
    QVector<ProbeFinding> findings;
    if (!report.rocm.isEmpty() && !target.rocm.isEmpty()) {
        findings.append(releaseFinding(QStringLiteral("target-rocm"), QStringLiteral("ROCm"),
                                       report.rocm, target.rocm));
    }
    if (report.torchIsRocm && !report.torch.isEmpty() && !target.torch.isEmpty() &&
        !sameRelease(report.torch, target.torch)) {
        findings.append(releaseFinding(QStringLiteral("target-torch"), QStringLiteral("PyTorch"),
                                       report.torch, target.torch));
    }
    const bool fits = std::any_of(
        report.architectures.begin(), report.architectures.end(),
        [&](const QString& architecture) { return target.architectures.contains(architecture); });
    if (!fits && !report.architectures.isEmpty() && !target.architectures.isEmpty()) {
        const QString here = report.architectures.join(QStringLiteral(", "));
        const QString wanted = target.architectures.join(QStringLiteral(", "));
        ProbeFinding finding;
        finding.ruleId = QStringLiteral("target-gpu");
        finding.severity = Severity::Warning;
        finding.title = fitText("%1, the port's target is %2").arg(here, wanted);
        finding.message = fitText("Code compiled for %1 does not load on %2.").arg(wanted, here);
        finding.fix =
            fitText("Use a node with %1, or add %2 to the target settings.").arg(wanted, here);
        findings.append(finding);
    }
    return findings;
}

ProbeReport besideTarget(ProbeReport report, const std::optional<TargetSettings>& target)
{
    if (target) {
        report.findings += targetFindings(report, *target);
        std::stable_sort(report.findings.begin(), report.findings.end(),
                         [](const ProbeFinding& a, const ProbeFinding& b) {
                             return static_cast<int>(a.severity) > static_cast<int>(b.severity);
                         });
    }
    return report;
}

} // namespace rocport
