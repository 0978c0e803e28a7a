#include "core/remote/privatefolder.h"

#include "core/files/fileerror.h"
#include "core/files/filewriter.h"

#include <QFile>

#include <cerrno>
#include <sys/stat.h>

namespace rocport {

Result<void> makePrivateFolder(const QString& folder)
{
    if (Result<void> made = makeFolder(folder, FileAccess::Private); !made) {
        return made;
    }
    struct stat info = {};
    const QByteArray path = QFile::encodeName(folder);
    if (::stat(path.constData(), &info) != 0 ||
        ((info.st_mode & 0077) != 0 && ::chmod(path.constData(), 0700) != 0)) {
        return writeError(errno, folder);
    }
    return {};
}

} // namespace rocport
