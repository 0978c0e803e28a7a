#include "core/store/storeversion.h"

#include <sqlite3.h>

namespace rocport {

QString sqliteVersion()
{
    return QString::fromLatin1(sqlite3_libversion());
}

} // namespace rocport
