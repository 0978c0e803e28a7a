#pragma once

#include "core/base/cancel.h"
#include "core/tensor/bytesource.h"

#include <QVector>

#include <functional>

namespace rocport {

/// One file inside a zip archive.
struct ZipEntry
{
    QString name;
    bool deflated = false; ///< else stored
    qint64 compressedSize = 0;
    qint64 size = 0;
    quint32 crc = 0;
    qint64 dataOffset = 0; ///< of the compressed bytes in the archive
    QString problem;       ///< a sentence on why it cannot be read; empty: it can
};

/// The central directory of a zip archive, including zip64. Only the record at the archive's end
/// counts; sizes and offsets are checked against the file and against each other. Errors:
/// ParseFailed, FileUnreadable.
Result<QVector<ZipEntry>> readZipDirectory(const ByteSource& source, const QString& path);

/// Takes a piece of an entry; returning false stops the reading without an error.
using ZipSink = std::function<Result<bool>(const char* bytes, qint64 count)>;

/// Passes the bytes of an entry to `sink`, piece by piece. At the end, length and checksum are
/// compared. Errors: ParseFailed, FileUnreadable, Cancelled, those of `sink`.
Result<void> readZipEntry(const ByteSource& source, const QString& path, const ZipEntry& entry,
                          const ZipSink& sink, const CancelToken& cancel);

} // namespace rocport
