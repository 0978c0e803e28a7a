#include "core/files/rootfolder.h"

#include "core/files/fileerror.h"
#include "core/files/pending.h"
#include "core/files/repositoryname.h"

#include <QFile>
#include <QFileInfo>
#include <QVector>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

constexpr mode_t kNewFile = 0666;
constexpr mode_t kNewFolder = 0777;

Error folderLeadsOut(const QString& path)
{
    return {ErrorCode::PathOutsideRepository,
            QStringLiteral("a folder on the path is a symbolic link"), path};
}

Error fileLeadsOut(const QString& path)
{
    return {ErrorCode::PathOutsideRepository, QStringLiteral("the file is a symbolic link"), path};
}

bool isLink(int folder, const QByteArray& name)
{
    struct stat status = {};
    return ::fstatat(folder, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISLNK(status.st_mode);
}

} // namespace

Result<RootFolder> RootFolder::open(const QString& folder)
{
    RootFolder root;
    Descriptor opened(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen()) {
        return fileError(ErrorCode::FileUnreadable, errno, folder);
    }
    root.m_folder = std::make_shared<const Descriptor>(std::move(opened));
    root.m_path = QFileInfo(folder).canonicalFilePath();
    return root;
}

QString RootFolder::display(const RepoPath& file) const
{
    return m_path + u'/' + file.display();
}

Result<Descriptor> RootFolder::openParent(const RepoPath& file, bool make,
                                          QVector<RepoPath>* made) const
{
    if (Result<void> checked = checkRepositoryName(file); !checked) {
        return checked.error();
    }
    Descriptor folder(::fcntl(m_folder->number(), F_DUPFD_CLOEXEC, 0));
    if (!folder.isOpen()) {
        return fileError(ErrorCode::FileUnreadable, errno, m_path);
    }
    QByteArray way;
    const QByteArray above = file.folder().bytes();
    const QList<QByteArray> parts = above.isEmpty() ? QList<QByteArray>() : above.split('/');
    for (const QByteArray& part : parts) {
        way += way.isEmpty() ? part : '/' + part;
        if (make && ::mkdirat(folder.number(), part.constData(), kNewFolder) == 0) {
            if (made != nullptr) {
                made->append(RepoPath(way));
            }
        } else if (make && errno != EEXIST) {
            return writeError(errno, display(RepoPath(way)));
        }
        Descriptor next(::openat(folder.number(), part.constData(),
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next.isOpen()) {
            const int number = errno;
            const QString place = display(RepoPath(way));
            return isLink(folder.number(), part)
                       ? folderLeadsOut(place)
                       : fileError(make ? ErrorCode::FileWriteFailed : ErrorCode::FileUnreadable,
                                   number, place);
        }
        folder = std::move(next);
    }
    return Result<Descriptor>(std::move(folder));
}

Result<QByteArray> RootFolder::read(const RepoPath& file, qint64 limit) const
{
    const QString place = display(file);
    const Result<Descriptor> folder = openParent(file, false);
    if (!folder) {
        return folder.error();
    }
    OpenFile opened;
    opened.descriptor =
        Descriptor(::openat(folder->number(), file.fileName().constData(),
                            O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status = {};
    if (!opened.descriptor.isOpen() || ::fstat(opened.descriptor.number(), &status) != 0) {
        const int number = errno;
        return isLink(folder->number(), file.fileName())
                   ? fileLeadsOut(place)
                   : fileError(ErrorCode::FileUnreadable, number, place);
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), place};
    }
    opened.size = static_cast<qint64>(status.st_size);
    return readAll(opened, place, limit);
}

Result<void> RootFolder::write(const RepoPath& file, QByteArrayView bytes,
                               Durability durability) const
{
    const Result<Descriptor> folder = openParent(file, true);
    return folder ? writeInto(*folder, file, bytes, durability) : folder.error();
}

Result<void> RootFolder::writeInto(const Descriptor& parent, const RepoPath& file,
                                   QByteArrayView bytes, Durability durability) const
{
    return writeInto(
        parent, file, [bytes](int target) { return pending::writeAll(target, bytes); }, durability);
}

Result<void> RootFolder::writeInto(const Descriptor& parent, const RepoPath& file,
                                   const std::function<int(int)>& fill, Durability durability) const
{
    const QString place = display(file);
    const QByteArray name = file.fileName();
    struct stat status = {};
    const bool there =
        ::fstatat(parent.number(), name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (there && !S_ISREG(status.st_mode)) {
        return S_ISLNK(status.st_mode)
                   ? fileLeadsOut(place)
                   : writeError(S_ISDIR(status.st_mode) ? EISDIR : EINVAL, place);
    }
    QByteArray temporary;
    Descriptor opened;
    if (const int number = pending::make(parent.number(), name, kNewFile, temporary, opened)) {
        return writeError(number, place);
    }
    if (there) {
        pending::takeOwnerAndMode(opened.number(), status);
    }
    const Descriptor lock = pending::sharedLock(opened);
    int number = fill(opened.number());
    number = number == 0 ? pending::finish(opened, durability) : number;
    if (number == 0 && ::renameat(parent.number(), temporary.constData(), parent.number(),
                                  name.constData()) != 0) {
        number = errno;
    }
    if (number != 0) {
        ::unlinkat(parent.number(), temporary.constData(), 0);
        return writeError(number, place);
    }
    number = durability == Durability::Synced ? pending::syncNames(parent.number()) : 0;
    return number == 0 ? Result<void>() : writeError(number, place);
}

} // namespace rocport
