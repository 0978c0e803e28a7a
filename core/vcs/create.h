#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Makes `folder` a git repository with everything in it as one commit on branch main, by "Rocport
/// <rocport@localhost>". Errors: GitFailed, DiskFull; InvalidArgument when it is a repository
/// already.
Result<void> createRepository(const QString& folder, const QString& message);

} // namespace rocport
