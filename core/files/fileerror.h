#pragma once

#include "core/base/result.h"

namespace rocport {

/// The system's error `number` (an errno) as an error about the file `path`. A full disk, a quota
/// and the limit on file sizes are DiskFull; a missing file is FileNotFound where `code` is about
/// reading; everything else is `code`. The text is never "Unknown error": an unknown number is
/// given as a number.
Error fileError(ErrorCode code, int number, const QString& path);

/// The same for writing: FileWriteFailed or DiskFull.
Error writeError(int number, const QString& path);

} // namespace rocport
