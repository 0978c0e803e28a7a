#pragma once

#include <QStringList>

namespace rocport {

/// verify compare: `arguments` begins with "compare". Returns an exit code.
int verifyCompare(const QStringList& arguments);

} // namespace rocport
