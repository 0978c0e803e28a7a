#include "core/store/migrations.h"

#include <QDir>
#include <QFile>
#include <QHash>

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

/// name -> type and SQL of everything but SQLite's own objects.
Result<QHash<QString, QString>> objectsOf(const Database& database)
{
    QHash<QString, QString> objects;
    Statement statement(
        database,
        QStringLiteral("SELECT name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') "
                       "FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"));
    if (Result<void> run = statement.run(); !run) {
        return run.error();
    }
    while (statement.next()) {
        objects.insert(statement.textAt(0), statement.textAt(1));
    }
    if (Result<void> done = statement.finish(); !done) {
        return done.error();
    }
    return objects;
}

Result<void> runMigration(const Database& database, int version)
{
    Transaction transaction(database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
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
    if (Result<void> set = database.exec(QStringLiteral("PRAGMA user_version=%1").arg(version));
        !set) {
        return set;
    }
    return transaction.commit();
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
    for (int version = from + 1; version <= to; ++version) {
        if (Result<void> run = runMigration(database, version); !run) {
            Error error = run.error();
            if (error.code == ErrorCode::DiskFull) {
                return error;
            }
            error.detail =
                QStringLiteral("step %1 to %2: %3").arg(version - 1).arg(version).arg(error.detail);
            return Error{ErrorCode::MigrationFailed, error.detail, database.path()};
        }
    }
    return {};
}

Result<void> checkSchema(const Database& database, int version)
{
    Result<std::unique_ptr<Database>> model =
        Database::open(QStringLiteral(":memory:"), Database::Access::ReadWrite);
    if (!model) {
        return model.error();
    }
    if (Result<void> made = runMigrations(**model, 0, version); !made) {
        return made;
    }
    const Result<QHash<QString, QString>> expected = objectsOf(**model);
    const Result<QHash<QString, QString>> found = objectsOf(database);
    if (!expected) {
        return expected.error();
    }
    if (!found) {
        return found.error();
    }
    const auto corrupt = [&](const QString& detail) {
        return Error{ErrorCode::ProjectCorrupt, detail, database.path()};
    };
    for (auto it = expected->begin(); it != expected->end(); ++it) {
        if (found->value(it.key()) != it.value()) {
            return corrupt(QStringLiteral("%1 is missing or was changed").arg(it.key()));
        }
    }
    for (auto it = found->begin(); it != found->end(); ++it) {
        if (it.value().startsWith(QLatin1StringView("trigger ")) && !expected->contains(it.key())) {
            return corrupt(QStringLiteral("trigger %1 is foreign").arg(it.key()));
        }
    }
    return {};
}

} // namespace rocport
