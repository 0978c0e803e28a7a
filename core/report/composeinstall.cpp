#include "core/plan/installplan.h"
#include "core/report/compose.h"

namespace rocport {

void composeInstall(const ReportModel& report, Document& out)
{
    const InstallPlan plan = makeInstallPlan(*report.scan, report.meta.target);
    if (plan.isEmpty()) {
        return;
    }
    addHeading(out, 2, QStringLiteral("Installing without losing torch"));
    addParagraph(out,
                 {plain(QStringLiteral("From ")), code(plan.manifests.join(QStringLiteral(", "))),
                  plain(QStringLiteral(". After each step, torch must still be a ROCm build "
                                       "(torch.version.hip is not None). As a script: ")),
                  code(QStringLiteral("rocport-cli plan --install --format sh"))});
    QVector<QVector<Spans>> rows;
    for (const InstallStep& step : plan.steps) {
        rows.append({{plain(QString::number(rows.size() + 1))},
                     {plain(step.title)},
                     step.packages.isEmpty()
                         ? Spans{plain(QStringLiteral("-"))}
                         : Spans{code(step.packages.join(QStringLiteral(", ")))},
                     {plain(step.why)}});
    }
    addTable(out,
             {QStringLiteral(">Step"), QStringLiteral("What"), QStringLiteral("Packages"),
              QStringLiteral("Why")},
             rows);
    if (!plan.omissions.isEmpty()) {
        addParagraph(out, {plain(QStringLiteral("Left out, because it is for CUDA:"))});
        QVector<QVector<Spans>> left;
        for (const InstallOmission& one :
             plan.omissions.first(std::min(kMaxReportRows, plan.omissions.size()))) {
            left.append({{code(one.requirement)}, {code(one.place)}, richText(one.instead)});
        }
        addTable(
            out,
            {QStringLiteral("Requirement"), QStringLiteral("Where"), QStringLiteral("Instead")},
            left);
        addRest(out, left.size(), plan.omissions.size());
    }
    for (const QString& note : plan.notes) {
        addParagraph(out, richText(note));
    }
}

} // namespace rocport
