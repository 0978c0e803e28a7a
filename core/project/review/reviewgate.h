#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// The port as the compile gate and lanes take it: the author's tree, and the files of C, C++ and
/// their kin that the port adds or changes. Errors: those of reading.
Result<GateInput> gateInputOf(const PortReview& review);

/// Runs the compile gate on the files that the port changes, and fills `rocm` of their hunks.
/// Errors: those of runGate() and of reading.
Result<void> compileReview(PortReview& review, const ReviewOptions& options,
                           const CancelToken& cancel,
                           const std::function<void(const ReviewProgress&)>& progress);

} // namespace rocport
