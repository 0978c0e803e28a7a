#pragma once

#include <QString>

namespace rocport {

/// A long task as the window shows it.
struct TaskInfo
{
    int id = 0;
    QString title;           ///< "Scanning seqkernels"
    QString detail;          ///< current file
    int done = 0, total = 0; ///< total 0: unknown
    bool cancellable = true;
    bool repeats = false; ///< is done again the next time: ending it early does no harm
};

} // namespace rocport
