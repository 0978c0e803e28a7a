#include "core/project/session/sample.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/vcs/create.h"

#include <QDir>
#include <QDirIterator>

namespace rocport {

Result<QString> sampleRepository(const QString& dataFolder)
{
    const QString folder = dataFolder + QStringLiteral("/sample/seqkernels");
    if (QFileInfo::exists(folder + QStringLiteral("/.git/HEAD"))) {
        return folder;
    }
    const QString root = QStringLiteral(":/rocport/sample");
    QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString from = it.next();
        const Result<QByteArray> bytes = readResource(from);
        if (!bytes) {
            return bytes.error();
        }
        const Result<void> written = writeFile(folder + from.mid(root.size()), *bytes);
        if (!written) {
            return written.error();
        }
    }
    const Result<void> made = createRepository(folder, QStringLiteral("seqkernels 0.4.0"));
    if (!made) {
        return made.error();
    }
    return folder;
}

} // namespace rocport
