#pragma once

#include "core/project/session/guardlayout.h"

#include <QString>

namespace rocport {

struct ProjectState;

/// Derives `counts`, `hunks`, `decided`, `orphaned` and `gone` from the scan, decisions and commits
/// of `state`.
void fillCounts(ProjectState& state);
/// Derives `hunkIndex` from the scan of `state`.
void refreshIndex(ProjectState& state);
/// What determines the guards in a scan of this state.
GuardRequest guardRequest(const ProjectState& state);

} // namespace rocport
