#pragma once

#include "core/store/database.h"

#include <QStringList>

namespace rocport {

/// The statements of the migration that leads to `version` (1, 2, ...), from
/// resources/migrations/000N-*.sql. Empty when there is none.
QStringList migrationStatements(int version);

/// Migrates an open database from version `from` to `to` in one transaction and sets user_version:
/// all steps or none. Errors: MigrationFailed (`detail` says at which step), DiskFull, Cancelled.
Result<void> runMigrations(const Database& database, int from, int to);

/// Checks that the rows of sqlite_schema are exactly those that the migrations to `version` create;
/// only the tables of ANALYZE may be there too. Errors: ProjectCorrupt; `detail` names the object.
/// Nothing in the file is executed: SQLite only parses it, within SqliteGuard's limits.
Result<void> checkSchema(const Database& database, int version);

} // namespace rocport
