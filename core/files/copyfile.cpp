#include "core/files/copyfile.h"

#include "core/files/readfile.h"

#include <QFile>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kPiece = 1024 * 1024;

} // namespace

Result<void> copyFile(const QString& from, const QString& to, const CancelToken& cancel,
                      const FileCopy& copy)
{
    QFile source(from);
    if (Result<void> opened = openRegular(source); !opened) {
        return opened;
    }
    Result<FileWriter> target = FileWriter::open(to, copy.access);
    if (!target) {
        return target.error();
    }
    qint64 left = copy.length;
    while (left != 0) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, to};
        }
        const QByteArray piece = source.read(left < 0 ? kPiece : std::min(left, kPiece));
        if (piece.isEmpty() && left < 0 && source.error() == QFileDevice::NoError) {
            break;
        }
        if (piece.isEmpty()) {
            return Error{ErrorCode::FileUnreadable,
                         source.error() == QFileDevice::NoError
                             ? QStringLiteral("it became shorter meanwhile")
                             : source.errorString(),
                         from};
        }
        if (Result<void> written = target->write(piece); !written) {
            return written;
        }
        if (copy.seen) {
            copy.seen(piece);
        }
        left -= left < 0 ? 0 : piece.size();
    }
    return target->commit();
}

} // namespace rocport
