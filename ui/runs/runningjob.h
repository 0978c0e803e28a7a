#pragma once

#include <QString>

namespace rocport {

/// A job that has not ended, as parts of the window outside of the area Runs show it.
struct RunningJob
{
    QString id;
    QString text; ///< "Job 3: Build with CMake on mi300x, running"

    bool operator==(const RunningJob&) const = default;
};

} // namespace rocport
