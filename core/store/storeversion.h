#pragma once

#include <QString>

namespace rocport {

/// Version of SQLite in use.
QString sqliteVersion();

} // namespace rocport
