#pragma once

#include <QString>

namespace rocport {

/// "1,204": English digit groups, as in reports.
QString countText(qint64 count);
/// "1 block", "1,204 blocks".
QString counted(qint64 count, const char* one, const char* many);

} // namespace rocport
