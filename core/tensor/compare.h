#pragma once

#include "core/base/cancel.h"
#include "core/tensor/comparison.h"
#include "core/tensor/tensorfile.h"

class QThreadPool;

namespace rocport {

struct CompareOptions
{
    int threads = 2;             ///< where `pool` is not given
    QThreadPool* pool = nullptr; ///< where to work; the caller waits, so it must not run in this
                                 ///  pool
    CancelToken cancel;
};

/// Compares all elements in double precision, streamed in pieces; the outcome does not depend on
/// the number of threads. NaN agrees with NaN, and an infinity with the same infinity. Tensors of
/// different shapes are not compared; different types are, and agree only when both are 8-bit
/// floating types (OCP and fnuz), which ports exchange on purpose. Quantiles are upper bounds, at
/// most 1.6 % too large; the last is exact. Elements that are apart (NaN or infinity) count as
/// mismatched and in the last bin, and are left out of errors, quantiles and steps. Errors: those
/// of TensorData::read, Cancelled.
Result<TensorComparison> compareTensors(const TensorData& reference, const TensorData& candidate,
                                        const Tolerance& tolerance,
                                        const CompareOptions& options = {});

/// What a user would set: `least` rounded up to three significant digits.
double roundedUp(double least);

} // namespace rocport
