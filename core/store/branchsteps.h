#pragma once

#include "core/base/result.h"
#include "core/store/projectfile.h"

namespace rocport {

/// Body of a journal entry of kind BranchStep.
QByteArray branchStepToBody(const BranchStep& step);
/// Errors: ParseFailed, also for a value that Rocport does not write.
Result<BranchStep> branchStepFromBody(const QByteArray& body);

} // namespace rocport
