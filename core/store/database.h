#pragma once

#include "core/base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <memory>

namespace rocport {

/// One SQLite connection with a name of its own. Made, used and destroyed in one thread.
class Database
{
public:
    enum class Access : quint8 {
        ReadWrite,
        ReadOnly,
        Immutable, ///< nobody writes: no lock, no side file; for folders without write access
    };

    /// Opens (and for ReadWrite makes) the file at the absolute path, or ":memory:". SQLite reads
    /// nothing yet, so a bad file shows at the first statement.
    static Result<std::unique_ptr<Database>> open(const QString& path, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs one statement that gives no rows.
    [[nodiscard]] Result<void> exec(const QString& sql) const;
    /// First column of the first row, or an invalid value when there is none.
    [[nodiscard]] Result<QVariant> scalar(const QString& sql) const;

    [[nodiscard]] const QSqlDatabase& handle() const { return m_database; }
    [[nodiscard]] const QString& path() const { return m_path; }
    /// SQLite's answer as an error of ours.
    [[nodiscard]] Error errorOf(const QSqlError& error) const;

private:
    Database() = default;

    QSqlDatabase m_database;
    QString m_name;
    QString m_path;
};

/// A prepared statement. Values are bound in order; a null QString or QByteArray is bound as empty.
class Statement
{
public:
    Statement(const Database& database, const QString& sql);

    Statement& text(const QString& value);
    Statement& ascii(const QByteArray& value); ///< hex and other ASCII, stored as text
    Statement& blob(const QByteArray& value);
    Statement& number(qint64 value);
    Statement& null();

    /// Runs it; the values bound so far are used up, so that the next run binds anew.
    [[nodiscard]] Result<void> run();
    /// To the next row; false at the end and after an error, which finish() then gives.
    [[nodiscard]] bool next();
    [[nodiscard]] Result<void> finish();

    [[nodiscard]] QString textAt(int column) const { return m_query.value(column).toString(); }
    [[nodiscard]] QByteArray asciiAt(int column) const { return textAt(column).toLatin1(); }
    [[nodiscard]] QByteArray blobAt(int column) const
    {
        return m_query.value(column).toByteArray();
    }
    [[nodiscard]] qint64 numberAt(int column) const { return m_query.value(column).toLongLong(); }
    [[nodiscard]] bool isNullAt(int column) const { return m_query.isNull(column); }
    [[nodiscard]] qint64 lastInsertId() const { return m_query.lastInsertId().toLongLong(); }

private:
    const Database& m_database;
    QSqlQuery m_query;
    int m_bound = 0;
    bool m_prepared = false;
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

/// Whether the file system of `path` has no room left for more, or a limit on file sizes or a quota
/// is reached by `path` or its write-ahead log.
bool isSpaceExhausted(const QString& path);

} // namespace rocport
