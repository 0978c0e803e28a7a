#pragma once

#include "core/project/session.h"
#include "core/verify/staticchecks.h"

namespace rocport {

/// What level 1 looks at in a project: the files that the port writes, the accepted changes with
/// the verdicts that hold, and the critical findings that none of them answers. Waits: for worker
/// threads. Errors: those of gateInput().
Result<StaticInput> staticInput(const ProjectState& state,
                                const std::shared_ptr<const RuleSet>& rules);

} // namespace rocport
