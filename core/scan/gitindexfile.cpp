#include "core/scan/gitindexfile.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"

#include <QtEndian>

namespace rocport {

namespace {

constexpr qint64 kHeader = 12; ///< "DIRC", version, number of entries
constexpr qint64 kEntry = 62;  ///< times, numbers, hash and flags
constexpr qint64 kFlags = 60;  ///< where the flags begin
constexpr quint16 kExtended = 0x4000;
constexpr quint32 kPrefixed = 4; ///< the version whose paths are differences

/// A number of git's, seven bits a byte, from \a at on, which is moved behind it; -1: none that a
/// path could be as long as.
qint64 numberAt(const QByteArray& bytes, qint64& at)
{
    qint64 value = -1;
    for (bool more = true; more; ++at) {
        if (at >= bytes.size() || value > bytes.size()) {
            return -1;
        }
        const auto byte = static_cast<unsigned char>(bytes[at]);
        value = ((value + 1) << 7) | (byte & 0x7FU);
        more = (byte & 0x80U) != 0;
    }
    return value;
}

/// Bytes of all paths of an index of version 4, up to the first entry that cannot be, or a little
/// more than \a limit.
qint64 bytesOfPaths(const QByteArray& bytes, quint32 count, qint64 limit)
{
    qint64 at = kHeader;
    qint64 path = 0;
    qint64 total = 0;
    for (quint32 i = 0; i < count && total <= limit && at + kEntry <= bytes.size(); ++i) {
        const auto flags = qFromBigEndian<quint16>(bytes.constData() + at + kFlags);
        at += kEntry + ((flags & kExtended) != 0 ? 2 : 0);
        const qint64 dropped = numberAt(bytes, at);
        const qint64 end = at < bytes.size() ? bytes.indexOf('\0', at) : -1;
        if (dropped < 0 || dropped > path || end < 0) {
            break;
        }
        path += end - at - dropped;
        total += path;
        at = end + 1;
    }
    return total;
}

} // namespace

Result<void> checkGitIndex(const QByteArray& path, qint64 limit)
{
    const Result<OpenFile> file = openFile(path, Links::Followed);
    if (!file || file->size < kHeader) {
        return {};
    }
    const QString name = RepoPath(path).display();
    const Result<QByteArray> header = readPart(*file, name, 0, kHeader);
    if (!header || !header->startsWith("DIRC")) {
        return {};
    }
    const auto count = qFromBigEndian<quint32>(header->constData() + 8);
    if (count > file->size / kEntry) {
        return Error{
            ErrorCode::GitFailed,
            QStringLiteral("its number of files, %1, is more than it has room for").arg(count),
            name};
    }
    if (qFromBigEndian<quint32>(header->constData() + 4) != kPrefixed) {
        return {};
    }
    const Result<QByteArray> bytes = readAll(*file, name, limit);
    if (!bytes || bytes->size() < kHeader) {
        return {};
    }
    if (bytesOfPaths(*bytes, count, limit) > limit) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("its paths are more than %1 MiB").arg(limit / (1024 * 1024)),
                     name};
    }
    return {};
}

} // namespace rocport
