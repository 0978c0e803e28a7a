#include "core/project/port/generated.h"

#include "core/files/leftovers.h"
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
    m_home = git.isEmpty() ? m_folder : QDir::cleanPath(git);
    m_place = RepoPath(git.isEmpty() ? ".rocport/generated" : "rocport/generated");
}

QString GeneratedRecord::place() const
{
    return m_home + u'/' + m_place.display();
}

RepoPath GeneratedRecord::fileOf(const RepoPath& path) const
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QFile::encodeName(m_folder));
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(path.bytes());
    return RepoPath(m_place.bytes() + '/' + hash.result().toHex());
}

Result<QByteArray> GeneratedRecord::last(const RepoPath& path) const
{
    const Result<RootFolder> home = this->home();
    return home ? home->read(fileOf(path)) : home.error();
}

void GeneratedRecord::removeLeftovers() const
{
    if (const Result<RootFolder> home = this->home()) {
        if (const auto folder = home->openParent(fileOf({}), false)) {
            removeAllLeftovers(folder->number());
        }
    }
}

Result<RootFolder> GeneratedRecord::home() const
{
    return RootFolder::open(m_home);
}

bool GeneratedRecord::canKeep(const RepoPath& path) const
{
    const Result<QByteArray> kept = last(path);
    if (!kept && kept.error().code != ErrorCode::FileNotFound) {
        return false;
    }
    QString existing = place();
    while (!QFileInfo::exists(existing) && existing != m_home) {
        existing = QFileInfo(existing).path();
    }
    const QFileInfo folder(existing);
    return folder.isDir() && folder.isWritable();
}

} // namespace rocport
