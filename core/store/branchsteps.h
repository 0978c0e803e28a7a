#pragma once

#include "core/base/result.h"
#include "core/store/projectfile.h"

namespace rocport {

/// Body of a journal entry of kind BranchStep.
QByteArray branchStepToBody(const BranchStep& step);
/// Errors: ParseFailed, also where a value is none that Rocport writes.
Result<BranchStep> branchStepFromBody(const QByteArray& body);

} // namespace rocport
