#pragma once

#include "core/base/repopath.h"

#include <QString>

namespace rocport {

/// "line 7", "lines 7 to 9".
inline QString lineRangeText(int first, int last)
{
    return first == last ? QStringLiteral("line %1").arg(first)
                         : QStringLiteral("lines %1 to %2").arg(first).arg(last);
}

/// "csrc/reduce/row_sum.cu:41".
inline QString placeText(const RepoPath& path, int line)
{
    return path.display() + u':' + QString::number(line);
}

} // namespace rocport
