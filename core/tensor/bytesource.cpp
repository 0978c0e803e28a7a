#include "core/tensor/bytesource.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

Error endsEarly(const QString& path, qint64 size, qint64 wanted)
{
    return {ErrorCode::ParseFailed,
            QStringLiteral("it ends after %1 bytes, but at least %2 were expected; it may not have "
                           "been copied completely")
                .arg(size)
                .arg(wanted),
            path};
}

} // namespace

Result<QByteArray> ByteSource::upTo(qint64 offset, qint64 count) const
{
    const qint64 there = std::clamp<qint64>(size() - offset, 0, count);
    QByteArray bytes(there, Qt::Uninitialized);
    const auto done = read(offset, bytes.data(), there);
    if (!done) {
        return done.error();
    }
    return bytes;
}

FileSource::FileSource(QString path, int descriptor, qint64 size)
    : m_path(std::move(path)), m_descriptor(descriptor), m_size(size)
{
}

FileSource::~FileSource()
{
    ::close(m_descriptor);
}

Result<std::shared_ptr<const FileSource>> FileSource::open(const QString& path, Links links)
{
    // Without O_NONBLOCK a pipe would wait for its writer.
    const int refusal = links == Links::Refused ? O_NOFOLLOW : 0;
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | refusal);
    if (descriptor < 0) {
        const bool missing = errno == ENOENT || errno == ENOTDIR;
        return Error{missing ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable,
                     missing ? QString() : qt_error_string(errno), path};
    }
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), path};
    }
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    return std::shared_ptr<const FileSource>(
        new FileSource(path, descriptor, static_cast<qint64>(status.st_size)));
}

Result<void> FileSource::read(qint64 offset, char* to, qint64 count) const
{
    qint64 done = 0;
    while (done < count) {
        const ssize_t got =
            ::pread(m_descriptor, to + done, static_cast<size_t>(count - done), offset + done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return Error{ErrorCode::FileUnreadable, qt_error_string(errno), m_path};
        }
        if (got == 0) {
            return endsEarly(m_path, offset + done, offset + count);
        }
        done += got;
    }
    return {};
}

MemorySource::MemorySource(QByteArray bytes, QString path)
    : m_bytes(std::move(bytes)), m_path(std::move(path))
{
}

Result<void> MemorySource::read(qint64 offset, char* to, qint64 count) const
{
    if (offset < 0 || count < 0 || count > m_bytes.size() || offset > m_bytes.size() - count) {
        return endsEarly(m_path, m_bytes.size(), offset + count);
    }
    if (count > 0) {
        std::memcpy(to, m_bytes.constData() + offset, static_cast<size_t>(count));
    }
    return {};
}

} // namespace rocport
