#include "core/report/tensorreport.h"

#include "core/tensor/elementtype.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QVector>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

/// Three digits at most: the table is read by people, the JSON has all.
QString tableNumber(double value)
{
    if (value == 0) {
        return QStringLiteral("0");
    }
    return QString::number(value, value >= 0.01 && value < 10000 ? 'g' : 'e',
                           value >= 0.01 && value < 10000 ? 3 : 1);
}

bool wasCompared(const TensorComparison& tensor)
{
    return tensor.verdict == TensorVerdict::Passed || tensor.verdict == TensorVerdict::Failed ||
           tensor.verdict == TensorVerdict::TypeDiffers;
}

QString shareText(const TensorComparison& tensor)
{
    if (tensor.mismatched == 0) {
        return QStringLiteral("0");
    }
    const double percent = 100.0 * double(tensor.mismatched) / double(tensor.elements);
    return percent < 0.01 ? QStringLiteral("< 0.01") : QString::number(percent, 'f', 2);
}

QStringList tableRow(const TensorComparison& tensor)
{
    QString type = tensor.referenceType;
    if (type.isEmpty() || (!tensor.candidateType.isEmpty() && tensor.candidateType != type)) {
        type = type.isEmpty() ? tensor.candidateType : type + u'/' + tensor.candidateType;
    }
    QStringList row{tensorVerdictId(tensor.verdict), tensor.name, type, shapeText(tensor.shape)};
    if (!wasCompared(tensor)) {
        return row + QStringList(7, QStringLiteral("-"));
    }
    return row + QStringList{tableNumber(tensor.tolerance.relative),
                             tableNumber(tensor.tolerance.absolute),
                             tableNumber(tensor.maxAbsolute),
                             tableNumber(tensor.meanAbsolute),
                             tableNumber(tensor.maxRelative),
                             tensor.maxUlp < 0 ? QStringLiteral("-") : tableNumber(tensor.maxUlp),
                             shareText(tensor)};
}

/// Order of the table: what cannot be compared, what failed, what passed; within these by how much
/// of the tolerance was used.
double badness(const TensorComparison& tensor)
{
    if (tensor.verdict == TensorVerdict::Passed) {
        for (size_t bin = tensor.histogram.size(); bin > 0; --bin) {
            if (tensor.histogram[bin - 1] > 0) {
                return double(bin);
            }
        }
        return 0;
    }
    if (tensor.verdict == TensorVerdict::Failed) {
        const double share =
            tensor.elements > 0 ? double(tensor.mismatched) / double(tensor.elements) : 0;
        return 100 + share;
    }
    return 200;
}

void appendTable(QString& out, const QVector<const TensorComparison*>& order)
{
    QVector<QStringList> rows{
        {QStringLiteral("verdict"), QStringLiteral("tensor"), QStringLiteral("type"),
         QStringLiteral("shape"), QStringLiteral("rtol"), QStringLiteral("atol"),
         QStringLiteral("max abs"), QStringLiteral("mean abs"), QStringLiteral("max rel"),
         QStringLiteral("ulp"), QStringLiteral("beyond %")}};
    for (const TensorComparison* tensor : order) {
        rows.append(tableRow(*tensor));
    }
    QVector<qsizetype> widths(rows.first().size(), 0);
    for (const QStringList& row : std::as_const(rows)) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths.at(i), row.at(i).size());
        }
    }
    constexpr qsizetype kTextColumns = 4;
    for (const QStringList& row : std::as_const(rows)) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            line += i == 0 ? QString() : QStringLiteral("  ");
            line += i < kTextColumns ? row.at(i).leftJustified(widths.at(i))
                                     : row.at(i).rightJustified(widths.at(i));
        }
        out += line + u'\n';
    }
}

/// Names come from files: no control characters on a terminal.
QString printable(QString text)
{
    for (QChar& c : text) {
        if (c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0)) {
            c = QChar(u'\uFFFD');
        }
    }
    return text;
}

} // namespace

QString toleranceAdvice(const TensorComparison& comparison)
{
    const double allowed = comparison.tolerance.absolute;
    const double least = comparison.tightest.absolute;
    if (comparison.verdict != TensorVerdict::Passed || allowed <= 0) {
        return {};
    }
    if (comparison.maxAbsolute == 0) {
        return QStringLiteral("all elements equal");
    }
    if (least == 0) {
        return QStringLiteral("passes with rtol %1 alone")
            .arg(tableNumber(comparison.tolerance.relative));
    }
    return QStringLiteral("passes with atol %1 and rtol %2; %3 is allowed")
        .arg(tableNumber(least), tableNumber(comparison.tolerance.relative), tableNumber(allowed));
}

QString comparisonSummary(const FileComparison& comparison)
{
    const auto passed =
        std::count_if(comparison.tensors.begin(), comparison.tensors.end(),
                      [](const auto& tensor) { return tensor.verdict == TensorVerdict::Passed; });
    const auto others = comparison.tensors.size() - passed;
    if (comparison.tensors.isEmpty()) {
        return QStringLiteral("nothing to compare");
    }
    return QStringLiteral("%1 %2, %3 %4")
        .arg(passed)
        .arg(passed == 1 ? QStringLiteral("tensor agrees") : QStringLiteral("tensors agree"))
        .arg(others)
        .arg(others == 1 ? QStringLiteral("does not") : QStringLiteral("do not"));
}

QByteArray renderComparisonText(const FileComparison& comparison)
{
    QVector<const TensorComparison*> order;
    for (const TensorComparison& tensor : comparison.tensors) {
        order.append(&tensor);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* a, const auto* b) { return badness(*a) > badness(*b); });
    QString out = QStringLiteral("reference %1\ncandidate %2\n\n")
                      .arg(comparison.reference, comparison.candidate);
    if (!order.isEmpty()) {
        QString table;
        appendTable(table, order);
        const QStringList lines = table.split(u'\n');
        for (const QString& line : lines.mid(0, lines.size() - 1)) {
            out += printable(line) + u'\n';
        }
        out += u'\n';
    }
    for (const TensorComparison* tensor : order) {
        if (!tensor->detail.isEmpty()) {
            out += printable(QStringLiteral("%1: %2").arg(tensor->name, tensor->detail)) + u'\n';
        } else if (const QString advice = toleranceAdvice(*tensor); !advice.isEmpty()) {
            out += printable(QStringLiteral("%1: %2").arg(tensor->name, advice)) + u'\n';
        }
        if (tensor->tolerance.isOverride() && wasCompared(*tensor)) {
            out += printable(QStringLiteral("    tolerance: %1").arg(tensor->tolerance.reason)) +
                   u'\n';
        }
    }
    for (const QString& note : comparison.notes) {
        out += printable(note) + u'\n';
    }
    out += QStringLiteral("%1 (%2 s)\n")
               .arg(comparisonSummary(comparison))
               .arg(double(comparison.elapsedMs) / 1000, 0, 'f', 2);
    return out.toUtf8();
}

QByteArray renderComparisonJson(const FileComparison& comparison)
{
    return QJsonDocument(toJson(comparison)).toJson();
}

} // namespace rocport
