#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// The bytes of a file. Errors: FileNotFound, FileUnreadable (folders and devices too),
/// FileTooLarge.
Result<QByteArray> readFile(const QString& path, qint64 limit = 1024LL * 1024 * 1024);

/// Writes beside the file and renames, so that a full disk or a kill leaves the old content. Makes
/// missing folders; keeps the mode of an existing file. Errors: FileWriteFailed, DiskFull.
Result<void> writeFile(const QString& path, const QByteArray& bytes);

} // namespace rocport
