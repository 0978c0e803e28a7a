#include "core/tensor/comparison.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cmath>
#include <limits>
#include <utility>

namespace rocport {

namespace {

constexpr std::array<std::pair<TensorVerdict, const char*>, 7> kVerdictIds = {{
    {TensorVerdict::Passed, "passed"},
    {TensorVerdict::Failed, "failed"},
    {TensorVerdict::ShapeDiffers, "shape-differs"},
    {TensorVerdict::TypeDiffers, "type-differs"},
    {TensorVerdict::Missing, "missing"},
    {TensorVerdict::Extra, "extra"},
    {TensorVerdict::NotComparable, "not-comparable"},
}};

/// JSON has no NaN and no infinity; these become words.
QJsonValue numberToJson(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("nan");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    }
    return value;
}

/// Reads the members of one comparison; the first that is wrong is kept.
class ComparisonReader
{
public:
    explicit ComparisonReader(const QJsonObject& object) : m_object(object) {}

    [[nodiscard]] const QString& wrong() const { return m_wrong; }

    QString text(const QString& key)
    {
        const QJsonValue value = m_object.value(key);
        if (!value.isString() && !value.isUndefined()) {
            fail(key, "a text");
        }
        return value.toString();
    }

    double number(const QString& key) { return numberOf(m_object.value(key), key); }

    double numberOf(const QJsonValue& value, const QString& key)
    {
        if (value.isUndefined() || value.isDouble()) {
            return value.toDouble();
        }
        const QString word = value.toString();
        if (word == QLatin1StringView("nan")) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (word == QLatin1StringView("inf") || word == QLatin1StringView("-inf")) {
            const double infinity = std::numeric_limits<double>::infinity();
            return word.startsWith(u'-') ? -infinity : infinity;
        }
        fail(key, "a number");
        return 0;
    }

    qint64 count(const QString& key, qint64 least, qint64 absent)
    {
        const QJsonValue value = m_object.value(key);
        return value.isUndefined() ? absent : countOf(value, key, least);
    }

    qint64 countOf(const QJsonValue& value, const QString& key, qint64 least)
    {
        const qint64 number = value.toInteger(std::numeric_limits<qint64>::min());
        if (number < least) {
            fail(key, "a whole number in range");
            return least;
        }
        return number;
    }

    QVector<qint64> counts(const QString& key, qsizetype limit)
    {
        QVector<qint64> list;
        const QJsonArray array = arrayOf(key, limit);
        for (const auto& value : array) {
            list.append(countOf(value, key, 0));
        }
        return list;
    }

    QJsonArray arrayOf(const QString& key, qsizetype limit)
    {
        const QJsonValue value = m_object.value(key);
        QJsonArray array = value.toArray();
        if ((!value.isArray() && !value.isUndefined()) || array.size() > limit) {
            fail(key, "a list of the right length");
            return {};
        }
        return array;
    }

    Tolerance tolerance(const QString& key)
    {
        const QJsonValue value = m_object.value(key);
        if (!value.isObject() && !value.isUndefined()) {
            fail(key, "an object");
        }
        ComparisonReader inner(value.toObject());
        Tolerance result;
        result.absolute = inner.number(QStringLiteral("absolute"));
        result.relative = inner.number(QStringLiteral("relative"));
        result.reason = inner.text(QStringLiteral("reason"));
        if (!inner.wrong().isEmpty()) {
            m_wrong = inner.wrong();
        }
        return result;
    }

    void fail(const QString& key, const char* expected)
    {
        if (m_wrong.isEmpty()) {
            m_wrong = QStringLiteral("%1 must be %2").arg(key, QLatin1StringView(expected));
        }
    }

private:
    QJsonObject m_object;
    QString m_wrong;
};

QJsonObject toleranceToJson(const Tolerance& tolerance)
{
    QJsonObject object{
        {QStringLiteral("absolute"), numberToJson(tolerance.absolute)},
        {QStringLiteral("relative"), numberToJson(tolerance.relative)},
    };
    if (tolerance.isOverride()) {
        object.insert(QStringLiteral("reason"), tolerance.reason);
    }
    return object;
}

QJsonArray countsToJson(const QVector<qint64>& counts)
{
    QJsonArray array;
    for (const qint64 count : counts) {
        array.append(count);
    }
    return array;
}

} // namespace

QString tensorVerdictId(TensorVerdict verdict)
{
    for (const auto& [value, id] : kVerdictIds) {
        if (value == verdict) {
            return QString::fromLatin1(id);
        }
    }
    return {};
}

std::optional<TensorVerdict> tensorVerdictFromId(QStringView id)
{
    for (const auto& [value, known] : kVerdictIds) {
        if (id == QLatin1StringView(known)) {
            return value;
        }
    }
    return std::nullopt;
}

QString TensorComparison::place(qint64 flat) const
{
    if (flat < 0) {
        return {};
    }
    QVector<qint64> index(shape.size());
    qint64 rest = flat;
    for (qsizetype i = shape.size() - 1; i >= 0; --i) {
        const qint64 size = shape.at(i);
        if (size <= 0) {
            return QStringLiteral("[%1]").arg(flat);
        }
        index[i] = rest % size;
        rest /= size;
    }
    QStringList parts;
    for (const qint64 i : index) {
        parts.append(QString::number(i));
    }
    return QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
}

bool FileComparison::passed() const
{
    for (const TensorComparison& tensor : tensors) {
        if (tensor.verdict != TensorVerdict::Passed) {
            return false;
        }
    }
    return !tensors.isEmpty();
}

QJsonObject toJson(const TensorComparison& comparison)
{
    QJsonArray quantiles;
    for (const double quantile : comparison.quantiles) {
        quantiles.append(numberToJson(quantile));
    }
    QJsonArray histogram;
    for (const quint64 count : comparison.histogram) {
        histogram.append(static_cast<qint64>(count));
    }
    return {
        {QStringLiteral("name"), comparison.name},
        {QStringLiteral("verdict"), tensorVerdictId(comparison.verdict)},
        {QStringLiteral("detail"), comparison.detail},
        {QStringLiteral("referenceType"), comparison.referenceType},
        {QStringLiteral("candidateType"), comparison.candidateType},
        {QStringLiteral("shape"), countsToJson(comparison.shape)},
        {QStringLiteral("tolerance"), toleranceToJson(comparison.tolerance)},
        {QStringLiteral("elements"), comparison.elements},
        {QStringLiteral("mismatched"), comparison.mismatched},
        {QStringLiteral("maxAbsolute"), numberToJson(comparison.maxAbsolute)},
        {QStringLiteral("meanAbsolute"), numberToJson(comparison.meanAbsolute)},
        {QStringLiteral("maxRelative"), numberToJson(comparison.maxRelative)},
        {QStringLiteral("meanRelative"), numberToJson(comparison.meanRelative)},
        {QStringLiteral("maxUlp"), numberToJson(comparison.maxUlp)},
        {QStringLiteral("firstMismatch"), comparison.firstMismatch},
        {QStringLiteral("worst"), comparison.worst},
        {QStringLiteral("worstReference"), numberToJson(comparison.worstReference)},
        {QStringLiteral("worstCandidate"), numberToJson(comparison.worstCandidate)},
        {QStringLiteral("nanReference"), comparison.nanReference},
        {QStringLiteral("nanCandidate"), comparison.nanCandidate},
        {QStringLiteral("nanApart"), comparison.nanApart},
        {QStringLiteral("infReference"), comparison.infReference},
        {QStringLiteral("infCandidate"), comparison.infCandidate},
        {QStringLiteral("infApart"), comparison.infApart},
        {QStringLiteral("nanPlaces"), countsToJson(comparison.nanPlaces)},
        {QStringLiteral("quantiles"), quantiles},
        {QStringLiteral("histogram"), histogram},
        {QStringLiteral("tightest"), toleranceToJson(comparison.tightest)},
    };
}

QJsonObject toJson(const FileComparison& comparison)
{
    QJsonArray tensors;
    for (const TensorComparison& tensor : comparison.tensors) {
        tensors.append(toJson(tensor));
    }
    return {
        {QStringLiteral("format"), 1},
        {QStringLiteral("reference"), comparison.reference},
        {QStringLiteral("candidate"), comparison.candidate},
        {QStringLiteral("passed"), comparison.passed()},
        {QStringLiteral("elapsedMs"), comparison.elapsedMs},
        {QStringLiteral("remarks"), QJsonArray::fromStringList(comparison.notes)},
        {QStringLiteral("tensors"), tensors},
    };
}

Result<TensorComparison> comparisonFromJson(const QJsonObject& object)
{
    ComparisonReader reader(object);
    TensorComparison result;
    result.name = reader.text(QStringLiteral("name"));
    const auto verdict = tensorVerdictFromId(reader.text(QStringLiteral("verdict")));
    if (!verdict) {
        reader.fail(QStringLiteral("verdict"), "a known verdict");
    }
    result.verdict = verdict.value_or(TensorVerdict::NotComparable);
    result.detail = reader.text(QStringLiteral("detail"));
    result.referenceType = reader.text(QStringLiteral("referenceType"));
    result.candidateType = reader.text(QStringLiteral("candidateType"));
    result.shape = reader.counts(QStringLiteral("shape"), 64);
    result.tolerance = reader.tolerance(QStringLiteral("tolerance"));
    result.elements = reader.count(QStringLiteral("elements"), 0, 0);
    result.mismatched = reader.count(QStringLiteral("mismatched"), 0, 0);
    result.maxAbsolute = reader.number(QStringLiteral("maxAbsolute"));
    result.meanAbsolute = reader.number(QStringLiteral("meanAbsolute"));
    result.maxRelative = reader.number(QStringLiteral("maxRelative"));
    result.meanRelative = reader.number(QStringLiteral("meanRelative"));
    result.maxUlp = reader.number(QStringLiteral("maxUlp"));
    result.firstMismatch = reader.count(QStringLiteral("firstMismatch"), -1, -1);
    result.worst = reader.count(QStringLiteral("worst"), -1, -1);
    result.worstReference = reader.number(QStringLiteral("worstReference"));
    result.worstCandidate = reader.number(QStringLiteral("worstCandidate"));
    result.nanReference = reader.count(QStringLiteral("nanReference"), 0, 0);
    result.nanCandidate = reader.count(QStringLiteral("nanCandidate"), 0, 0);
    result.nanApart = reader.count(QStringLiteral("nanApart"), 0, 0);
    result.infReference = reader.count(QStringLiteral("infReference"), 0, 0);
    result.infCandidate = reader.count(QStringLiteral("infCandidate"), 0, 0);
    result.infApart = reader.count(QStringLiteral("infApart"), 0, 0);
    result.nanPlaces = reader.counts(QStringLiteral("nanPlaces"), 16);
    size_t at = 0;
    const QJsonArray quantiles =
        reader.arrayOf(QStringLiteral("quantiles"), qsizetype(result.quantiles.size()));
    for (const auto& value : quantiles) {
        result.quantiles[at++] = reader.numberOf(value, QStringLiteral("quantiles"));
    }
    const QVector<qint64> histogram =
        reader.counts(QStringLiteral("histogram"), TensorComparison::kBins);
    for (qsizetype i = 0; i < histogram.size(); ++i) {
        result.histogram[static_cast<size_t>(i)] = static_cast<quint64>(histogram.at(i));
    }
    result.tightest = reader.tolerance(QStringLiteral("tightest"));
    if (!reader.wrong().isEmpty()) {
        return Error{ErrorCode::ParseFailed, reader.wrong(), result.name};
    }
    return result;
}

} // namespace rocport
