#pragma once

#include "core/project/port/folderproposal.h"
#include "core/project/session/projectstate.h"
#include "core/verify/staticchecks.h"

namespace rocport {

/// The input of the static checks for the chosen hunks of a folder as it is. Errors: those of
/// gateInput().
Result<StaticInput> staticInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                                const std::shared_ptr<const RuleSet>& rules,
                                const TargetSettings& target, const QString& folder);

/// The same for a project: accepted and edited changes on top of the port branch, as commits would
/// write them, each with its current verdict. Errors: those of gateInput().
Result<StaticInput> staticInput(const ProjectState& state,
                                const std::shared_ptr<const RuleSet>& rules);

/// The part of \a input that is about files that a person named, relative to \a folder or absolute;
/// all of it if no name is given. Errors: InvalidArgument for a file that is not in the folder;
/// that of \a input.
Result<StaticInput> ofNamedFiles(Result<StaticInput> input, const QString& folder,
                                 const QStringList& names);

} // namespace rocport
