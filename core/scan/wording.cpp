#include "core/scan/wording.h"

#include <QLocale>

namespace rocport {

QString countText(qint64 count)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(count);
}

QString counted(qint64 count, const char* one, const char* many)
{
    return countText(count) + u' ' + QLatin1StringView(count == 1 ? one : many);
}

} // namespace rocport
