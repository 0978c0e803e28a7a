#pragma once

#include <QString>

namespace rocport {

/// "line 7", "lines 7 to 9".
inline QString lineRangeText(int first, int last)
{
    return first == last ? QStringLiteral("line %1").arg(first)
                         : QStringLiteral("lines %1 to %2").arg(first).arg(last);
}

} // namespace rocport
