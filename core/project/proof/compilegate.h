#pragma once

#include "core/project/port/folderproposal.h"
#include "core/project/session/projectstate.h"
#include "core/verify/gate.h"

namespace rocport {

/// The input of a compile gate for the chosen hunks of a folder as it is. Errors: those of
/// buildPort().
Result<GateInput> gateInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                            const TargetSettings& target, const QString& folder);

/// The same for a project: accepted and edited hunks on top of the port branch, merged with
/// people's changes there, as commits would write them. Errors: those of buildPort() and of the
/// repository, MergeConflict, InvalidArgument when the project has no scan yet.
Result<GateInput> gateInput(const ProjectState& state);

/// The compilation database in `root` or in a build folder in it ("build*", "out"); empty: none.
QByteArray compileCommandsOf(const QString& root);

} // namespace rocport
