#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"

#include <QSqlDatabase>

struct sqlite3;

namespace rocport {

/// Keeps an untrusted file from doing harm through SQLite: defensive mode, an untrusted schema,
/// limits on everything that SQLite counts, and a bound on the steps of every statement. Belongs to
/// one connection and lives as long as it.
class SqliteGuard
{
public:
    /// The longest value (and row) that is read or written, in bytes.
    static constexpr int kMaxValue = 64 * 1024 * 1024;

    /// Checks `path` and the files that SQLite would open beside it, before SQLite does: each is
    /// absent or a regular file (a FIFO would hang, a link would lead elsewhere), and no rollback
    /// journal names a file that SQLite would delete (a "super-journal",
    /// sqlite.org/fileformat.html, section 3.1). Errors: ProjectNotSqlite, ProjectCorrupt.
    static Result<void> checkFiles(const QString& path);

    SqliteGuard() = default;
    ~SqliteGuard() = default;
    SqliteGuard(const SqliteGuard&) = delete;
    SqliteGuard& operator=(const SqliteGuard&) = delete;

    /// To be called before the first statement: no triggers or views, short texts, few steps.
    /// Errors: StoreFailed when Qt's driver uses another SQLite library than this program.
    Result<void> protect(const QSqlDatabase& database, const QString& path);
    /// To be called once the schema is known to be ours: its triggers work, and values may be long.
    void trustSchema();
    /// While it lives, a second file may be attached, as VACUUM INTO does.
    class Attaching
    {
    public:
        explicit Attaching(const SqliteGuard& guard);
        ~Attaching();
        Attaching(const Attaching&) = delete;
        Attaching& operator=(const Attaching&) = delete;

    private:
        sqlite3* m_handle;
    };

    /// To be called when a statement begins: its steps are counted from here.
    void restart() const { m_steps = 0; }
    void setCancel(const CancelToken& cancel) { m_cancel = cancel; }
    [[nodiscard]] bool isCancelled() const { return m_cancel.isCancelled(); }

private:
    static int onProgress(void* guard);
    [[nodiscard]] qint64 stepLimit() const;

    sqlite3* m_handle = nullptr;
    QString m_path;
    CancelToken m_cancel;
    mutable qint64 m_steps = 0;
    qint64 m_limit = 0;
    bool m_trusted = false;
};

} // namespace rocport
