#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// The sample repository that comes with the program, below `dataFolder`: made on first use, else
/// as it was left. Gives its folder. Errors: FileWriteFailed, DiskFull, GitFailed.
Result<QString> sampleRepository(const QString& dataFolder);

} // namespace rocport
