#pragma once

#include "core/project/session/projectstate.h"

namespace rocport {

/// Everything that `file` holds, with `repository` if it is known (else it is looked up).
Result<ProjectState> readState(ProjectFile& file, const RepositoryInfo& repository);

/// Opens a project file read-only and reads all of it. Errors: those of ProjectFile::open.
Result<ProjectState> openStateReadOnly(const QString& projectFile);

} // namespace rocport
