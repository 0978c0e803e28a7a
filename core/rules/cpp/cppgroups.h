#pragma once

#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// Members of cooperative groups that HIP has under other names or not: `num_threads`,
/// `dim_threads`, and those of grids that tell of blocks. An edit where the function declares the
/// group or calls what gives it; where a name may be a group, and what has no counterpart
/// (`barrier_arrive`), a finding. For files that name cooperative groups.
/// Needs CppFile::analyseStructure().
/// (Fact: CUDA C++ programming guide, cooperative groups; HIP 6.4 and what became of HIP 7,
/// amd_hip_cooperative_groups.h: size() and group_dim() stay.)
void proposeGroupMembers(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                         QVector<Replacement>& edits);

} // namespace rocport
