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

/// In the place of a folder's descriptor: where the program runs (AT_FDCWD).
inline constexpr int kWorkingFolder = -100;

/// What becomes of a link at the end of a path.
enum class Links { Followed, Refused };

/// Opens a regular file and nothing else: a pipe, a device or a folder of that name is refused at
/// once instead of being waited for. Links are followed. Errors: FileNotFound, FileUnreadable.
Result<OpenFile> openFile(const QString& path);
/// The same for a name of any bytes, which need not be text: files of repositories. \a folder: a
/// folder's descriptor that the path begins at.
Result<OpenFile> openFile(const QByteArray& path, Links links, int folder = kWorkingFolder);

/// All bytes of an open file, `limit` at most. `path` is for messages. Errors: FileUnreadable,
/// FileTooLarge.
Result<QByteArray> readAll(const OpenFile& file, const QString& path, qint64 limit = kLargestRead);

/// Exactly `count` bytes from `from` on. Errors: FileUnreadable (also where the file ends before).
Result<QByteArray> readPart(const OpenFile& file, const QString& path, qint64 from, qint64 count);

/// The bytes of a regular file. Errors: those of openFile() and readAll().
Result<QByteArray> readFile(const QString& path, qint64 limit = kLargestRead);
/// The same for a name of any bytes.
Result<QByteArray> readFile(const QByteArray& path, Links links, qint64 limit = kLargestRead,
                            int folder = kWorkingFolder);

/// Opens `file` for reading, unbuffered, under the name it has: for logs, which are read in pieces
/// while they grow. Errors: those of openFile().
Result<void> openRegular(QFile& file);

/// The bytes of a file that is built into the program (":/rocport/…"). Errors: FileNotFound.
Result<QByteArray> readResource(const QString& path);

} // namespace rocport
