#include "core/store/migrations.h"

#include <QDir>
#include <QFile>
#include <QVector>

#include <algorithm>

// Outside of any namespace: the macro declares a function of the global one.
static void initMigrationResources()
{
    Q_INIT_RESOURCE(migrations);
}

namespace rocport {

namespace {

bool isCommentOnly(const QString& statement)
{
    const QStringList lines = statement.split(u'\n');
    return std::all_of(lines.begin(), lines.end(), [](const QString& line) {
        return line.trimmed().isEmpty() || line.trimmed().startsWith(QLatin1StringView("--"));
    });
}

/// One row of sqlite_schema. `form` tells texts from blobs, which look alike.
struct SchemaObject
{
    QString type;
    QString name;
    QString table;
    QString sql;
    QString form;

    friend bool operator==(const SchemaObject&, const SchemaObject&) = default;
};

/// No more are looked at: one that is not ours is found before.
constexpr int kMaxObjects = 500;

Result<QVector<SchemaObject>> objectsOf(const Database& database)
{
    QVector<SchemaObject> objects;
    Statement statement(database,
                        QStringLiteral("SELECT type, name, tbl_name, sql, typeof(type) || "
                                       "typeof(name) || typeof(tbl_name) || typeof(sql) "
                                       "FROM sqlite_schema LIMIT %1")
                            .arg(kMaxObjects));
    if (Result<void> run = statement.run(); !run) {
        return run.error();
    }
    while (statement.next()) {
        objects.append({statement.textAt(0), statement.textAt(1), statement.textAt(2),
                        statement.textAt(3), statement.textAt(4)});
    }
    if (Result<void> done = statement.finish(); !done) {
        return done.error();
    }
    return objects;
}

/// The tables that ANALYZE makes, as SQLite writes them (analyze.c of 3.40). They say how much is
/// in other tables and cannot act.
bool isStatistics(const SchemaObject& object)
{
    static const QStringList tables = {
        QStringLiteral("CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
        QStringLiteral("CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)")};
    return object.type == QLatin1StringView("table") && object.name == object.table &&
           object.form == QStringLiteral("text").repeated(4) &&
           (object.name == QLatin1StringView("sqlite_stat1") ||
            object.name == QLatin1StringView("sqlite_stat4")) &&
           tables.contains(object.sql);
}

/// One line that can stand in a sentence, whatever a file calls its objects.
QString shown(const SchemaObject& object)
{
    return QStringLiteral("%1 %2").arg(object.type.left(20), object.name.left(80)).simplified();
}

/// A new database in memory with the tables of `version`.
Result<std::unique_ptr<Database>> modelOf(int version)
{
    Result<std::unique_ptr<Database>> model =
        Database::open(QStringLiteral(":memory:"), Database::Access::ReadWrite);
    if (!model) {
        return model.error();
    }
    (*model)->trustSchema();
    if (Result<void> made = runMigrations(**model, 0, version); !made) {
        return made.error();
    }
    return model;
}

Result<void> runMigration(const Database& database, int version)
{
    const QStringList statements = migrationStatements(version);
    if (statements.isEmpty()) {
        return Error{ErrorCode::Internal, QStringLiteral("no migration %1").arg(version), {}};
    }
    for (const QString& statement : statements) {
        if (Result<void> run = database.exec(statement); !run) {
            return run;
        }
    }
    // A pragma takes no bound value; `version` is a number of ours.
    return database.exec(QStringLiteral("PRAGMA user_version=%1").arg(version));
}

} // namespace

QStringList migrationStatements(int version)
{
    initMigrationResources();
    const QDir folder(QStringLiteral(":/rocport/migrations"));
    const QStringList files =
        folder.entryList({QStringLiteral("%1-*.sql").arg(version, 4, 10, QLatin1Char('0'))});
    if (files.size() != 1) {
        return {};
    }
    QFile file(folder.filePath(files.first()));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QStringList statements;
    const QStringList parts = QString::fromUtf8(file.readAll()).split(QStringLiteral("\n\n"));
    for (const QString& part : parts) {
        if (!isCommentOnly(part)) {
            statements.append(part.trimmed());
        }
    }
    return statements;
}

Result<void> runMigrations(const Database& database, int from, int to)
{
    Transaction transaction(database);
    Result<void> run = transaction.begin();
    int version = from;
    while (run && version < to) {
        run = runMigration(database, ++version);
    }
    if (run) {
        run = transaction.commit();
    }
    if (run || run.error().code == ErrorCode::DiskFull ||
        run.error().code == ErrorCode::Cancelled) {
        return run;
    }
    return Error{
        ErrorCode::MigrationFailed,
        QStringLiteral("step %1 to %2: %3").arg(version - 1).arg(version).arg(run.error().detail),
        database.path()};
}

Result<void> checkSchema(const Database& database, int version)
{
    const Result<std::unique_ptr<Database>> model = modelOf(version);
    if (!model) {
        return model.error();
    }
    Result<QVector<SchemaObject>> expected = objectsOf(**model);
    if (!expected) {
        return expected.error();
    }
    const Result<QVector<SchemaObject>> found = objectsOf(database);
    if (!found) {
        return found.error();
    }
    const auto corrupt = [&](const SchemaObject& object, const char* what) {
        return Error{ErrorCode::ProjectCorrupt, QString::fromLatin1(what).arg(shown(object)),
                     database.path()};
    };
    const auto named = [](const SchemaObject& object) {
        return [&object](const SchemaObject& other) {
            return other.type == object.type && other.name == object.name;
        };
    };
    QVector<SchemaObject> missing = *expected;
    for (const SchemaObject& object : *found) {
        if (missing.removeOne(object) || isStatistics(object)) {
            continue;
        }
        const bool isOurs = std::any_of(expected->cbegin(), expected->cend(), named(object));
        return isOurs ? corrupt(object, "its %1 is not what Rocport creates")
                      : corrupt(object, "its %1 was not created by Rocport");
    }
    return missing.isEmpty() ? Result<void>() : corrupt(missing.constFirst(), "its %1 is missing");
}

} // namespace rocport
