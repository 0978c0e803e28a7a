#include "core/lanes/laneengine.h"

#include "core/files/filewriter.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

// Outside of any namespace: the macro declares a function of the global one.
static void initLaneResources()
{
    Q_INIT_RESOURCE(lanes);
}

namespace rocport {

Result<void> writeLaneEngine(const QString& folder)
{
    initLaneResources();
    const QString prefix = QStringLiteral(":/lanes");
    QDirIterator files(prefix, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            return Error{ErrorCode::Internal, file.errorString(), path};
        }
        const QString target = folder + path.mid(prefix.size());
        if (auto made = makeFolder(QFileInfo(target).path(), FileAccess::Private); !made) {
            return made;
        }
        if (auto written =
                writeFile(target, file.readAll(), FileAccess::Private, Durability::Later);
            !written) {
            return written;
        }
    }
    return {};
}

QStringList laneEngineSources(bool playsPtx)
{
    QStringList names = {QStringLiteral("all"), QStringLiteral("mathematics"),
                         QStringLiteral("played")};
    if (playsPtx) {
        initLaneResources();
        const QFileInfoList files =
            QDir(QStringLiteral(":/lanes/src")).entryInfoList({QStringLiteral("ptx*.cpp")});
        for (const QFileInfo& file : files) {
            names.append(file.completeBaseName());
        }
    }
    return names;
}

} // namespace rocport
