#include "core/store/sqliteguard.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rocport {

namespace {

constexpr int kStepsBetweenLooks = 500;
// The schema has about seventy objects, the longest of some 800 characters. While it is read SQLite
// also reads the tables of ANALYZE, whose columns a hostile file can compute, so that the dearest
// function over the longest text has to be cheap.
constexpr int kMaxSchemaText = 4096;
constexpr qint64 kMaxSchemaSteps = 10'000;
constexpr int kMaxPattern = 1; ///< of LIKE and GLOB: matching is one step that nothing ends
// A row takes at least two bytes, and no statement of ours takes more than some dozens of steps for
// each.
constexpr qint64 kStepsOfAnyFile = 4'000'000;
constexpr qint64 kStepsPerByte = 64;
constexpr sqlite3_int64 kMaxHeap = 384LL * 1024 * 1024;

constexpr int kMaxStatement = 32 * 1024;

using Limit = std::pair<int, int>;

/// What no statement of ours comes near.
constexpr std::array kLimits = {
    Limit{SQLITE_LIMIT_SQL_LENGTH, kMaxStatement},
    Limit{SQLITE_LIMIT_LENGTH, kMaxSchemaText},
    Limit{SQLITE_LIMIT_COLUMN, 100},
    Limit{SQLITE_LIMIT_EXPR_DEPTH, 64},
    Limit{SQLITE_LIMIT_COMPOUND_SELECT, 8},
    Limit{SQLITE_LIMIT_VDBE_OP, 50'000},
    Limit{SQLITE_LIMIT_FUNCTION_ARG, 16},
    Limit{SQLITE_LIMIT_ATTACHED, 0},
    Limit{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, kMaxPattern},
    Limit{SQLITE_LIMIT_VARIABLE_NUMBER, 64},
    Limit{SQLITE_LIMIT_TRIGGER_DEPTH, 4},
    Limit{SQLITE_LIMIT_WORKER_THREADS, 0},
};

bool set(sqlite3* handle, int option, int value)
{
    return sqlite3_db_config(handle, option, value, nullptr) == SQLITE_OK; // NOLINT: C's way
}

/// SQLite's own handle of Qt's connection.
sqlite3* handleOf(const QSqlDatabase& database)
{
    const QVariant handle = database.driver()->handle();
    if (!handle.isValid() || qstrcmp(handle.typeName(), "sqlite3*") != 0) {
        return nullptr;
    }
    return *static_cast<sqlite3* const*>(handle.constData());
}

/// Whether Qt's driver calls the library that this program calls; else the handle means nothing
/// here.
bool isSameLibrary(const QSqlDatabase& database)
{
    QSqlQuery query(database);
    return query.exec(QStringLiteral("SELECT sqlite_source_id()")) && query.next() &&
           query.value(0).toByteArray() == QByteArray(sqlite3_sourceid());
}

/// Whether a rollback journal ends as one does that names a super-journal, which SQLite deletes
/// when it rolls back.
bool namesAnotherFile(const QByteArray& journal)
{
    constexpr std::array<unsigned char, 8> kMagic = {0xd9, 0xd5, 0x05, 0xf9,
                                                     0x20, 0xa1, 0x63, 0xd7};
    const int file =
        ::open(journal.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); // NOLINT
    if (file < 0) {
        return true;
    }
    std::array<unsigned char, 8> end = {};
    struct stat info = {};
    bool found = ::fstat(file, &info) != 0 || !S_ISREG(info.st_mode);
    if (!found && info.st_size >= static_cast<off_t>(end.size())) {
        found =
            ::pread(file, end.data(), end.size(), info.st_size - static_cast<off_t>(end.size())) !=
                static_cast<ssize_t>(end.size()) ||
            end == kMagic;
    }
    ::close(file);
    return found;
}

} // namespace

Result<void> SqliteGuard::checkFiles(const QString& path)
{
    struct stat info = {};
    const QByteArray file = QFile::encodeName(path);
    if (::stat(file.constData(), &info) == 0 && !S_ISREG(info.st_mode)) {
        return Error{ErrorCode::ProjectNotSqlite, QStringLiteral("not a file"), path};
    }
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
        const QByteArray beside = file + suffix;
        if (::lstat(beside.constData(), &info) != 0) {
            continue;
        }
        if (!S_ISREG(info.st_mode)) {
            return Error{ErrorCode::ProjectCorrupt,
                         QStringLiteral("%1 next to it is not a regular file; remove it")
                             .arg(QFileInfo(QFile::decodeName(beside)).fileName()),
                         path};
        }
        if (suffix[1] == 'j' && namesAnotherFile(beside)) {
            return Error{ErrorCode::ProjectCorrupt,
                         QStringLiteral("%1 next to it would delete another file; remove it")
                             .arg(QFileInfo(QFile::decodeName(beside)).fileName()),
                         path};
        }
    }
    return {};
}

Result<void> SqliteGuard::protect(const QSqlDatabase& database, const QString& path)
{
    m_path = path;
    sqlite3* handle = handleOf(database);
    if (handle == nullptr || !isSameLibrary(database)) {
        return Error{
            ErrorCode::StoreFailed,
            QStringLiteral("Qt's SQLite driver does not use the same SQLite library as Rocport"),
            path};
    }
    static const bool bounded = sqlite3_hard_heap_limit64(kMaxHeap) >= 0;
    bool done = bounded;
    for (const auto& [option, value] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_FKEY, 1), std::pair(SQLITE_DBCONFIG_DQS_DDL, 0),
          std::pair(SQLITE_DBCONFIG_DQS_DML, 0), std::pair(SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)}) {
        done = set(handle, option, value) && done;
    }
    for (const auto& [what, most] : kLimits) {
        sqlite3_limit(handle, what, most);
    }
    m_handle = handle;
    m_limit = kMaxSchemaSteps;
    sqlite3_progress_handler(handle, kStepsBetweenLooks, &SqliteGuard::onProgress, this);
    // Neither reads the file: pages are not mapped, so that a file cut short by others is an error
    // and no signal, and every cell is checked before it is used.
    for (const char* pragma : {"PRAGMA mmap_size=0", "PRAGMA cell_size_check=ON"}) {
        done = sqlite3_exec(handle, pragma, nullptr, nullptr, nullptr) == SQLITE_OK && done;
    }
    if (!done) {
        return Error{ErrorCode::StoreFailed,
                     QStringLiteral("this SQLite library lacks a protection that Rocport needs"),
                     path};
    }
    return {};
}

void SqliteGuard::trustSchema()
{
    m_trusted = true;
    m_limit = 0;
    set(m_handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1);
    sqlite3_limit(m_handle, SQLITE_LIMIT_LENGTH, kMaxValue);
}

qint64 SqliteGuard::stepLimit() const
{
    if (!m_trusted) {
        return kMaxSchemaSteps;
    }
    const qint64 bytes =
        QFileInfo(m_path).size() + QFileInfo(m_path + QStringLiteral("-wal")).size();
    return kStepsOfAnyFile + bytes * kStepsPerByte;
}

int SqliteGuard::onProgress(void* guard)
{
    auto* self = static_cast<SqliteGuard*>(guard);
    self->m_steps += kStepsBetweenLooks;
    if (self->m_cancel.isCancelled()) {
        return 1;
    }
    if (self->m_steps > self->m_limit) {
        self->m_limit = self->stepLimit(); // the file may have grown
    }
    return self->m_steps > self->m_limit ? 1 : 0;
}

SqliteGuard::Attaching::Attaching(const SqliteGuard& guard) : m_handle(guard.m_handle)
{
    sqlite3_limit(m_handle, SQLITE_LIMIT_ATTACHED, 1);
}

SqliteGuard::Attaching::~Attaching()
{
    sqlite3_limit(m_handle, SQLITE_LIMIT_ATTACHED, 0);
}

} // namespace rocport
