#pragma once

#include "core/base/result.h"
#include "core/rules/rule.h"

namespace rocport {

/// Why a project's pack may not hold a copy of `rule`, a sentence; empty: it may.
QString whyNoCopy(const Rule& rule);

/// A pack with one of the program's rules, as written there with its samples. Errors:
/// InvalidArgument (whyNoCopy()), those of readResource().
Result<QByteArray> packOfRule(const Rule& rule);

} // namespace rocport
