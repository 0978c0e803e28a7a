#pragma once

#include "core/project/port/branchsettled.h"
#include "core/store/projectfile.h"
#include "core/vcs/repository.h"

namespace rocport {

/// Whether the branch of `step` was moved as planned: it is at the step's end, or a person
/// continued from there. Decided by the ids of commits alone. Errors: those of
/// Repository::branchTip().
Result<bool> hasHappened(const Repository& repository, const BranchStep& step);

/// Settles the step that `file` says was begun on the branch and neither ended nor dropped because
/// the program stopped or the disk was full: it is recorded if the branch moved, else dropped. Does
/// nothing without such a step, or without the repository. To be called in the thread of `file`.
/// Errors: those of openBranchStep(), hasHappened() and of writing.
Result<BranchSettled> settleBranchStep(ProjectFile& file, bool isOwn);

} // namespace rocport
