#pragma once

#include "core/base/result.h"
#include "core/tensor/comparison.h"
#include "core/tensor/elementtype.h"

#include <QMap>
#include <QVector>

class QJsonObject;

namespace rocport {

/// What made the tensors that are compared.
enum class OperationKind : quint8 {
    Single, ///< one operation, a block, or the inputs
    Layers, ///< a model of many layers, where roundings add up
};
QString operationKindId(OperationKind kind); ///< "single", "layers"
std::optional<OperationKind> operationKindFromId(QStringView id);

/// Absolute and relative bounds by type and kind: float32 1e-4, float16 1e-2, bfloat16 5e-2 or,
/// over many layers, 1e-1, float64 1e-7, 8-bit types one step of the type (docs/golden-vectors.md
/// says where each comes from); integers and bool must be equal.
Tolerance defaultTolerance(ElementType type, OperationKind kind);

/// A bound that the user set for the tensors whose names match.
struct ToleranceOverride
{
    QString pattern;     ///< a name, or a pattern with * and ?
    Tolerance tolerance; ///< its reason is not empty
};

/// Which bound each tensor gets. A value type.
struct Tolerances
{
    OperationKind kind = OperationKind::Single;
    QMap<ElementType, Tolerance> types;   ///< in place of the defaults; each with a reason
    QVector<ToleranceOverride> overrides; ///< the first match counts
    std::optional<Tolerance> all;         ///< for every floating tensor; takes precedence over all
                                          ///  others

    /// Where the types differ, the one with the coarser steps decides.
    [[nodiscard]] Tolerance of(const QString& name, ElementType reference,
                               ElementType candidate) const;
};

QJsonObject tolerancesToJson(const Tolerances& tolerances);
/// {"format": 1, "kind": "single", "types": {"float16": {"absolute": …, "relative": …, "reason":
/// …}}, "tensors": [{"name": "attn.*", "absolute": …, "relative": …, "reason": …}]}. Errors:
/// ParseFailed, also where a reason is missing.
Result<Tolerances> tolerancesFromJson(const QJsonObject& object, const QString& path);
/// Errors: FileNotFound, FileUnreadable, FileTooLarge (over 1 MiB), ParseFailed.
Result<Tolerances> readTolerances(const QString& path);
/// Errors: FileWriteFailed, DiskFull.
Result<void> writeTolerances(const QString& path, const Tolerances& tolerances);

} // namespace rocport
