#include "core/tensor/tolerances.h"

#include "core/files/filewriter.h"
#include "core/tensor/bytesource.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <cmath>

namespace rocport {

namespace {

constexpr qint64 kLargestTolerances = 1024LL * 1024;
constexpr qsizetype kMostOverrides = 10000;

QJsonObject boundToJson(const Tolerance& tolerance)
{
    return {{QStringLiteral("absolute"), tolerance.absolute},
            {QStringLiteral("relative"), tolerance.relative},
            {QStringLiteral("reason"), tolerance.reason}};
}

Result<Tolerance> boundFromJson(const QJsonObject& object, const QString& what, const QString& path)
{
    Tolerance tolerance;
    tolerance.absolute = object.value(QStringLiteral("absolute")).toDouble(-1);
    tolerance.relative = object.value(QStringLiteral("relative")).toDouble(-1);
    tolerance.reason = object.value(QStringLiteral("reason")).toString().trimmed();
    if (!(tolerance.absolute >= 0) || !(tolerance.relative >= 0)) {
        return Error{
            ErrorCode::ParseFailed,
            QStringLiteral("%1 needs an absolute and a relative bound of at least 0").arg(what),
            path};
    }
    if (tolerance.reason.isEmpty()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("%1 needs a reason why the default is not enough").arg(what),
                     path};
    }
    return tolerance;
}

bool matchesName(const QString& pattern, const QString& name)
{
    if (pattern == name) {
        return true;
    }
    if (!pattern.contains(u'*') && !pattern.contains(u'?')) {
        return false;
    }
    // Not wildcardToRegularExpression(): its * stops at a slash, which names of tensors contain.
    QString expression = QRegularExpression::escape(pattern);
    expression.replace(QStringLiteral("\\*"), QStringLiteral(".*"));
    expression.replace(QStringLiteral("\\?"), QStringLiteral("."));
    return QRegularExpression(QRegularExpression::anchoredPattern(expression),
                              QRegularExpression::DotMatchesEverythingOption)
        .match(name)
        .hasMatch();
}

} // namespace

QString operationKindId(OperationKind kind)
{
    return kind == OperationKind::Layers ? QStringLiteral("layers") : QStringLiteral("single");
}

std::optional<OperationKind> operationKindFromId(QStringView id)
{
    for (const OperationKind kind : {OperationKind::Single, OperationKind::Layers}) {
        if (id == operationKindId(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

Tolerance defaultTolerance(ElementType type, OperationKind kind)
{
    switch (type) {
    case ElementType::Float64:
        return {1e-7, 1e-7, {}};
    case ElementType::Float32:
        return {1e-4, 1e-4, {}};
    case ElementType::Float16:
        return {1e-2, 1e-2, {}};
    case ElementType::BFloat16:
        return kind == OperationKind::Layers ? Tolerance{1e-1, 1e-1, {}}
                                             : Tolerance{5e-2, 5e-2, {}};
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E4M3FNUZ:
        return {0.125, 0.125, {}};
    case ElementType::Float8E5M2:
    case ElementType::Float8E5M2FNUZ:
        return {0.25, 0.25, {}};
    default:
        return {0, 0, {}};
    }
}

Tolerance Tolerances::of(const QString& name, ElementType reference, ElementType candidate) const
{
    for (const ToleranceOverride& override : overrides) {
        if (matchesName(override.pattern, name)) {
            return override.tolerance;
        }
    }
    const bool floating = isFloating(reference) || isFloating(candidate);
    if (all && floating) {
        return *all;
    }
    // An integer beside a floating type is measured by the floating one.
    ElementType type = isFloating(reference) ? reference : candidate;
    if (isFloating(reference) && isFloating(candidate) &&
        floatLayout(candidate).mantissaBits < floatLayout(reference).mantissaBits) {
        type = candidate;
    }
    const auto own = types.constFind(type);
    return own != types.constEnd() ? *own : defaultTolerance(type, kind);
}

QJsonObject tolerancesToJson(const Tolerances& tolerances)
{
    QJsonObject types;
    for (auto it = tolerances.types.cbegin(); it != tolerances.types.cend(); ++it) {
        types.insert(elementTypeName(it.key()), boundToJson(it.value()));
    }
    QJsonArray tensors;
    for (const ToleranceOverride& override : tolerances.overrides) {
        QJsonObject object = boundToJson(override.tolerance);
        object.insert(QStringLiteral("name"), override.pattern);
        tensors.append(object);
    }
    QJsonObject object{{QStringLiteral("format"), 1},
                       {QStringLiteral("kind"), operationKindId(tolerances.kind)},
                       {QStringLiteral("types"), types},
                       {QStringLiteral("tensors"), tensors}};
    if (tolerances.all) {
        object.insert(QStringLiteral("all"), boundToJson(*tolerances.all));
    }
    return object;
}

Result<Tolerances> tolerancesFromJson(const QJsonObject& object, const QString& path)
{
    const auto wrong = [&path](const QString& detail) {
        return Error{ErrorCode::ParseFailed, detail, path};
    };
    if (object.value(QStringLiteral("format")).toInt() != 1) {
        return wrong(QStringLiteral("tolerances must start with \"format\": 1"));
    }
    static const QStringList known{QStringLiteral("format"), QStringLiteral("kind"),
                                   QStringLiteral("types"), QStringLiteral("tensors"),
                                   QStringLiteral("all")};
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (!known.contains(it.key())) {
            return wrong(QStringLiteral("the key %1 is not known").arg(it.key().left(40)));
        }
    }
    Tolerances result;
    const QJsonValue kindValue = object.value(QStringLiteral("kind"));
    const auto kind = operationKindFromId(kindValue.toString(QStringLiteral("single")));
    if (!kind) {
        return wrong(QStringLiteral("kind must be single or layers"));
    }
    result.kind = *kind;
    const QJsonObject types = object.value(QStringLiteral("types")).toObject();
    for (auto it = types.begin(); it != types.end(); ++it) {
        const auto type = elementTypeFromName(it.key());
        if (!type) {
            return wrong(QStringLiteral("the element type %1 is not known").arg(it.key().left(40)));
        }
        const auto bound = boundFromJson(it.value().toObject(), it.key(), path);
        if (!bound) {
            return bound.error();
        }
        result.types.insert(*type, *bound);
    }
    const QJsonArray tensors = object.value(QStringLiteral("tensors")).toArray();
    if (tensors.size() > kMostOverrides) {
        return wrong(QStringLiteral("more than %1 tensors").arg(kMostOverrides));
    }
    for (const auto& value : tensors) {
        const QString name = value.toObject().value(QStringLiteral("name")).toString();
        if (name.isEmpty()) {
            return wrong(QStringLiteral("an entry of tensors has no name"));
        }
        const auto bound = boundFromJson(value.toObject(), name, path);
        if (!bound) {
            return bound.error();
        }
        result.overrides.append({name, *bound});
    }
    if (object.contains(QStringLiteral("all"))) {
        const auto bound = boundFromJson(object.value(QStringLiteral("all")).toObject(),
                                         QStringLiteral("all"), path);
        if (!bound) {
            return bound.error();
        }
        result.all = *bound;
    }
    return result;
}

Result<Tolerances> readTolerances(const QString& path)
{
    const auto source = FileSource::open(path);
    if (!source) {
        return source.error();
    }
    if ((*source)->size() > kLargestTolerances) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("larger than 1 MiB"), path};
    }
    const auto bytes = (*source)->upTo(0, kLargestTolerances);
    if (!bytes) {
        return bytes.error();
    }
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
    if (!document.isObject()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("it is not a JSON object (%1)").arg(problem.errorString()),
                     path};
    }
    return tolerancesFromJson(document.object(), path);
}

Result<void> writeTolerances(const QString& path, const Tolerances& tolerances)
{
    const QByteArray bytes = QJsonDocument(tolerancesToJson(tolerances)).toJson();
    return writeFile(path, bytes);
}

} // namespace rocport
