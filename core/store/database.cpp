#include "core/store/database.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QUrl>

#include <atomic>
#include <cerrno>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace rocport {

namespace {

// SQLite result codes (sqlite3.h); the low byte is the primary one.
constexpr int kBusy = 5;
constexpr int kLocked = 6;
constexpr int kReadOnly = 8;
constexpr int kInterrupted = 9;
constexpr int kIoError = 10;
constexpr int kCorrupt = 11;
constexpr int kFull = 13;
constexpr int kCannotOpen = 14;
constexpr int kTooBig = 18;
constexpr int kNotADatabase = 26;
constexpr int kIoErrorShortRead = 10 | (2 << 8);
constexpr int kIoErrorRead = 10 | (1 << 8);

QString nextConnectionName()
{
    static std::atomic<quint64> counter{0};
    return QStringLiteral("rocport-project-%1").arg(++counter);
}

bool nearLimit(const QString& file, rlim_t limit)
{
    constexpr qint64 kMargin = 64 * 1024; // less than what one transaction may append
    const QFileInfo info(file);
    return info.exists() && static_cast<rlim_t>(info.size() + kMargin) >= limit;
}

} // namespace

bool isSpaceExhausted(const QString& path)
{
    struct statvfs system = {};
    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    constexpr quint64 kLeast = 64 * 1024;
    if (::statvfs(folder.constData(), &system) == 0 &&
        quint64(system.f_bavail) * system.f_frsize < kLeast) {
        return true;
    }
    struct rlimit limit = {};
    if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        return limit.rlim_cur < kLeast || nearLimit(path, limit.rlim_cur) ||
               nearLimit(path + QStringLiteral("-wal"), limit.rlim_cur);
    }
    // A quota shows only when something is written.
    QByteArray probe = folder + "/.rocport-probe-XXXXXX";
    const int file = ::mkstemp(probe.data());
    if (file < 0) {
        return errno == ENOSPC || errno == EDQUOT;
    }
    const QByteArray block(kLeast, 'x');
    errno = 0;
    const ssize_t written = ::write(file, block.constData(), size_t(block.size()));
    const bool full =
        written < block.size() && (errno == EDQUOT || errno == ENOSPC || written >= 0);
    ::close(file);
    ::unlink(probe.constData());
    return full;
}

Result<std::unique_ptr<Database>> Database::open(const QString& path, Access access)
{
    const bool isFile = path != QLatin1StringView(":memory:");
    if (isFile) {
        // SQLite's own limit, for the longest name beside it (os_unix.c: 512), of which it says
        // only that it is "unable to open".
        constexpr qsizetype kLongestPath = 512 - 16;
        if (QFile::encodeName(path).size() > kLongestPath) {
            return Error{ErrorCode::FileWriteFailed,
                         QStringLiteral("its path is longer than the %1 bytes that SQLite allows")
                             .arg(kLongestPath),
                         path};
        }
        if (Result<void> regular = SqliteGuard::checkFiles(path); !regular) {
            return regular.error();
        }
    }
    std::unique_ptr<Database> database(new Database);
    database->m_path = path;
    database->m_name = nextConnectionName();
    database->m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), database->m_name);
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=1000");
    QString name = path;
    if (access == Access::ReadOnly || access == Access::Immutable) {
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    }
    if (access == Access::Immutable || access == Access::QueryOnly) {
        options += QStringLiteral(";QSQLITE_OPEN_URI");
        name = QString::fromLatin1(QUrl::fromLocalFile(path).toEncoded()) +
               (access == Access::Immutable ? QStringLiteral("?mode=ro&immutable=1")
                                            : QStringLiteral("?mode=rw"));
    }
    database->m_database.setConnectOptions(options);
    database->m_database.setDatabaseName(name);
    if (!database->m_database.open()) {
        return database->errorOf(database->m_database.lastError());
    }
    if (Result<void> safe = database->m_guard.protect(database->m_database, path); !safe) {
        return safe.error();
    }
    if (access == Access::QueryOnly) {
        if (Result<void> set = database->exec(QStringLiteral("PRAGMA query_only=ON")); !set) {
            return set.error();
        }
    }
    return database;
}

Database::~Database()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

Error Database::errorOf(const QSqlError& error) const
{
    bool isNumber = false;
    const int code = error.nativeErrorCode().toInt(&isNumber);
    QString detail = error.databaseText();
    if (detail.isEmpty()) {
        detail = error.text();
    }
    ErrorCode ours = ErrorCode::StoreFailed;
    switch (isNumber ? code & 0xff : 0) {
    case kFull:
        ours = ErrorCode::DiskFull;
        break;
    case kCorrupt:
        ours = ErrorCode::ProjectCorrupt;
        break;
    case kNotADatabase:
        ours = ErrorCode::ProjectNotSqlite;
        break;
    case kBusy:
    case kLocked:
        ours = ErrorCode::ProjectLocked;
        break;
    case kReadOnly:
        ours = ErrorCode::ProjectReadOnly;
        break;
    case kInterrupted:
        if (m_guard.isCancelled()) {
            return {ErrorCode::Cancelled, {}, m_path};
        }
        ours = ErrorCode::ProjectCorrupt;
        detail = QStringLiteral("reading it takes more steps than a project of its size can need");
        break;
    case kTooBig:
        ours = ErrorCode::ProjectCorrupt;
        detail = QStringLiteral("a value in it is longer than any value that Rocport writes");
        break;
    case kCannotOpen:
        ours = isSpaceExhausted(m_path) ? ErrorCode::DiskFull : ErrorCode::StoreFailed;
        break;
    case kIoError:
        if (code == kIoErrorShortRead) {
            ours = ErrorCode::ProjectCorrupt;
        } else if (code == kIoErrorRead) {
            ours = ErrorCode::FileUnreadable;
        } else {
            ours = isSpaceExhausted(m_path) ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed;
        }
        break;
    default:
        break;
    }
    return {ours, detail, m_path};
}

Result<void> Database::exec(const QString& sql) const
{
    m_guard.restart();
    QSqlQuery query(m_database);
    if (!query.exec(sql)) {
        return errorOf(query.lastError());
    }
    return {};
}

Result<QVariant> Database::scalar(const QString& sql) const
{
    m_guard.restart();
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql)) {
        return errorOf(query.lastError());
    }
    if (!query.next()) {
        if (query.lastError().isValid()) {
            return errorOf(query.lastError());
        }
        return QVariant();
    }
    return query.value(0);
}

Statement::Statement(const Database& database, const QString& sql)
    : m_database(database), m_query(database.handle())
{
    m_query.setForwardOnly(true);
    m_prepared = m_query.prepare(sql);
}

Statement& Statement::text(const QString& value)
{
    m_boundBytes += value.size() * 3; // UTF-8
    m_boundTooLarge = m_boundTooLarge || value.size() > kMaxText;
    m_query.bindValue(m_bound++, value.isNull() ? QString(u""_qs) : value);
    return *this;
}

Statement& Statement::ascii(const QByteArray& value)
{
    return text(QString::fromLatin1(value));
}

Statement& Statement::blob(const QByteArray& value)
{
    m_boundBytes += value.size();
    m_query.bindValue(m_bound++, value.isNull() ? QByteArray("") : value);
    return *this;
}

Statement& Statement::number(qint64 value)
{
    m_query.bindValue(m_bound++, value);
    return *this;
}

Statement& Statement::null()
{
    m_query.bindValue(m_bound++, QVariant());
    return *this;
}

Result<void> Statement::run()
{
    m_bound = 0;
    m_read = 0;
    m_readTooLarge = false;
    // A row is no longer than a value may be, its other columns and their lengths included.
    const bool isTooLong = std::exchange(m_boundBytes, 0) > SqliteGuard::kMaxValue - 1024;
    if (std::exchange(m_boundTooLarge, false) || isTooLong) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a value is too long for a project file"), m_database.path()};
    }
    m_database.guard().restart();
    if (!m_prepared || !m_query.exec()) {
        return m_database.errorOf(m_query.lastError());
    }
    return {};
}

bool Statement::next()
{
    return !m_readTooLarge && m_query.next() && fits(kRowCost);
}

bool Statement::fits(qsizetype bytes) const
{
    m_read += bytes;
    m_readTooLarge = m_readTooLarge || m_read > m_most;
    return !m_readTooLarge;
}

QString Statement::textAt(int column) const
{
    QString text = m_query.value(column).toString();
    m_readTooLarge = m_readTooLarge || text.size() > kMaxText;
    return fits(text.size() * qsizetype(sizeof(QChar))) ? text : QString();
}

QByteArray Statement::blobAt(int column) const
{
    QByteArray bytes = m_query.value(column).toByteArray();
    return fits(bytes.size()) ? bytes : QByteArray();
}

Result<void> Statement::finish()
{
    const QSqlError error = m_query.lastError();
    m_query.finish();
    if (m_readTooLarge) {
        return Error{ErrorCode::ProjectCorrupt,
                     QStringLiteral("it contains more than Rocport writes"), m_database.path()};
    }
    if (error.isValid() && error.type() != QSqlError::NoError) {
        return m_database.errorOf(error);
    }
    return {};
}

Transaction::~Transaction()
{
    if (m_open) {
        // SQLite may have rolled back by itself (disk full); then this only says so.
        (void)m_database.exec(QStringLiteral("ROLLBACK"));
    }
}

Result<void> Transaction::begin()
{
    Result<void> begun = m_database.exec(QStringLiteral("BEGIN IMMEDIATE"));
    m_open = begun.ok();
    return begun;
}

Result<void> Transaction::commit()
{
    Result<void> done = m_database.exec(QStringLiteral("COMMIT"));
    if (done.ok()) {
        m_open = false;
    }
    return done;
}

} // namespace rocport
