#pragma once

#include "core/base/result.h"

namespace rocport {

/// What the system says of error `number` (an errno), as an error about the file `path`. No space,
/// quota and the largest size of a file are DiskFull, a missing file is FileNotFound where `code`
/// speaks of reading; everything else is `code`. The text is never "Unknown error": an unknown
/// number is named.
Error fileError(ErrorCode code, int number, const QString& path);

/// The same for writing: FileWriteFailed or DiskFull.
Error writeError(int number, const QString& path);

} // namespace rocport
