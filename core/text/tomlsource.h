#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

#include <toml++/toml.h>

namespace rocport {

/// How large a TOML text may be before it is parsed. The parser and the destructor of its tree
/// recurse once per level, and its search for tables takes time quadratic in their number.
struct TomlLimits
{
    qsizetype bytes = 4 * 1024 * 1024;
    int depth = 100;     ///< levels of tables and arrays, including those of dotted keys
    int tables = 20'000; ///< that headers and dotted keys open
};

/// Parses TOML (1.0). The only place where the TOML library reads a text (tst_layers checks this);
/// it never gets a text over the limits, and none of its exceptions leaves this function. `name` is
/// only for messages. Errors: ParseFailed, `object` is `name`:line, 1-based.
Result<toml::table> parseToml(QByteArrayView text, const QString& name,
                              const TomlLimits& limits = {});

/// Version of the library that reads TOML.
QString tomlLibraryVersion();

} // namespace rocport
