#include "core/remote/runfolder.h"

#include "core/base/systemmessage.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/remote/privatefolder.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rocport {

namespace {

constexpr qint64 kMaxMarks = 1024 * 1024;
const QString kPosition = QStringLiteral("log.position");
/// SecretMask::marks(), while the job runs.
const QString kMarks = QStringLiteral("log.marks");

Error systemError(const QString& path)
{
    return systemWriteError(errno, path);
}

/// -1 with errno. Closed on exec: a child must not keep the lock.
int openFile(const QString& path, int flags)
{
    return ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC, 0600);
}

/// All bytes or an error; gives how many in `written`.
Result<void> writeAll(int file, const QByteArray& bytes, const QString& path, qint64& written)
{
    written = 0;
    while (written < bytes.size()) {
        const ssize_t count = ::write(file, bytes.constData() + written,
                                      static_cast<std::size_t>(bytes.size() - written));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return systemError(path);
        }
        written += count;
    }
    return {};
}

/// Room for the last note of a file of times: two numbers and three characters.
constexpr qint64 kLastNote = 64;

/// A line of the file of times. `time`: milliseconds; -1: nobody knows.
QByteArray noteLine(qint64 offset, qint64 time)
{
    const QByteArray word = time < 0 ? QByteArrayLiteral("-") : QByteArray::number(time);
    return QByteArray::number(offset) + ' ' + word + '\n';
}

Result<void> replaceFile(const QString& path, const QByteArray& bytes)
{
    // What must outlast a crash of the machine is synced by Sync; a status comes every second.
    return writeFile(path, bytes, FileAccess::Private, Durability::Later);
}

} // namespace

Result<std::unique_ptr<RunFolder>> RunFolder::create(const QString& folder, const JobSpec& job)
{
    std::unique_ptr<RunFolder> made(new RunFolder);
    made->m_entry.folder = QDir(folder).absolutePath();
    made->m_entry.spec = job;
    if (Result<void> done = makePrivateFolder(made->folder()); !done) {
        return done.error();
    }
    if (QFile::exists(made->folder() + u'/' + runfile::kJob)) {
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("it already contains a run"),
                     folder};
    }
    if (Result<void> done = made->lockAndOpen(); !done) {
        return done.error();
    }
    made->m_mask = SecretMask::of(job);
    if (!made->m_mask.isEmpty()) {
        if (Result<void> done = replaceFile(made->folder() + u'/' + kMarks, made->m_mask.marks());
            !done) {
            return done.error();
        }
    }
    if (Result<void> done = made->writeStatus({}); !done) {
        return done.error();
    }
    if (Result<void> done =
            replaceFile(made->folder() + u'/' + kPosition, "0 " + QSysInfo::bootUniqueId() + '\n');
        !done) {
        return done.error();
    }
    // Last: without it the folder is no run.
    if (Result<void> done = replaceFile(made->folder() + u'/' + runfile::kJob,
                                        QJsonDocument(jobToJson(job)).toJson());
        !done) {
        return done.error();
    }
    made->closeLog(); // until something comes: hundreds may wait at once
    return made;
}

Result<std::unique_ptr<RunFolder>> RunFolder::open(const QString& folder)
{
    Result<JobEntry> entry = readRunRecord(folder);
    if (!entry) {
        return entry.error();
    }
    std::unique_ptr<RunFolder> opened(new RunFolder);
    opened->m_entry = *entry;
    if (Result<void> done = opened->lockAndOpen(); !done) {
        return done.error();
    }
    opened->cutUnsynced();
    opened->readMarks();
    opened->closeLog(); // until something comes: hundreds may wait at once
    return opened;
}

/// A kill may have left a part of a piece, which ends inside of a secret: the log goes on where a
/// line ends.
void RunFolder::readMarks()
{
    const Result<QByteArray> bytes = readFile(folder() + u'/' + kMarks, kMaxMarks);
    if (!bytes || isEnded(m_entry.status.state)) {
        return;
    }
    if (Result<SecretMask> mask = SecretMask::fromMarks(*bytes)) {
        m_mask = *std::move(mask);
    }
    const qint64 from = std::max<qint64>(0, m_size - kMaxMarks);
    const Result<QByteArray> end = readLogPart(folder(), from, kMaxMarks);
    const qint64 whole = end ? from + end->lastIndexOf('\n') + 1 : m_size;
    const bool found = end && (end->contains('\n') || from == 0);
    if (!m_mask.isEmpty() && found && whole < m_size && ::ftruncate(m_log, whole) == 0) {
        m_size = whole;
        m_entry.status.logBytes = whole;
    }
}

void RunFolder::removeMarks()
{
    if (!m_mask.isEmpty()) {
        QFile::remove(folder() + u'/' + kMarks);
    }
    closeLog();
}

RunFolder::~RunFolder()
{
    closeLog();
    if (m_lock >= 0) {
        ::close(m_lock);
    }
}

Result<void> RunFolder::lockAndOpen()
{
    m_lock = openFile(folder() + QStringLiteral("/lock"), O_RDWR | O_CREAT);
    if (m_lock < 0) {
        return systemError(folder());
    }
    if (::flock(m_lock, LOCK_EX | LOCK_NB) != 0) {
        return Error{ErrorCode::ProjectLocked,
                     QStringLiteral("another Rocport is following this run"), folder()};
    }
    m_log = openFile(logFile(), O_WRONLY | O_CREAT | O_APPEND);
    struct stat info = {};
    if (m_log < 0 || ::fstat(m_log, &info) != 0) {
        return systemError(logFile());
    }
    m_size = info.st_size;
    return {};
}

Result<void> RunFolder::openLog()
{
    if (m_log < 0) {
        m_log = openFile(logFile(), O_WRONLY | O_CREAT | O_APPEND);
        if (m_log < 0) {
            return systemError(logFile());
        }
    }
    if (m_times < 0 && !m_timesFull) {
        openTimes();
    }
    return {};
}

void RunFolder::closeLog()
{
    if (m_log >= 0) {
        ::close(m_log);
    }
    m_log = -1;
    closeTimes();
}

void RunFolder::openTimes()
{
    m_times = openFile(folder() + u'/' + runfile::kTimes, O_RDWR | O_CREAT | O_APPEND);
    struct stat info = {};
    if (m_times >= 0 && ::fstat(m_times, &info) == 0) {
        m_timesSize = info.st_size;
        char last = '\n';
        m_timesTorn = m_timesSize > 0 && ::pread(m_times, &last, 1, m_timesSize - 1) == 1 &&
                      last != '\n'; // a kill in the middle of a note
    }
}

void RunFolder::closeTimes()
{
    if (m_times >= 0) {
        ::close(m_times);
    }
    m_times = -1;
}

void RunFolder::cutUnsynced()
{
    QFile file(folder() + u'/' + kPosition);
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    const QList<QByteArray> words = file.read(256).simplified().split(' ');
    const qint64 synced = words.value(0).toLongLong();
    if (words.size() == 2 && words.at(1) != QSysInfo::bootUniqueId() && synced < m_size &&
        !isEnded(m_entry.status.state) && ::ftruncate(m_log, synced) == 0) {
        m_size = synced;
        m_entry.status.logBytes = synced;
    }
}

Result<void> RunFolder::append(qint64 offset, const QByteArray& bytes)
{
    const qint64 due = m_size + m_held.size();
    if (offset != due) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("byte %1 where %2 is due").arg(offset).arg(due), logFile()};
    }
    if (m_mask.isEmpty()) {
        return write(bytes);
    }
    QByteArray text = m_mask.masked(m_held + bytes);
    const qsizetype unsure = m_mask.unsureAtEnd(text);
    m_held = text.last(unsure);
    text.chop(unsure);
    return write(text);
}

Result<void> RunFolder::appendHeld()
{
    const QByteArray held = std::exchange(m_held, {});
    return write(held);
}

/// Before the bytes: who reads them finds their time.
void RunFolder::noteArrival()
{
    const qint64 time = m_arrival.isValid() ? m_arrival.toMSecsSinceEpoch() : -1;
    const qint64 second = time < 0 ? -1 : time / 1000;
    if (second == m_noted || m_times < 0) {
        return;
    }
    const bool isAfterGap = m_unnoted >= 0 && m_unnoted < m_size;
    QByteArray note = m_timesTorn ? QByteArrayLiteral("\n") : QByteArray();
    if (isAfterGap) {
        note += noteLine(m_unnoted, -1);
    }
    note += noteLine(m_size, time);
    const bool full = m_timesSize + note.size() > kMaxTimes - kLastNote;
    if (full) {
        note = '\n' + noteLine(isAfterGap ? m_unnoted : m_size, -1);
    }
    qint64 written = 0;
    if (m_timesSize + note.size() > kMaxTimes || writeAll(m_times, note, {}, written).ok()) {
        m_timesSize += written;
        m_timesTorn = false;
        m_noted = second;
        m_unnoted = -1;
        if (full) {
            m_timesFull = true;
            closeTimes();
        }
        return;
    }
    // What comes now is not what the last note tells of: the next one says so.
    m_unnoted = m_unnoted >= 0 ? m_unnoted : m_size;
    if (written > 0 && ::ftruncate(m_times, m_timesSize) != 0) {
        m_timesSize += written;
        m_timesTorn = true;
    }
}

Result<void> RunFolder::write(const QByteArray& bytes)
{
    if (bytes.isEmpty()) {
        return {};
    }
    if (Result<void> opened = openLog(); !opened) {
        m_held.clear();
        return opened;
    }
    noteArrival();
    qint64 written = 0;
    Result<void> done = writeAll(m_log, bytes, logFile(), written);
    if (!done && !m_mask.isEmpty() && ::ftruncate(m_log, m_size) == 0) {
        written = 0; // a part could end inside of a secret
    }
    m_size += written;
    if (!done) {
        m_held.clear();
    }
    return done;
}

Result<void> RunFolder::writeStatus(const JobStatus& status) const
{
    return replaceFile(folder() + u'/' + runfile::kStatus,
                       QJsonDocument(statusToJson(status)).toJson());
}

Result<void> RunFolder::Sync::operator()() const
{
    const QString log = folder + u'/' + runfile::kLog;
    const int file = openFile(log, O_WRONLY);
    if (file < 0) {
        return systemError(log);
    }
    const bool synced = ::fdatasync(file) == 0;
    Result<void> done;
    if (!synced) {
        done = systemError(log);
    }
    ::close(file);
    if (!done) {
        return done;
    }
    return replaceFile(folder + u'/' + kPosition,
                       QByteArray::number(size) + ' ' + QSysInfo::bootUniqueId() + '\n');
}

} // namespace rocport
