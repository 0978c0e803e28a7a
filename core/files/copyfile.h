#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/files/filewriter.h"

#include <QByteArrayView>
#include <QString>

#include <functional>

namespace rocport {

/// How a file is copied.
struct FileCopy
{
    qint64 length = -1; ///< bytes from the beginning of the file; -1: all of them
    FileAccess access = FileAccess::Shared;
    std::function<void(QByteArrayView piece)> seen =
        {}; ///< called with each piece, in order; may be null
};

/// Copies a regular file of any size in pieces, with a FileWriter: at any moment the target is the
/// old file or the whole new one. Errors: FileUnreadable (also where it is shorter than `length`),
/// FileWriteFailed, DiskFull, Cancelled.
Result<void> copyFile(const QString& from, const QString& to, const CancelToken& cancel,
                      const FileCopy& copy = {});

} // namespace rocport
