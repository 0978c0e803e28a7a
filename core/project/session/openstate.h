#pragma once


#include "core/project/session/projectstate.h"

namespace rocport {

/// Everything that `file` holds, with `repository` where it is known (else it is looked up).
Result<ProjectState> readState(ProjectFile& file, const RepositoryInfo& repository);

/// Opens a project file for reading only and reads it whole. Errors: those of ProjectFile::open.
Result<ProjectState> openStateReadOnly(const QString& projectFile);

/// Derives `counts`, `hunks` and `decided` from the scan, decisions and commits of `state`.
void fillCounts(ProjectState& state);

} // namespace rocport
