#pragma once

#include "core/verify/gate.h"
#include "core/verify/projectflags.h"

namespace rocport {

/// A file to compile.
struct GateUnit
{
    RepoPath path;
    bool isHeader = false;  ///< compiled alone
    bool host = false;      ///< for a host compiler: compiled as C++, or as C
    bool assembly = false;  ///< inline assembly is reached: compile device code to assembly as well
    QSet<RepoPath> reached; ///< files of the tree that it includes, and itself
    QStringList arguments;  ///< for CompilerCommandLine; "%ROOT%" stands for the temporary folder
};

/// What a gate is going to do.
struct GatePlan
{
    GateTree tree;                     ///< as it is written
    QHash<RepoPath, LineMap> maps;     ///< of all files that differ from their originals
    QHash<RepoPath, RepoPath> sources; ///< original of each file of the port
    QVector<GateUnit> units;           ///< by path
    QVector<GateFile> left;            ///< files that are not compiled, with the reason
    BuildFlags flags;
    bool translated = false; ///< names were translated as PyTorch's build does it
};

/// Reads the tree and decides what is compiled: .cu and .hip files, C++ files that reach CUDA or
/// HIP headers or kernels, generated headers, and with `headersAlone` every changed header.
/// Originals that a sibling replaces are not. With strategy torch-extension the names in the tree
/// are translated first, as PyTorch's build does. A file is left out if the build asks for
/// something that matters and is refused, or if its name leads out of the tree. With
/// GateInput::recorded the units are those recorded, and sources of the port that are not among
/// them are left out. Errors: Cancelled, those of the tree.
Result<GatePlan> planGate(const GateInput& input, const GateOptions& options,
                          const CancelToken& cancel);

} // namespace rocport
