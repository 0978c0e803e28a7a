#include "core/report/kernelreport.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/report/lanereport.h"
#include "core/report/tensorreport.h"
#include "core/verify/lanecheck.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

QString valueText(double value)
{
    return QString::number(value, 'g', 6);
}

/// "no, input", "3 of 8", "all".
QString changedText(const KernelBuffer& buffer)
{
    if (!buffer.isKept) {
        return QStringLiteral("not kept");
    }
    if (buffer.changed == 0) {
        return buffer.isInput ? QStringLiteral("input") : QStringLiteral("no");
    }
    return buffer.changed == buffer.elements
               ? QStringLiteral("all")
               : QStringLiteral("%1 of %2")
                     .arg(countText(buffer.changed), countText(buffer.elements));
}

QStringList bufferRow(const KernelBuffer& buffer)
{
    QStringList row{
        visibleLine(buffer.name),
        QStringLiteral("%1 %2").arg(elementTypeName(buffer.type), shapeText(buffer.shape)),
        changedText(buffer)};
    if (!buffer.isKept) {
        return row;
    }
    return row + QStringList{valueText(buffer.least),
                             valueText(buffer.most),
                             valueText(buffer.mean),
                             countText(buffer.nans),
                             countText(buffer.infinities),
                             buffer.first.join(QStringLiteral(", ")) +
                                 (buffer.elements > buffer.first.size() ? QStringLiteral(", …")
                                                                        : QString())};
}

} // namespace

QByteArray renderKernelText(const KernelResult& result)
{
    QVector<QStringList> rows{{QStringLiteral("Buffer"), QStringLiteral("Type, shape"),
                               QStringLiteral("Written"), QStringLiteral("Min"),
                               QStringLiteral("Max"), QStringLiteral("Mean"), QStringLiteral("NaN"),
                               QStringLiteral("Inf"), QStringLiteral("First values")}};
    for (const KernelBuffer& buffer : result.buffers) {
        rows.append(bufferRow(buffer));
    }
    QString text = laneTable(rows);
    text += QStringLiteral("%1, grid %2, block %3: %4 on %5 lanes. Executed on the CPU: no "
                           "evidence of a GPU.\n")
                .arg(visibleLine(result.kernel), laneSizes(result.grid), laneSizes(result.block),
                     result.original ? QStringLiteral("the original") : QStringLiteral("the port"))
                .arg(result.lanes);
    QByteArray bytes = text.toUtf8();
    if (result.against) {
        bytes += '\n' + renderComparisonText(*result.against);
    }
    return bytes;
}

QByteArray renderKernelJson(const KernelResult& result, const QByteArray& output)
{
    const auto sizes = [](const std::array<quint32, 3>& three) {
        return QJsonArray{qint64(three[0]), qint64(three[1]), qint64(three[2])};
    };
    QJsonArray buffers;
    for (const KernelBuffer& buffer : result.buffers) {
        QJsonArray shape;
        for (const qint64 size : buffer.shape) {
            shape.append(size);
        }
        QJsonObject object{{QStringLiteral("name"), buffer.name},
                           {QStringLiteral("type"), elementTypeName(buffer.type)},
                           {QStringLiteral("shape"), shape},
                           {QStringLiteral("input"), buffer.isInput},
                           {QStringLiteral("kept"), buffer.isKept}};
        if (buffer.isKept) {
            object.insert(QStringLiteral("changed"), buffer.changed);
            object.insert(QStringLiteral("first"), QJsonArray::fromStringList(buffer.first));
            object.insert(QStringLiteral("min"), buffer.least);
            object.insert(QStringLiteral("max"), buffer.most);
            object.insert(QStringLiteral("mean"), buffer.mean);
            object.insert(QStringLiteral("nan"), buffer.nans);
            object.insert(QStringLiteral("inf"), buffer.infinities);
        }
        buffers.append(object);
    }
    QJsonArray complaints;
    for (const LaneComplaint& complaint : result.complaints) {
        complaints.append(laneComplaintToJson(complaint));
    }
    QJsonObject whole{{QStringLiteral("format"), 1},
                      {QStringLiteral("evidence"), QStringLiteral("executed on the CPU")},
                      {QStringLiteral("kernel"), result.kernel},
                      {QStringLiteral("original"), result.original},
                      {QStringLiteral("lanes"), result.lanes},
                      {QStringLiteral("grid"), sizes(result.grid)},
                      {QStringLiteral("block"), sizes(result.block)},
                      {QStringLiteral("buffers"), buffers},
                      {QStringLiteral("complaints"), complaints},
                      {QStringLiteral("output"), QString::fromUtf8(output.left(64 * 1024))}};
    if (result.against) {
        whole.insert(QStringLiteral("against"), toJson(*result.against));
    }
    return QJsonDocument(whole).toJson();
}

} // namespace rocport
