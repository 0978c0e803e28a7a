#include "core/files/scratchfile.h"

#include "core/files/fileerror.h"
#include "core/files/pending.h"

#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace rocport {

Result<ScratchFile> ScratchFile::make()
{
    ScratchFile file;
    const QString folder = QDir::tempPath();
    const QByteArray place = QFile::encodeName(folder);
    file.m_file = Descriptor(::open(place.constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file.m_file.isOpen()) { // not every file system can
        QByteArray name = place + "/rocport-XXXXXX";
        file.m_file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
        if (!file.m_file.isOpen()) {
            return writeError(errno, folder);
        }
        ::unlink(name.constData());
    }
    return Result<ScratchFile>(std::move(file));
}

Result<void> ScratchFile::append(QByteArrayView bytes)
{
    if (const int number = pending::writeAll(m_file.number(), bytes)) {
        return writeError(number, QDir::tempPath());
    }
    m_size += bytes.size();
    return {};
}

Result<void> ScratchFile::read(qint64 offset, char* to, qint64 count) const
{
    qint64 done = 0;
    while (done < count) {
        const ssize_t got =
            ::pread(m_file.number(), to + done, static_cast<size_t>(count - done), offset + done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return fileError(ErrorCode::FileUnreadable, got < 0 ? errno : EIO, QDir::tempPath());
        }
        done += got;
    }
    return {};
}

} // namespace rocport
