#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/files/filewriter.h"

#include <QByteArrayView>
#include <QString>

#include <functional>

namespace rocport {

/// What a copy is to be.
struct FileCopy
{
    qint64 length = -1; ///< bytes from the file's begin; -1: all that are there
    FileAccess access = FileAccess::Shared;
    std::function<void(QByteArrayView piece)> seen =
        {}; ///< each piece, in order; null: nobody asks
};

/// Copies a regular file of any size in pieces, with a FileWriter: the target is the old file or
/// the whole new one. Errors: FileUnreadable (also where it is shorter than `length`),
/// FileWriteFailed, DiskFull, Cancelled.
Result<void> copyFile(const QString& from, const QString& to, const CancelToken& cancel,
                      const FileCopy& copy = {});

} // namespace rocport
