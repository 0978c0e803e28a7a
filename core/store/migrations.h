#pragma once

#include "core/store/database.h"

#include <QStringList>

namespace rocport {

/// The statements of the migration that leads to `version` (1, 2, ...), from
/// resources/migrations/000N-*.sql. Empty when there is none.
QStringList migrationStatements(int version);

/// Brings an open database from `from` to `to`, one transaction each, setting user_version. Errors:
/// MigrationFailed (detail says at which step), DiskFull. A failed step is rolled back.
Result<void> runMigrations(const Database& database, int from, int to);

/// Whether tables, indexes, views and triggers are those that version `version` has. Others' tables
/// and indexes are let be; a changed or missing object or a foreign trigger is ProjectCorrupt: such
/// a file could do anything when it is written to.
Result<void> checkSchema(const Database& database, int version);

} // namespace rocport
