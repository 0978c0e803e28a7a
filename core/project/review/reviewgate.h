#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// Runs the compile gate on the files that the port changes, and fills `rocm` of their hunks.
/// Errors: those of runGate() and of reading.
Result<void> compileReview(PortReview& review, const ReviewOptions& options,
                           const CancelToken& cancel,
                           const std::function<void(const ReviewProgress&)>& progress);

} // namespace rocport
