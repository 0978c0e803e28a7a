#pragma once

#include <QString>

namespace rocport {

/// "1,204": English digit groups, as in all texts of Rocport.
QString countText(qint64 count);
/// "1 block", "1,204 blocks": the one place where a number is put with its noun. `one` and `many`
/// may be longer: "change was", "changes were".
QString counted(qint64 count, const QString& one, const QString& many);
QString counted(qint64 count, const char* one, const char* many);

} // namespace rocport
