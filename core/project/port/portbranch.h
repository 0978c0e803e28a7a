#pragma once

#include "core/base/result.h"
#include "core/vcs/repository.h"

#include <QByteArray>

#include <memory>

namespace rocport {

struct ProjectState;

/// The repository of a project with the newest commit of its port branch.
struct PortBranch
{
    std::unique_ptr<Repository> repository;
    QByteArray tip; ///< empty: nothing is committed
};

/// Opens the repository. Errors: those of Repository::open() and Repository::branchTip().
Result<PortBranch> portBranchOf(const ProjectState& state);

} // namespace rocport
