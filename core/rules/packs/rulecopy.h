#pragma once

#include "core/base/result.h"
#include "core/rules/rule.h"

namespace rocport {

/// Why a pack of a project may not hold a copy of `rule`, a sentence; empty: it may.
QString whyNoCopy(const Rule& rule);

/// A pack with one of the program's rules, as it is written there with its samples. Errors:
/// InvalidArgument (whyNoCopy()), those of readResource().
Result<QByteArray> packOfRule(const Rule& rule);

} // namespace rocport
