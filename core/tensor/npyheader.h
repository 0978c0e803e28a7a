#pragma once

#include "core/tensor/elementtype.h"

#include "core/base/result.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// The header of a .npy file (NumPy Enhancement Proposal 1, versions 1 to 3).
struct NpyHeader
{
    ElementType type = ElementType::Float32;
    bool swapped = false; ///< the bytes of an element are in the opposite order to this machine's
    QVector<qint64> shape;
    qint64 dataOffset = 0;
    QString problem; ///< a sentence on why the elements cannot be compared; empty: they can
};

/// The most dimensions of a tensor, in any format.
inline constexpr qsizetype kMostDimensions = 64;

/// The most bytes that a header may take.
inline constexpr qint64 kNpyHeadLimit = 128LL * 1024;

/// `head` holds the first bytes of the file, at least the whole header. Errors: ParseFailed with
/// `object`.
Result<NpyHeader> parseNpyHeader(const QByteArray& head, const QString& object);

/// The header of an array in this machine's byte order, padded as NumPy does.
QByteArray npyHeader(ElementType type, const QVector<qint64>& shape);

} // namespace rocport
