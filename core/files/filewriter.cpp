#include "core/files/filewriter.h"

#include "core/files/fileerror.h"
#include "core/files/leftovers.h"
#include "core/files/pending.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rocport {

namespace {

constexpr mode_t kSharedFile = 0666; // less the umask
constexpr mode_t kPrivateFile = 0600;
constexpr mode_t kSharedFolder = 0777;
constexpr mode_t kPrivateFolder = 0700;
constexpr int kMostLinks = 40;

/// Names of what the shell opened (/dev/stdout, /dev/fd/3): the file behind is written to, not
/// replaced. Files in /dev/shm are files like others.
bool isOpenDescriptor(const QByteArray& path)
{
    return path.startsWith("/dev/fd/") || path.startsWith("/dev/std") || path.startsWith("/proc/");
}

/// Where a chain of links ends; a link to something that is not there yet is followed too. Empty
/// for links that go round.
QByteArray endOfLinks(QByteArray path)
{
    for (int i = 0; i < kMostLinks; ++i) {
        struct stat status = {};
        if (::lstat(path.constData(), &status) != 0 || !S_ISLNK(status.st_mode)) {
            return path;
        }
        const QString link = QFile::decodeName(path);
        const QString target = QFile::symLinkTarget(link);
        if (target.isEmpty()) {
            break;
        }
        path = QFile::encodeName(target);
    }
    return {};
}

} // namespace

Result<FileWriter> FileWriter::open(const QString& path, FileAccess access, Durability durability)
{
    FileWriter writer;
    writer.m_path = path;
    writer.m_durability = durability;
    const QByteArray named = QFile::encodeName(QFileInfo(path).absoluteFilePath());
    struct stat status = {};
    const bool there = ::stat(named.constData(), &status) == 0;
    if (there && S_ISDIR(status.st_mode)) {
        return writeError(EISDIR, path);
    }
    if (there && (!S_ISREG(status.st_mode) || isOpenDescriptor(named))) {
        writer.m_file = Descriptor(::open(named.constData(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
        return writer.m_file.isOpen() ? Result<FileWriter>(std::move(writer))
                                      : Result<FileWriter>(writeError(errno, path));
    }
    const QByteArray target = endOfLinks(named);
    if (target.isEmpty()) {
        return writeError(ELOOP, path);
    }
    const qsizetype slash = target.lastIndexOf('/');
    const QByteArray folder = slash <= 0 ? QByteArray("/") : target.left(slash);
    writer.m_name = target.mid(slash + 1);
    writer.m_folder = Descriptor(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!writer.m_folder.isOpen()) {
        return writeError(errno, path);
    }
    const mode_t fresh = access == FileAccess::Private ? kPrivateFile : kSharedFile;
    if (const int number = pending::make(writer.m_folder.number(), writer.m_name, fresh,
                                         writer.m_temporary, writer.m_file)) {
        return writeError(number, path);
    }
    if (there && access == FileAccess::Shared) {
        pending::takeOwnerAndMode(writer.m_file.number(), status);
    }
    return Result<FileWriter>(std::move(writer));
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_folder(std::move(other.m_folder)),
      m_name(std::move(other.m_name)),
      m_temporary(std::exchange(other.m_temporary, QByteArray())),
      m_file(std::move(other.m_file)),
      m_durability(other.m_durability),
      m_failed(other.m_failed)
{
}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept
{
    if (this != &other) {
        drop();
        m_path = std::move(other.m_path);
        m_folder = std::move(other.m_folder);
        m_name = std::move(other.m_name);
        m_temporary = std::exchange(other.m_temporary, QByteArray());
        m_file = std::move(other.m_file);
        m_durability = other.m_durability;
        m_failed = other.m_failed;
    }
    return *this;
}

FileWriter::~FileWriter()
{
    drop();
}

void FileWriter::drop()
{
    (void)m_file.close();
    if (!m_temporary.isEmpty()) {
        ::unlinkat(m_folder.number(), m_temporary.constData(), 0);
        m_temporary.clear();
    }
}

Error FileWriter::fail(int number)
{
    m_failed = true;
    drop();
    return writeError(number, m_path);
}

Result<void> FileWriter::write(QByteArrayView bytes)
{
    if (!m_file.isOpen()) {
        return writeError(m_failed ? EIO : EBADF, m_path);
    }
    const int number = pending::writeAll(m_file.number(), bytes);
    return number == 0 ? Result<void>() : fail(number);
}

Result<void> FileWriter::commit()
{
    if (!m_file.isOpen()) {
        return writeError(m_failed ? EIO : EBADF, m_path);
    }
    if (!m_folder.isOpen()) { // a device or a pipe
        return m_file.close() ? Result<void>() : fail(errno);
    }
    const Descriptor lock = pending::sharedLock(m_file);
    if (const int number = pending::finish(m_file, m_durability)) {
        return fail(number);
    }
    if (::renameat(m_folder.number(), m_temporary.constData(), m_folder.number(),
                   m_name.constData()) != 0) {
        return fail(errno);
    }
    m_temporary.clear();
    const int number =
        m_durability == Durability::Synced ? pending::syncNames(m_folder.number()) : 0;
    return number == 0 ? Result<void>() : fail(number);
}

Result<void> writeFile(const QString& path, QByteArrayView bytes, FileAccess access,
                       Durability durability)
{
    if (Result<void> made = makeFolder(QFileInfo(path).absolutePath(), access); !made) {
        return made;
    }
    if (durability == Durability::Synced) {
        removeLeftovers(path); // what is written all the time cannot look each time
    }
    Result<FileWriter> writer = FileWriter::open(path, access, durability);
    if (!writer) {
        return writer.error();
    }
    Result<void> written = writer->write(bytes);
    return written ? writer->commit() : written;
}

Result<void> makeFolder(const QString& path, FileAccess access)
{
    const QByteArray name = QFile::encodeName(QDir::cleanPath(QDir(path).absolutePath()));
    const mode_t mode = access == FileAccess::Private ? kPrivateFolder : kSharedFolder;
    struct stat status = {};
    if (::stat(name.constData(), &status) == 0) {
        return S_ISDIR(status.st_mode) ? Result<void>() : writeError(ENOTDIR, path);
    }
    // From the top, so that the first one that fails is named.
    for (qsizetype at = name.indexOf('/', 1); at >= 0; at = name.indexOf('/', at + 1)) {
        const QByteArray part = name.left(at);
        if (::mkdir(part.constData(), mode) != 0 && errno != EEXIST && errno != EISDIR &&
            ::stat(part.constData(), &status) != 0) {
            return writeError(errno, QFile::decodeName(part));
        }
    }
    if (::mkdir(name.constData(), mode) != 0) {
        const int number = errno;
        const bool there = ::stat(name.constData(), &status) == 0 && S_ISDIR(status.st_mode);
        if (!there) {
            return writeError(number == EEXIST ? ENOTDIR : number, path);
        }
    }
    return {};
}

Result<void> syncFolder(const QString& folder)
{
    const Descriptor open(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!open.isOpen() || ::syncfs(open.number()) != 0) {
        return writeError(errno, folder);
    }
    return {};
}

} // namespace rocport
