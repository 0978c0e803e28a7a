#pragma once

#include "core/project/port/port.h"

namespace rocport {

struct ProjectState;

/// A reader of the scanned files of `state`, for any thread: opens the repository once per call of
/// this function. Before the first scan it reads those of the repository's newest commit.
ReadSource sourceReader(const ProjectState& state);
/// A reader of the files of `commit`.
ReadSource sourceReader(const ProjectState& state, const QByteArray& commit);

} // namespace rocport
