#include "core/files/leftovers.h"

#include "core/files/descriptor.h"
#include "core/files/pending.h"

#include <QFile>
#include <QFileInfo>

#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

/// Unless somebody writes it.
void removeOne(int folder, const QByteArray& name)
{
    const Descriptor file(::openat(folder, name.constData(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat own = {};
    if (!file.isOpen() || ::fstat(file.number(), &own) != 0 || !S_ISREG(own.st_mode) ||
        own.st_uid != ::geteuid() || own.st_nlink != 1 ||
        ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
        return;
    }
    // Its writer may have put it in its place in between: then the name is no more, or another's.
    struct stat there = {};
    if (::fstatat(folder, name.constData(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
        there.st_ino == own.st_ino && there.st_dev == own.st_dev) {
        ::unlinkat(folder, name.constData(), 0);
    }
}

template <typename Wanted>
void removeWhere(int folder, const Wanted& wanted)
{
    const int listed = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> handle(listed < 0 ? nullptr : ::fdopendir(listed),
                                                     &::closedir);
    if (handle == nullptr) {
        if (listed >= 0) {
            ::close(listed);
        }
        return;
    }
    while (const dirent* item = ::readdir(handle.get())) { // NOLINT(concurrency-mt-unsafe)
        const QByteArray name(item->d_name);
        const QByteArray stem = pending::stemOfTemporary(name);
        if (!stem.isEmpty() && wanted(stem)) {
            removeOne(folder, name);
        }
    }
}

} // namespace

void removeLeftovers(int folder, const QSet<QByteArray>& names)
{
    QSet<QByteArray> stems;
    for (const QByteArray& name : names) {
        stems.insert(pending::stemOf(name));
    }
    removeWhere(folder, [&](const QByteArray& stem) { return stems.contains(stem); });
}

void removeAllLeftovers(int folder)
{
    removeWhere(folder, [](const QByteArray& /*stem*/) { return true; });
}

void removeLeftovers(const QString& path)
{
    const QFileInfo file(path);
    const Descriptor folder(::open(QFile::encodeName(file.absolutePath()).constData(),
                                   O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.isOpen()) {
        removeLeftovers(folder.number(), {QFile::encodeName(file.fileName())});
    }
}

} // namespace rocport
