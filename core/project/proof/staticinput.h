#pragma once

#include "core/project/port/folderproposal.h"
#include "core/project/session/projectstate.h"
#include "core/verify/staticchecks.h"

namespace rocport {

/// What the static checks get for the chosen hunks of a folder as it is. Errors: those of
/// gateInput().
Result<StaticInput> staticInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                                const std::shared_ptr<const RuleSet>& rules,
                                const TargetSettings& target, const QString& folder);

/// The same for a project: accepted and edited changes on top of the port branch, as commits would
/// write them, each with the verdict that holds. Errors: those of gateInput().
Result<StaticInput> staticInput(const ProjectState& state,
                                const std::shared_ptr<const RuleSet>& rules);

/// What of \a input is about files that a person named, relative to \a folder or absolute; all of
/// it where no name is given. Errors: InvalidArgument, of one that the folder does not have; the
/// input's.
Result<StaticInput> ofNamedFiles(Result<StaticInput> input, const QString& folder,
                                 const QStringList& names);

} // namespace rocport
