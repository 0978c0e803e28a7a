#pragma once

#include "core/project/port/branchsettled.h"
#include "core/store/projectfile.h"
#include "core/vcs/repository.h"

namespace rocport {

/// Whether the branch of `step` did what was begun: it is at its end, or a person went on from
/// there. Told by the ids of commits alone. Errors: those of Repository::branchTip().
Result<bool> hasHappened(const Repository& repository, const BranchStep& step);

/// Ends what `file` says was begun with the branch and neither ended nor dropped, since the program
/// or the disk ended in between: recorded where the branch moved, else dropped. Nothing where there
/// is no such step, or no repository to be asked. In the thread of `file`. Errors: those of
/// openBranchStep(), hasHappened() and of writing.
Result<BranchSettled> settleBranchStep(ProjectFile& file, bool isOwn);

} // namespace rocport
