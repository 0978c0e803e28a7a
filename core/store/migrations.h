#pragma once

#include "core/store/database.h"

#include <QStringList>

namespace rocport {

/// The statements of the migration that leads to `version` (1, 2, ...), from
/// resources/migrations/000N-*.sql. Empty when there is none.
QStringList migrationStatements(int version);

/// Brings an open database from `from` to `to` in one transaction, setting user_version: all steps
/// or none. Errors: MigrationFailed (detail says at which step), DiskFull,
/// Cancelled.
Result<void> runMigrations(const Database& database, int from, int to);

/// Whether the rows of sqlite_schema are those that the migrations to `version` make, all of them
/// and no others; only the tables of ANALYZE may be there besides. Else ProjectCorrupt, and the
/// detail names the object. Nothing of the file acts: SQLite only parses it, within SqliteGuard's
/// limits.
Result<void> checkSchema(const Database& database, int version);

} // namespace rocport
