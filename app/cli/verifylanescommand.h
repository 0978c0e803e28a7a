#pragma once

#include <QStringList>

namespace rocport {

/// verify lanes: `arguments` begins with "lanes". Returns an exit code.
int verifyLanesCommand(const QStringList& arguments);

} // namespace rocport
