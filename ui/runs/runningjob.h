#pragma once

#include <QString>

namespace rocport {

/// A job that has not ended, as shown in parts of the window outside the area Runs.
struct RunningJob
{
    QString id;
    QString text;            ///< "Job 3: Build with CMake on mi300x, running"
    int done = 0, total = 0; ///< of a matrix: cells that have ended, and all; total 0: one job

    bool operator==(const RunningJob&) const = default;
};

} // namespace rocport
