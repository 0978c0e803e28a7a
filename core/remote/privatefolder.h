#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Makes a folder, and those above it that are missing, for this user alone (mode 0700). One that
/// is there already and is the user's loses what others may do in it; those above it stay as they
/// are. Errors: FileWriteFailed, DiskFull.
Result<void> makePrivateFolder(const QString& folder);

} // namespace rocport
