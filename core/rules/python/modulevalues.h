#pragma once

#include "core/base/cancel.h"
#include "core/rules/python/modulenames.h"

#include <QByteArray>

#include <string_view>

namespace rocport {

/// Adds the values of names, fields, options and dictionary keys of a Python module to `summary`.
void readValues(std::string_view text, ModuleSummary& summary, const CancelToken& cancel);

/// The statements of a module that may give readValues() something, in the lines where they stand;
/// empty lines in place of the others, and empty when there are none. Told by tokens, which costs a
/// fraction of parsing: most statements of a module give no value.
QByteArray valueStatements(std::string_view text);

} // namespace rocport
