#include "core/base/wording.h"

#include <QLocale>

namespace rocport {

QString countText(qint64 count)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(count);
}

QString counted(qint64 count, const QString& one, const QString& many)
{
    return countText(count) + u' ' + (count == 1 ? one : many);
}

QString counted(qint64 count, const char* one, const char* many)
{
    return counted(count, QString::fromLatin1(one), QString::fromLatin1(many));
}

} // namespace rocport
