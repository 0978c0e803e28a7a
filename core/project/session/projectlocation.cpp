#include "core/project/session/projectlocation.h"

#include "core/base/finding.h"

#include <QDir>
#include <QFileInfo>

namespace rocport {

namespace {

QString safeName(const QString& name)
{
    QString safe;
    for (const QChar c : name) {
        const bool plain = c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.';
        safe += plain ? c : QChar(u'-');
    }
    while (safe.startsWith(u'.') || safe.startsWith(u'-')) {
        safe.remove(0, 1);
    }
    while (safe.endsWith(u'.') || safe.endsWith(QLatin1StringView(".lock"))) {
        safe.chop(1);
    }
    safe.replace(QLatin1StringView(".."), QLatin1StringView("-"));
    return safe.isEmpty() ? QStringLiteral("port") : safe;
}

} // namespace

QString repositoryKey(const QString& repositoryRoot)
{
    const QString root = QDir::cleanPath(repositoryRoot);
    const QByteArray hash = contentHash(root.toUtf8()).left(8);
    return safeName(QFileInfo(root).fileName()) + u'-' + QString::fromLatin1(hash);
}

QString projectFileFor(const QString& dataFolder, const QString& repositoryRoot)
{
    return dataFolder + QLatin1StringView("/projects/") + repositoryKey(repositoryRoot) +
           QLatin1StringView(".rocport");
}

QString worktreeFor(const QString& dataFolder, const QString& repositoryRoot)
{
    return dataFolder + QLatin1StringView("/worktrees/") + repositoryKey(repositoryRoot);
}

QString writeJournalsFor(const QString& dataFolder)
{
    return dataFolder + QLatin1StringView("/writes");
}

QString portBranchFor(const QString& repositoryName)
{
    return QLatin1StringView("rocport/") + safeName(repositoryName);
}

} // namespace rocport
