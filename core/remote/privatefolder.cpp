#include "core/remote/privatefolder.h"
#include "core/base/systemmessage.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <sys/stat.h>

namespace rocport {

namespace {

constexpr int kDeepest = 256;

int makeFolder(const QString& folder, int depth)
{
    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) == 0 || errno == EEXIST) {
        return 0;
    }
    if (errno != ENOENT || depth > kDeepest) {
        return errno;
    }
    const int above = makeFolder(QFileInfo(folder).path(), depth + 1);
    if (above != 0) {
        return above;
    }
    return ::mkdir(path.constData(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

} // namespace

Result<void> makePrivateFolder(const QString& folder)
{
    const QString absolute = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    int number = makeFolder(absolute, 0);
    struct stat info = {};
    const QByteArray path = QFile::encodeName(absolute);
    if (number == 0 && ::stat(path.constData(), &info) != 0) {
        number = errno;
    }
    if (number == 0 && !S_ISDIR(info.st_mode)) {
        number = ENOTDIR;
    }
    if (number == 0 && (info.st_mode & 0077) != 0 && ::chmod(path.constData(), 0700) != 0) {
        number = errno;
    }
    return number == 0 ? Result<void>() : systemWriteError(number, folder);
}

} // namespace rocport
