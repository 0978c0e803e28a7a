#pragma once

#include "app/cli/arguments.h"
#include "core/project/review/reviewlanes.h"

#include <optional>

namespace rocport {

/// --execute and what goes with it: limits, checks, lanes, a kernel, tolerances.
void addExecutionOptions(Arguments& args);
/// What they ask for; `execution` stays empty without --execute. Else: the code to exit with.
/// `program`: what stands behind "--".
std::optional<int> readExecutionOptions(const Arguments& args, const QStringList& program,
                                        std::optional<ReviewExecution>& execution);

/// Runs it, in a temporary folder. Returns an exit code where that was not possible.
std::optional<int> executeOnLanes(PortReview& review, const ReviewExecution& execution);

} // namespace rocport
