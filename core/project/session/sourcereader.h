#pragma once

#include "core/project/port/port.h"

namespace rocport {

struct ProjectState;

/// Reads scanned files of `state` in any thread: opens the repository once per call of this
/// function. Before the first scan, those of the repository's newest commit.
ReadSource sourceReader(const ProjectState& state);
/// Reads files of `commit`.
ReadSource sourceReader(const ProjectState& state, const QByteArray& commit);

} // namespace rocport
