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

/// In place of a folder's descriptor: the current working directory (AT_FDCWD).
inline constexpr int kWorkingFolder = -100;

/// What happens to a link at the end of a path.
enum class Links { Followed, Refused };

/// Opens a regular file and nothing else: a pipe, a device or a folder of that name is refused at
/// once, without waiting for it. Links are followed. Errors: FileNotFound, FileUnreadable.
Result<OpenFile> openFile(const QString& path);
/// The same for a name of any bytes, which need not be text: for files of repositories. \a folder
/// is the descriptor of the folder at which the path begins.
Result<OpenFile> openFile(const QByteArray& path, Links links, int folder = kWorkingFolder);

/// All bytes of an open file, at most `limit`. `path` is for messages. Errors: FileUnreadable,
/// FileTooLarge.
Result<QByteArray> readAll(const OpenFile& file, const QString& path, qint64 limit = kLargestRead);

/// Exactly `count` bytes from `from` on. Errors: FileUnreadable (also where the file ends earlier).
Result<QByteArray> readPart(const OpenFile& file, const QString& path, qint64 from, qint64 count);

/// The bytes of a regular file. Errors: those of openFile() and readAll().
Result<QByteArray> readFile(const QString& path, qint64 limit = kLargestRead);
/// The same for a name of any bytes.
Result<QByteArray> readFile(const QByteArray& path, Links links, qint64 limit = kLargestRead,
                            int folder = kWorkingFolder);

/// Opens `file` for reading by the name it has, unbuffered: for logs, which are read in pieces
/// while they grow. Errors: those of openFile().
Result<void> openRegular(QFile& file);

/// The bytes of a file that is built into the program (":/rocport/…"). Errors: FileNotFound.
Result<QByteArray> readResource(const QString& path);

} // namespace rocport
