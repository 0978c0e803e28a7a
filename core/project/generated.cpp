#include "core/project/generated.h"

#include "core/project/files.h"
#include "core/vcs/repository.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace rocport {

GeneratedRecord::GeneratedRecord(const QString& folder)
    : m_folder(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()))
{
    QString existing = m_folder;
    while (!QFileInfo::exists(existing) && existing != QDir::rootPath()) {
        existing = QFileInfo(existing).absolutePath();
    }
    const QString git = Repository::gitFolderOf(existing);
    m_place = git.isEmpty() ? m_folder + QStringLiteral("/.rocport/generated")
                            : QDir::cleanPath(git) + QStringLiteral("/rocport/generated");
}

QString GeneratedRecord::fileOf(const RepoPath& path) const
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QFile::encodeName(m_folder));
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(path.bytes());
    return m_place + u'/' + QString::fromLatin1(hash.result().toHex());
}

Result<QByteArray> GeneratedRecord::last(const RepoPath& path) const
{
    return readFile(fileOf(path));
}

Result<void> GeneratedRecord::remember(const RepoPath& path, const QByteArray& content) const
{
    return writeFile(fileOf(path), content);
}

} // namespace rocport
