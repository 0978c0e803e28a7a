#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Creates a folder, and missing parents, for this user alone (mode 0700). From an existing folder
/// of the user's, the access rights of others are removed; its parents stay as they are. Errors:
/// FileWriteFailed, DiskFull.
Result<void> makePrivateFolder(const QString& folder);

} // namespace rocport
