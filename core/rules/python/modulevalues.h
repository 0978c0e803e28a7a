#pragma once

#include "core/base/cancel.h"
#include "core/rules/python/modulenames.h"

#include <QByteArray>

#include <string_view>

namespace rocport {

/// Adds the values of names, fields, options and dictionary keys of a Python module to `summary`.
void readValues(std::string_view text, ModuleSummary& summary, const CancelToken& cancel);

/// The statements of a module that may yield something for readValues(), on their lines, with empty
/// lines in place of the others; empty when there are none. Determined by tokens, which costs a
/// fraction of parsing, since most statements yield no value.
QByteArray valueStatements(std::string_view text);

} // namespace rocport
