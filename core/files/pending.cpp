#include "core/files/pending.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport::pending {

namespace {

constexpr char kSuffix[] = ".rocport-new";
constexpr char kSetSuffix[] = ".rocport-set";
constexpr qsizetype kSuffixSize = sizeof kSuffix - 1;
static_assert(sizeof kSuffix == sizeof kSetSuffix);
constexpr qsizetype kRandomSize = 8;
/// Names have 255 bytes at most; of a long one the beginning is kept.
constexpr qsizetype kKeptName = 200;
constexpr int kTries = 32;

QByteArray withNumber(const QByteArray& name, quint32 number, const char* suffix)
{
    return stemOf(name) + QByteArray::number(number, 16).rightJustified(kRandomSize, '0') + suffix;
}

/// Gives EEXIST where removeLeftovers() was quicker: between making and locking it was anybody's.
int lockOwn(const Descriptor& file)
{
    struct stat status = {};
    const bool taken = ::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return taken || (::fstat(file.number(), &status) == 0 && status.st_nlink == 0) ? EEXIST : 0;
}

} // namespace

QByteArray stemOf(const QByteArray& name)
{
    return '.' + name.left(kKeptName) + '.';
}

QByteArray stemOfTemporary(const QByteArray& temporary)
{
    const qsizetype size = temporary.size() - kRandomSize - kSuffixSize;
    if (size < 3 || !temporary.startsWith('.') || !temporary.endsWith(kSuffix)) {
        return {};
    }
    const QByteArrayView digits = QByteArrayView(temporary).sliced(size, kRandomSize);
    const bool hex = std::all_of(digits.begin(), digits.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
    return hex ? temporary.left(size) : QByteArray();
}

quint32 randomNumber()
{
    return QRandomGenerator::global()->generate();
}

QByteArray nameFor(const QByteArray& name, quint32 number)
{
    return withNumber(name, number, kSetSuffix);
}

int makeNamed(int folder, const QByteArray& temporary, mode_t mode, Descriptor& file)
{
    file = Descriptor(::openat(folder, temporary.constData(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    return file.isOpen() ? 0 : errno;
}

int make(int folder, const QByteArray& name, mode_t mode, QByteArray& temporary, Descriptor& file)
{
    int number = EEXIST;
    for (int i = 0; i < kTries && number == EEXIST; ++i) {
        temporary = withNumber(name, randomNumber(), kSuffix);
        number = makeNamed(folder, temporary, mode, file);
        number = number == 0 ? lockOwn(file) : number;
    }
    if (number != 0) {
        temporary.clear();
    }
    return number;
}

Descriptor sharedLock(const Descriptor& file)
{
    return Descriptor(::fcntl(file.number(), F_DUPFD_CLOEXEC, 0));
}

bool isNameFor(const QByteArray& temporary, const QByteArray& name)
{
    const QByteArray begin = stemOf(name);
    return temporary.startsWith(begin) &&
           (temporary.endsWith(kSetSuffix) || temporary.endsWith(kSuffix)) &&
           temporary.size() == begin.size() + kRandomSize + kSuffixSize && !temporary.contains('/');
}

int writeAll(int file, QByteArrayView bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t put =
            ::write(file, bytes.data() + done, static_cast<size_t>(bytes.size() - done));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return errno;
        }
        if (put == 0) {
            return ENOSPC;
        }
        done += put;
    }
    return 0;
}

int finish(Descriptor& file, Durability durability)
{
    if (durability == Durability::Synced && ::fsync(file.number()) != 0) {
        const int number = errno;
        (void)file.close();
        return number;
    }
    return file.close() ? 0 : errno;
}

int syncNames(int folder)
{
    if (::fsync(folder) == 0 || errno == EINVAL || errno == EROFS || errno == ENOSYS) {
        return 0;
    }
    return errno;
}

void takeOwnerAndMode(int file, const struct stat& replaced)
{
    struct stat own = {};
    const bool other = ::fstat(file, &own) == 0 &&
                       (own.st_uid != replaced.st_uid || own.st_gid != replaced.st_gid);
    // Only root can give a file away; whoever else writes it becomes its owner, as with any editor.
    if (other && ::fchown(file, replaced.st_uid, replaced.st_gid) != 0) {
        errno = 0;
    }
    (void)::fchmod(file, replaced.st_mode & 07777);
}

} // namespace rocport::pending
