#pragma once

#include "core/tensor/elementtype.h"

#include <QByteArray>

namespace rocport {

/// Converts values to elements of one tensor, in this machine's byte order: floating types to the
/// nearest, ties to even, beyond the largest to infinity or, where the type has none, to NaN;
/// integers without their fraction, and by their lowest bits where they do not fit. NaN becomes 0
/// in integers. `to` has room for `count` elements and need not be aligned.
void encodeElements(ElementType type, const double* from, qint64 count, char* to);

/// One element that a text names: "5", "-0x10", "1e-3", "inf", "nan", "true". Integers are exact;
/// nothing where the text is no number or one that the type does not have.
std::optional<QByteArray> elementFromText(ElementType type, const QString& text);

} // namespace rocport
