#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Where a program is to find the files that lie beside its source.
struct LaneDataRequest
{
    QString root;   ///< of the repository, absolute
    QString folder; ///< of the source, below the root; empty: the root
    QString target; ///< stands for the root, absolute; is created
    /// Files are copied. For programs that run without a sandbox: what they write would go through
    /// links into the repository. Otherwise files are links.
    bool copies = false;
};

/// What a program finds.
struct LaneData
{
    QString runFolder; ///< absolute; to start the program in: stands for the folder of the source
    QString note;      ///< that something is missing, a sentence; empty: nothing is
};

/// Puts links or copies of what lies beside the source, and in the folders above it, below the
/// target by the same paths; the run folder has links to what is in the target besides. The program
/// may write to the run folder and those that are made below it. What is nearest to the source
/// comes first: 4,096 files and folders, and 64 MiB of copies, at most. For worker threads. Errors:
/// those of writing, Cancelled.
Result<LaneData> placeLaneData(const LaneDataRequest& request, const CancelToken& cancel);

} // namespace rocport
