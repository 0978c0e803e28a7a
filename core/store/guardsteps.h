#pragma once

#include "core/base/result.h"
#include "core/store/migrationrecords.h"

namespace rocport {

/// Body of a journal entry of kind GuardStep.
QByteArray guardStepToBody(const GuardStep& step);
/// Errors: ParseFailed, also where a value is none that Rocport writes.
Result<GuardStep> guardStepFromBody(const QByteArray& body);

} // namespace rocport
