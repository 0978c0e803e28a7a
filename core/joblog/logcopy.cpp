#include "core/joblog/logcopy.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"

#include <QFile>

namespace rocport {

namespace {

constexpr qint64 kPiece = 512 * 1024;

} // namespace

Result<void> copyLog(const QString& from, const QString& to, const CancelToken& cancel)
{
    QFile source(from);
    if (Result<void> opened = openRegular(source); !opened) {
        return opened;
    }
    Result<FileWriter> target = FileWriter::open(to);
    if (!target) {
        return target.error();
    }
    while (!source.atEnd()) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const QByteArray bytes = source.read(kPiece);
        if (bytes.isEmpty()) {
            break;
        }
        if (Result<void> written = target->write(bytes); !written) {
            return written;
        }
    }
    return target->commit();
}

} // namespace rocport
