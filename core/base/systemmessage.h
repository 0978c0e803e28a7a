#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// What the system says of an errno, as the cause in a sentence. Where its own words say too little
/// for a person, ours: for a name that is too long, and a full disk or quota. Empty for 0.
QString systemMessage(int number);
/// The error of a call that was to write at `path`: DiskFull for a full disk, a quota and a limit
/// on file sizes, else FileWriteFailed.
Error systemWriteError(int number, const QString& path);

} // namespace rocport
