#pragma once

#include "core/project/port/folderproposal.h"
#include "core/project/session/projectstate.h"
#include "core/verify/gate.h"

namespace rocport {

/// What a compile gate gets for the chosen hunks of a folder as it is. Errors: those of
/// buildPort().
Result<GateInput> gateInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                            const TargetSettings& target, const QString& folder);

/// The same for a project: accepted and edited hunks on top of the port branch, merged with what
/// people did there, as commits would write them. Errors: those of buildPort() and of the
/// repository, MergeConflict, InvalidArgument when the project has no scan yet.
Result<GateInput> gateInput(const ProjectState& state);

/// A compilation database of `root` or of a build folder in it ("build*", "out"); empty: none.
QByteArray compileCommandsOf(const QString& root);

} // namespace rocport
