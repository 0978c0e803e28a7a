#include "core/report/lanereport.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostLaneRows = 1000;
constexpr qsizetype kMostBuildLines = 30;
constexpr int kWidestColumn = 48;

QString errorNumber(std::optional<double> value)
{
    return !value        ? QStringLiteral("-")
           : *value == 0 ? QStringLiteral("0")
                         : QString::number(*value, 'g', 3);
}

QStringList laneRow(const LaneCopyCheck& copy)
{
    QStringList row{QString::number(copy.number), visibleLine(copy.name),
                    visibleLine(copy.kernel.isEmpty() ? QStringLiteral("-") : copy.kernel),
                    QStringLiteral("%1, %2").arg(copy.type, countText(copy.elements)),
                    errorNumber(copy.maxAbsolute())};
    for (const LanePortCopy& port : copy.ports) {
        row.append(laneVerdictName(port.verdict));
    }
    return row;
}

QString buildText(const LaneSide& side)
{
    QString text;
    const QList<QByteArray> lines = side.program.output.split('\n');
    for (const QByteArray& line : lines.first(std::min(kMostBuildLines, lines.size()))) {
        if (!line.trimmed().isEmpty()) {
            text += visibleLine(QString::fromUtf8(line)) + u'\n';
        }
    }
    for (const QString& reason : side.program.reasons) {
        text += visibleLine(reason) + u'\n';
    }
    return text;
}

QString summaryOf(const LaneVerification& result)
{
    const qsizetype wrong = result.copies.size() - result.passed();
    QString text = QStringLiteral("Nothing was copied back");
    if (!result.complete()) {
        text = QStringLiteral("Not all of it was built and run");
    } else if (wrong > 0) {
        text = counted(wrong, "copy differs", "copies differ") +
               QStringLiteral(", %1 equal or in tolerance").arg(countText(result.passed()));
    } else if (!result.copies.isEmpty()) {
        text = counted(result.copies.size(), "copy is", "copies are") +
               QStringLiteral(" equal or in tolerance");
    }
    return text + QStringLiteral(" (%1 s). Executed on the CPU: no evidence of an AMD GPU.\n")
                      .arg(double(result.elapsedMs) / 1000, 0, 'f', 1);
}

} // namespace

QJsonObject laneComplaintToJson(const LaneComplaint& complaint)
{
    return {{QStringLiteral("check"), complaint.check},
            {QStringLiteral("path"), complaint.path},
            {QStringLiteral("line"), complaint.line},
            {QStringLiteral("kernel"), complaint.kernel},
            {QStringLiteral("text"), complaint.text}};
}

QString laneTable(const QVector<QStringList>& rows)
{
    QVector<qsizetype> widths;
    for (const QStringList& row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (i == widths.size()) {
                widths.append(0);
            }
            widths[i] = std::min<qsizetype>(std::max(widths[i], row[i].size()), kWidestColumn);
        }
    }
    QString text;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            line += row[i].leftJustified(widths[i]) + QStringLiteral("  ");
        }
        text += line.trimmed() + u'\n';
    }
    return text;
}

QByteArray renderLanesText(const LaneVerification& result)
{
    QString text;
    for (const LaneSide& side : result.sides) {
        if (side.program.program.isEmpty()) {
            text += buildText(side);
        }
    }
    if (!result.copies.isEmpty()) {
        QVector<QStringList> rows{
            {QStringLiteral("#"), QStringLiteral("Copy"), QStringLiteral("Kernel that wrote it"),
             QStringLiteral("Type, elements"), QStringLiteral("Max abs error")}};
        for (const LanePortCopy& port : result.copies.first().ports) {
            rows.first().append(QStringLiteral("Port, %1").arg(port.lanes));
        }
        for (const LaneCopyCheck& copy : result.copies) {
            if (rows.size() <= kMostLaneRows || copy.wrong() != nullptr) {
                rows.append(laneRow(copy));
            }
        }
        text += laneTable(rows);
        const qsizetype hidden = result.copies.size() - rows.size() + 1;
        text +=
            hidden > 0 ? QStringLiteral("… and %1 that pass\n").arg(countText(hidden)) : QString();
        text += u'\n';
    }
    for (const LaneCopyCheck& copy : result.copies) {
        if (const LanePortCopy* wrong = copy.wrong()) {
            text += QStringLiteral("%1 ").arg(copy.number) + visibleLine(laneSentence(copy));
            const QString thread =
                wrong->comparison ? copy.threadOf(wrong->comparison->firstMismatch, wrong->lanes)
                                  : QString();
            text += thread.isEmpty()
                        ? QString()
                        : QStringLiteral(" If each thread writes its own, it is %1.").arg(thread);
            text += u'\n';
        }
    }
    for (const QString& difference : result.differences) {
        text += difference + u'\n';
    }
    for (const LaneSide& side : result.sides) {
        for (const LaneComplaint& complaint : side.run.complaints) {
            const QString place =
                complaint.line == 0
                    ? QString()
                    : QStringLiteral("%1:%2: ").arg(complaint.path).arg(complaint.line);
            const QString kernel = complaint.kernel.isEmpty()
                                       ? QString()
                                       : QStringLiteral("in %1: ").arg(complaint.kernel);
            text += visibleLine(place + kernel +
                                QStringLiteral("%1 [%2] (%3)")
                                    .arg(complaint.text, complaint.check, side.name().toLower())) +
                    u'\n';
        }
        if (!side.problem().isEmpty()) {
            text += visibleLine(side.problem()) + u'\n';
        } else if (!side.run.sandboxed) {
            text += QStringLiteral("%1 ran without a sandbox: %2.\n")
                        .arg(side.name(), side.run.notSandboxed);
        }
    }
    for (const QString& note : result.notes) {
        text += note + u'\n';
    }
    return (text + summaryOf(result)).toUtf8();
}

QByteArray renderLanesJson(const LaneVerification& result)
{
    QJsonArray sides;
    for (const LaneSide& side : result.sides) {
        QJsonArray complaints;
        for (const LaneComplaint& complaint : side.run.complaints) {
            complaints.append(laneComplaintToJson(complaint));
        }
        QJsonObject object{
            {QStringLiteral("original"), side.original},
            {QStringLiteral("lanes"), side.lanes},
            {QStringLiteral("compiler"), side.program.compiler},
            {QStringLiteral("reasons"), QJsonArray::fromStringList(side.program.reasons)},
            {QStringLiteral("problem"), side.problem()},
            {QStringLiteral("complaints"), complaints}};
        if (!side.program.reasons.isEmpty()) {
            object.insert(QStringLiteral("compilerOutput"),
                          QString::fromUtf8(side.program.output.left(64 * 1024)));
        }
        if (side.ran) {
            object.insert(QStringLiteral("ending"), side.ending());
            object.insert(QStringLiteral("sandboxed"), side.run.sandboxed);
            object.insert(QStringLiteral("output"),
                          QString::fromUtf8(side.run.output.output.left(64 * 1024)));
        }
        sides.append(object);
    }
    QJsonArray copies;
    for (const LaneCopyCheck& copy : result.copies) {
        QJsonObject object = laneCopyToJson(copy);
        object.insert(QStringLiteral("sentence"), laneSentence(copy));
        copies.append(object);
    }
    const QJsonObject whole{
        {QStringLiteral("format"), 1},
        {QStringLiteral("evidence"), QStringLiteral("executed on the CPU")},
        {QStringLiteral("complete"), result.complete()},
        {QStringLiteral("equal"), result.complete() && result.equal()},
        {QStringLiteral("runs"), sides},
        {QStringLiteral("copies"), copies},
        {QStringLiteral("differences"), QJsonArray::fromStringList(result.differences)},
        {QStringLiteral("notes"), QJsonArray::fromStringList(result.notes)},
        {QStringLiteral("elapsedMs"), result.elapsedMs}};
    return QJsonDocument(whole).toJson();
}

} // namespace rocport
