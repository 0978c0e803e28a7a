#pragma once

#include "app/cli/arguments.h"
#include "core/tensor/tolerances.h"

#include <QStringList>

namespace rocport {

/// Adds --rtol, --atol, --kind and --tolerances.
void addToleranceOptions(Arguments& args);
/// Fills `tolerances` from them; an exit code when they are wrong.
std::optional<int> readToleranceOptions(const Arguments& args, Tolerances& tolerances);

/// verify compare: `arguments` begins with "compare". Returns an exit code.
int verifyCompare(const QStringList& arguments);

} // namespace rocport
