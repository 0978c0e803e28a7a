#pragma once

#include "core/base/result.h"
#include "core/store/migrationrecords.h"

namespace rocport {

/// Body of a journal entry of kind GuardStep.
QByteArray guardStepToBody(const GuardStep& step);
/// Errors: ParseFailed, also for a value that Rocport does not write.
Result<GuardStep> guardStepFromBody(const QByteArray& body);

} // namespace rocport
