#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <array>
#include <optional>

class QJsonObject;

namespace rocport {

/// |actual - reference| <= absolute + relative * |reference|, as in torch.allclose.
struct Tolerance
{
    double absolute = 0;
    double relative = 0;
    QString reason; ///< why the user overrode it; empty: a default

    [[nodiscard]] bool isOverride() const { return !reason.isEmpty(); }
};

enum class TensorVerdict : quint8 {
    Passed,
    Failed, ///< elements beyond the tolerance, or NaN or Inf in different places
    ShapeDiffers,
    TypeDiffers,   ///< another element type; compared all the same where both are numbers
    Missing,       ///< the candidate lacks it
    Extra,         ///< only the candidate has it
    NotComparable, ///< unreadable; `detail` says why
};
QString tensorVerdictId(TensorVerdict verdict);
/// Nothing when the id is unknown.
std::optional<TensorVerdict> tensorVerdictFromId(QStringView id);

/// Two tensors of the same name compared element by element, in double precision.
struct TensorComparison
{
    /// Bins of |error| / tolerance: below 1e-4, per half decade up to 1e4, above.
    static constexpr int kBins = 18;

    QString name;
    TensorVerdict verdict = TensorVerdict::NotComparable;
    QString detail;                       ///< a sentence; empty when there is nothing to say
    QString referenceType, candidateType; ///< "bfloat16"
    QVector<qint64> shape;                ///< of the reference
    Tolerance tolerance;
    qint64 elements = 0;
    qint64 mismatched = 0; ///< beyond the tolerance, including NaN and Inf in different places
    double maxAbsolute = 0, meanAbsolute = 0;
    double maxRelative = 0, meanRelative = 0; ///< over elements whose reference is not 0
    double maxUlp = 0;                        ///< in steps of the narrower type; -1: not defined
    qint64 firstMismatch = -1;                ///< flat index; -1: none
    qint64 worst = -1; ///< flat index of the largest |error| / tolerance; -1: none
    double worstReference = 0, worstCandidate = 0;
    qint64 nanReference = 0, nanCandidate = 0, nanApart = 0; ///< apart: on one side only
    qint64 infReference = 0, infCandidate = 0, infApart = 0;
    QVector<qint64> nanPlaces;         ///< flat indices of the first 16 that are on one side only
    std::array<double, 5> quantiles{}; ///< of |error|: 50, 90, 99, 99.9 and 100 %
    std::array<quint64, kBins> histogram{};
    Tolerance tightest; ///< the least that would pass: the smallest absolute bound with this
                        ///  relative one
    /// "[3, 17]" for a flat index.
    [[nodiscard]] QString place(qint64 flat) const;
};

/// Two files or bundles compared tensor by tensor, in the order of the reference.
struct FileComparison
{
    QString reference, candidate; ///< paths as given
    QVector<TensorComparison> tensors;
    QStringList notes; ///< sentences
    qint64 elapsedMs = 0;

    [[nodiscard]] bool passed() const; ///< false when there is no tensor to compare
};

QJsonObject toJson(const TensorComparison& comparison);
QJsonObject toJson(const FileComparison& comparison);
/// Errors: ParseFailed.
Result<TensorComparison> comparisonFromJson(const QJsonObject& object);

} // namespace rocport
