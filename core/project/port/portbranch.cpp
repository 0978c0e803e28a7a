#include "core/project/port/portbranch.h"

#include "core/project/session/projectstate.h"

#include <utility>

namespace rocport {

Result<PortBranch> portBranchOf(const ProjectState& state)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto tip = (*repository)->branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    return PortBranch{*std::move(repository), *tip};
}

} // namespace rocport
