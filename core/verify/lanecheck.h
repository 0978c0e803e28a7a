#pragma once

#include "core/tensor/comparison.h"

#include <QString>
#include <QVector>

#include <array>
#include <optional>

class QJsonObject;

namespace rocport {

/// How what a port brought back stands to what the original did.
enum class LaneVerdict : quint8 {
    Equal,       ///< byte for byte
    InTolerance, ///< each element within the tolerance of its type
    Differs,
    Missing, ///< the port does not bring it back
    Extra,   ///< only the port does
    NotKept, ///< too much to keep, and not equal
};
QString laneVerdictId(LaneVerdict verdict);   ///< "in-tolerance"
QString laneVerdictName(LaneVerdict verdict); ///< "In tolerance"
/// Whether the port is not right there.
bool isWrong(LaneVerdict verdict);
/// "block_scan" of "detail::block_scan<float>".
QString bareKernelName(const QString& kernel);

/// One copy from the device to the host, as a port makes it.
struct LanePortCopy
{
    int lanes = 64; ///< of the port's waves
    LaneVerdict verdict = LaneVerdict::Equal;
    std::optional<TensorComparison> comparison; ///< where elements were compared
    QString reference, value; ///< first element that differs: the original's and the port's
    qint64 errorsFrom = 0;    ///< flat index of the first of `errors`
    QVector<double> errors;   ///< |error| around the first difference; at most 1024
    /// For each of `errors` the largest that is within the tolerance, absolute + relative *
    /// |reference|. Empty: the tolerance is absolute alone, or the record is older than limits are.
    QVector<double> limits;
};

/// One copy from the device to the host in all three runs.
struct LaneCopyCheck
{
    int number = 1; ///< 1-based, in the order of the original
    QString name;   ///< "d_scan", "copy 3"
    QString path;   ///< where it is copied, in the repository
    int line = 0;   ///< 1-based; 0: not known
    QString type;   ///< "float32"; "bytes": what it is made of is not known
    qint64 elements = 0;
    bool managed = false; ///< memory that the host reads without a copy
    QString kernel;       ///< that wrote the memory last; empty: none, or not known
    qint64 launch = 0;    ///< 1-based, of all launches
    std::array<quint32, 3> grid{}, block{};
    QString kernelPath; ///< where the kernel is defined, or else launched
    int kernelLine = 0;
    int kernelEnd = 0; ///< its last line; 0: not known
    QString hint;      ///< what a rule says about the kernel; empty: nothing
    QString hintPath;
    int hintLine = 0;
    QVector<LanePortCopy> ports; ///< 64 lanes first

    /// The first port that is not right; null: all are.
    [[nodiscard]] const LanePortCopy* wrong() const;
    /// The largest absolute error of all ports.
    [[nodiscard]] std::optional<double> maxAbsolute() const;
    /// "block 3, wave 0, lane 32" where each thread of the launch wrote one element; else empty.
    [[nodiscard]] QString threadOf(qint64 element, int lanes) const;
};

/// "4096", or "64 x 2" for more than one dimension.
QString laneSizes(const std::array<quint32, 3>& sizes);
/// "`row_sum` differs on 64 lanes from element 1024 on: …", a sentence for each port that is not
/// right, or what was found of all of them.
QString laneSentence(const LaneCopyCheck& check);

QJsonObject laneCopyToJson(const LaneCopyCheck& check);
/// Errors: ParseFailed.
Result<LaneCopyCheck> laneCopyFromJson(const QJsonObject& object);

} // namespace rocport
