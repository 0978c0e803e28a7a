#pragma once

#include "core/base/result.h"
#include "core/files/descriptor.h"

#include <QByteArray>
#include <QString>

#include <sys/types.h>

class QFile;

namespace rocport {

/// The most that readFile() reads unless told otherwise: 1 GiB.
inline constexpr qint64 kLargestRead = 1024LL * 1024 * 1024;

/// A regular file that is open for reading, with its size and mode when it was opened.
struct OpenFile
{
    Descriptor descriptor;
    qint64 size = 0; ///< bytes
    mode_t mode = 0; ///< permission bits
};

/// Opens a regular file and nothing else: a pipe, a device or a folder of that name is refused at
/// once instead of being waited for. Links are followed. Errors: FileNotFound, FileUnreadable.
Result<OpenFile> openFile(const QString& path);

/// All bytes of an open file, `limit` at most. `path` is for messages. Errors: FileUnreadable,
/// FileTooLarge.
Result<QByteArray> readAll(const OpenFile& file, const QString& path, qint64 limit = kLargestRead);

/// The bytes of a regular file. Errors: those of openFile() and readAll().
Result<QByteArray> readFile(const QString& path, qint64 limit = kLargestRead);

/// Opens `file` for reading, unbuffered, under the name it has: for logs, which are read in pieces
/// while they grow. Errors: those of openFile().
Result<void> openRegular(QFile& file);

/// The bytes of a file that is built into the program (":/rocport/…"). Errors: FileNotFound.
Result<QByteArray> readResource(const QString& path);

} // namespace rocport
