#include "tests/gui/walkpicture.h"

#include "core/plan/counts.h"

#include <QCryptographicHash>
#include <QFile>

namespace rocport::test {

QStringList decisionsPicture(const ProjectState& state)
{
    QStringList lines;
    for (const Hunk& hunk : state.scan->hunks) {
        const Decision* decision = state.decisions.decision(hunk.key);
        const bool said = decision != nullptr && decision->kind != DecisionKind::Open;
        lines.append(QStringLiteral("change %1 %2 %3 width %4 edit %5 note “%6” reason “%7”")
                         .arg(QString::fromLatin1(hunk.key), hunk.targetPath.display(),
                              decisionId(state.decisions.kind(hunk.key)),
                              guardWidthId(state.guardWidth(hunk.key)),
                              QString::fromLatin1(state.editedText(hunk).toHex()),
                              decision != nullptr ? decision->note : QString(),
                              said ? decision->overrideReason : QString()));
    }
    forEachFindingForAPerson(*state.scan, [&](const Finding& finding) {
        lines.append(
            QStringLiteral("finding %1 %2 note “%3”")
                .arg(QString::fromLatin1(finding.id.toHex()),
                     QString::number(static_cast<int>(state.decisions.findingState(finding.id))),
                     state.decisions.findingNote(finding.id)));
    });
    for (const GuardSetting& setting : state.guardWidths) {
        lines.append(QStringLiteral("width %1 %2").arg(setting.subject, setting.width));
    }
    for (const UserGuard& guard : state.userGuards) {
        lines.append(QStringLiteral("guard %1 %2 %3-%4 %5")
                         .arg(QString::fromLatin1(guard.key), guard.path.display())
                         .arg(guard.firstLine)
                         .arg(guard.lastLine)
                         .arg(guard.reason));
    }
    lines.sort();
    return lines;
}

QStringList portPicture(const ProjectState& state, const QString& folder)
{
    QVector<Hunk> taken;
    QHash<QByteArray, QByteArray> edited;
    for (const Hunk& hunk : state.scan->hunks) {
        const DecisionKind kind = state.decisions.kind(hunk.key);
        if (isTaken(kind)) {
            taken.append(hunk);
        }
        if (kind == DecisionKind::Edited) {
            edited.insert(hunk.key, state.editedText(hunk));
        }
    }
    const auto files =
        buildPort(taken, edited, [&folder](const RepoPath& path) -> Result<QByteArray> {
            QFile file(folder + u'/' + path.display());
            if (!file.open(QIODevice::ReadOnly)) {
                return Error{ErrorCode::FileNotFound, {}, path.display()};
            }
            return file.readAll();
        });
    if (!files) {
        return {QStringLiteral("error %1 %2").arg(files.error().object, files.error().detail)};
    }
    QStringList lines;
    for (const PortFile& file : *files) {
        const QByteArray digest =
            QCryptographicHash::hash(file.content, QCryptographicHash::Sha256).toHex();
        lines.append(file.path.display() + u' ' + QString::fromLatin1(digest));
    }
    return lines;
}

QString difference(const QStringList& before, const QStringList& after)
{
    QStringList lines;
    for (const QString& line : before) {
        if (!after.contains(line)) {
            lines.append(QStringLiteral("  - ") + line);
        }
    }
    for (const QString& line : after) {
        if (!before.contains(line)) {
            lines.append(QStringLiteral("  + ") + line);
        }
    }
    return lines.join(u'\n');
}

} // namespace rocport::test
