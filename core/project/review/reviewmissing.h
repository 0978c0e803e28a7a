#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// Fills `missing` of a review whose scans and hunks are there: places of findings, and proposals
/// without one, in lines of the port that are the base's own and at which rules point in both.
/// Notes (severity info), places in copies and those in files of CI are only counted; a renamed
/// file that is too large to be compared gets a remark. Errors: those of SourceTree::read().
Result<void> findMissing(PortReview& review);

/// Fills `findings` of the hunks: what a scan of the port has within their lines.
void findLeftOpen(PortReview& review);

} // namespace rocport
