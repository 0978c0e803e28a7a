#include "core/files/pending.h"

#include <QRandomGenerator>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport::pending {

namespace {

constexpr char kSuffix[] = ".rocport-new";
constexpr qsizetype kSuffixSize = sizeof kSuffix - 1;
constexpr qsizetype kRandomSize = 8;
/// Names have 255 bytes at most; of a long one the beginning is kept.
constexpr qsizetype kKeptName = 200;
constexpr int kTries = 32;

QByteArray stem(const QByteArray& name)
{
    return '.' + name.left(kKeptName) + '.';
}

} // namespace

quint32 randomNumber()
{
    return QRandomGenerator::global()->generate();
}

QByteArray nameFor(const QByteArray& name, quint32 number)
{
    return stem(name) + QByteArray::number(number, 16).rightJustified(kRandomSize, '0') + kSuffix;
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
        temporary = nameFor(name, randomNumber());
        number = makeNamed(folder, temporary, mode, file);
    }
    if (number != 0) {
        temporary.clear();
    }
    return number;
}

bool isNameFor(const QByteArray& temporary, const QByteArray& name)
{
    const QByteArray begin = stem(name);
    return temporary.startsWith(begin) && temporary.endsWith(kSuffix) &&
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
