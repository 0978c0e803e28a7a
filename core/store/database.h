#pragma once

#include "core/base/result.h"
#include "core/store/sqliteguard.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <memory>

namespace rocport {

/// One SQLite connection with its own name. Opened, used and closed in one thread.
class Database
{
public:
    enum class Access : quint8 {
        ReadWrite, ///< created if it does not exist
        QueryOnly, ///< opened with write access, so that its side files are removed at the end;
                   ///< nothing is written
        ReadOnly,
        Immutable, ///< nobody else writes: no lock, no side file; for folders without write access
    };

    /// Opens the file at the absolute path, or ":memory:", with all protections of SqliteGuard.
    /// SQLite reads nothing yet, so a bad file shows at the first statement. Until trustSchema() is
    /// called, neither triggers nor views work, and only a small schema can be read.
    static Result<std::unique_ptr<Database>> open(const QString& path, Access access);
    /// Declares that the schema is the one that Rocport creates.
    void trustSchema() { m_guard.trustSchema(); }
    /// Statements end with Cancelled soon after `cancel` is cancelled.
    void setCancel(const CancelToken& cancel) { m_guard.setCancel(cancel); }
    [[nodiscard]] const SqliteGuard& guard() const { return m_guard; }
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs one statement that returns no rows.
    [[nodiscard]] Result<void> exec(const QString& sql) const;
    /// First column of the first row, or an invalid value when there is none.
    [[nodiscard]] Result<QVariant> scalar(const QString& sql) const;

    [[nodiscard]] const QSqlDatabase& handle() const { return m_database; }
    [[nodiscard]] const QString& path() const { return m_path; }
    /// SQLite's error as an Error.
    [[nodiscard]] Error errorOf(const QSqlError& error) const;

private:
    Database() = default;

    SqliteGuard m_guard; // outlives the connection
    QSqlDatabase m_database;
    QString m_name;
    QString m_path;
};

/// A prepared statement. Values are bound in order; a null QString or QByteArray is bound as empty.
/// Values that are too large are refused both ways: run() returns InvalidArgument for one that
/// could not be read again, and finish() returns ProjectCorrupt when the file held one.
class Statement
{
public:
    static constexpr qsizetype kMaxText = 4 * 1024 * 1024;  ///< UTF-16 units of one text
    static constexpr qint64 kMaxRows = 256LL * 1024 * 1024; ///< bytes of everything that one run
                                                            ///  reads
    static constexpr qint64 kRowCost = 1024; ///< what a row counts towards that besides its values:
                                             ///< about the most memory that the object made from it
                                             ///< takes

    Statement(const Database& database, const QString& sql);

    /// Allows this many bytes in place of kMaxRows, for rows whose reader has its own bound.
    void allow(qint64 bytes) { m_most = bytes; }

    Statement& text(const QString& value);
    Statement& ascii(const QByteArray& value); ///< hex and other ASCII, stored as text
    Statement& blob(const QByteArray& value);
    Statement& number(qint64 value);
    Statement& null();

    /// Runs it; the values bound so far are used up, and the next run binds new ones.
    [[nodiscard]] Result<void> run();
    /// Moves to the next row; false at the end and after an error, which finish() then returns.
    [[nodiscard]] bool next();
    [[nodiscard]] Result<void> finish();

    [[nodiscard]] QString textAt(int column) const;
    [[nodiscard]] QByteArray asciiAt(int column) const { return textAt(column).toLatin1(); }
    [[nodiscard]] QByteArray blobAt(int column) const;
    [[nodiscard]] qint64 numberAt(int column) const { return m_query.value(column).toLongLong(); }
    [[nodiscard]] bool isNullAt(int column) const { return m_query.isNull(column); }
    [[nodiscard]] qint64 lastInsertId() const { return m_query.lastInsertId().toLongLong(); }

private:
    bool fits(qsizetype bytes) const;

    const Database& m_database;
    QSqlQuery m_query;
    int m_bound = 0;
    bool m_prepared = false;
    bool m_boundTooLarge = false;
    qint64 m_boundBytes = 0;
    mutable bool m_readTooLarge = false;
    mutable qint64 m_read = 0;
    qint64 m_most = kMaxRows;
};

/// BEGIN IMMEDIATE … COMMIT; rolls back when it goes out of scope without commit().
class Transaction
{
public:
    explicit Transaction(const Database& database) : m_database(database) {}
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> commit();

private:
    const Database& m_database;
    bool m_open = false;
};

/// Whether the file system of `path` is full, or `path` or its write-ahead log has reached a quota
/// or a limit on file sizes.
bool isSpaceExhausted(const QString& path);

} // namespace rocport
