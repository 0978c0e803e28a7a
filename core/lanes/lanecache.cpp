#include "core/lanes/lanecache.h"

#include "core/files/filewriter.h"
#include "core/process/localprocess.h"

#include <QStandardPaths>

namespace rocport {

LaneCache::LaneCache(const QString& folder, const QStringList& path)
{
    if (folder.isEmpty()) {
        return;
    }
    const auto program = findProgram(QStringLiteral("ccache"), path, false);
    if (!program || !makeFolder(folder, FileAccess::Private)) {
        return; // it is only slower without
    }
    m_program = *program;
    m_folder = folder;
}

ProcessCommand LaneCache::wrapped(ProcessCommand command) const
{
    if (m_folder.isEmpty()) {
        return command;
    }
    command.arguments.prepend(command.program);
    command.program = m_program;
    const auto set = [&](const char* name, const QString& value) {
        command.environment.append({QLatin1StringView(name), value});
    };
    set("CCACHE_DIR", m_folder);
    set("CCACHE_CONFIGPATH", QStringLiteral("/dev/null")); // the user's own settings are not for us
    set("CCACHE_MAXSIZE", QStringLiteral("500M"));
    set("CCACHE_BASEDIR", command.workingFolder);
    set("CCACHE_NOHASHDIR", QStringLiteral("1"));
    set("CCACHE_ABSSTDERR", QStringLiteral("1"));
    return command;
}

QString laneCacheFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/rocport/lanes");
}

} // namespace rocport
