#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// The system's message for an errno, as the cause in a sentence; our own words where the system's
/// say too little for a person: for a name that is too long, and a full disk or quota. Empty for 0.
QString systemMessage(int number);
/// The error of a system call that failed to write at `path`: DiskFull for a full disk, a quota or
/// a limit on file sizes, else FileWriteFailed.
Error systemWriteError(int number, const QString& path);

} // namespace rocport
