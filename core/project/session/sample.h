#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// The folder, below `dataFolder`, of the sample repository that comes with the program: created on
/// first use, afterwards as it was left. Errors: FileWriteFailed, DiskFull, GitFailed.
Result<QString> sampleRepository(const QString& dataFolder);

} // namespace rocport
