#pragma once

#include <QStringList>

namespace rocport {

/// `rocport-cli verify static DIR|--project FILE`. `arguments` begins with "static". Returns an
/// exit code: 1 when a check failed.
int runVerifyStatic(const QStringList& arguments);

} // namespace rocport
