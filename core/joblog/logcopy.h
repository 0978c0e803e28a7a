#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Copies a log as it is. Errors: FileUnreadable, FileWriteFailed, DiskFull, Cancelled.
Result<void> copyLog(const QString& from, const QString& to, const CancelToken& cancel);

} // namespace rocport
