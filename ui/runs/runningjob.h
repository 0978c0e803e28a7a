#pragma once

#include <QString>

namespace rocport {

/// A job that has not ended, as shown in parts of the window outside the area Runs.
struct RunningJob
{
    QString id;
    QString text; ///< "Job 3: Build with CMake on mi300x, running"

    bool operator==(const RunningJob&) const = default;
};

} // namespace rocport
