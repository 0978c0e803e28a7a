#include "core/report/verifyreport.h"

namespace rocport {

QString verifySummary(const VerifyRun& run)
{
    QString text = QStringLiteral("%1 passed, %2 failed, %3 skipped")
                       .arg(run.count(CheckState::Passed))
                       .arg(run.count(CheckState::Failed))
                       .arg(run.count(CheckState::Skipped));
    if (const int left = run.count(CheckState::NotRun); left > 0) {
        text += QStringLiteral(", %1 not run").arg(left);
    }
    return text;
}

QString logName(const QByteArray& hash, qsizetype digits)
{
    return hash.isEmpty() ? QStringLiteral("log not kept whole")
                          : QStringLiteral("log %1").arg(QString::fromLatin1(hash.left(digits)));
}

QByteArray renderVerifyText(const VerifyRun& run)
{
    QString text = QStringLiteral("%1: %2\n").arg(verifyLevelName(run.level), run.title);
    if (!run.nodeName.isEmpty()) {
        text += QStringLiteral("  node %1%2\n")
                    .arg(run.nodeName,
                         run.image.isEmpty() ? QString() : QStringLiteral(", ") + run.image);
    }
    if (needsAmdGpu(run.level)) {
        text += QStringLiteral("  device %1%2\n")
                    .arg(run.device.isEmpty() ? QStringLiteral("none") : run.device,
                         run.onGpu ? QString() : QStringLiteral(" (%1)").arg(missingGpuWords(run)));
    }
    if (run.level == VerifyLevel::Lanes) {
        text += QStringLiteral("  executed on the CPU: no evidence of an AMD GPU\n");
    }
    if (!run.jobId.isEmpty()) {
        text += QStringLiteral("  job %1, %2\n").arg(run.jobId, logName(run.logHash));
    }
    for (const CheckState state : {CheckState::Failed, CheckState::Running, CheckState::NotRun,
                                   CheckState::Skipped, CheckState::Passed}) {
        for (const VerifyCheck& check : run.checks) {
            if (check.state != state) {
                continue;
            }
            text += QStringLiteral("%1  %2").arg(checkStateId(state).leftJustified(8), check.name);
            if (!check.file.isEmpty()) {
                text += QStringLiteral(" [%1]").arg(check.file);
            }
            if (!check.detail.isEmpty()) {
                text += QStringLiteral(": ") + check.detail;
            }
            text += u'\n';
        }
    }
    text += verifySummary(run) + u'\n';
    for (const QString& note : run.notes) {
        text += QStringLiteral("note: %1\n").arg(note);
    }
    return text.toUtf8();
}

} // namespace rocport
