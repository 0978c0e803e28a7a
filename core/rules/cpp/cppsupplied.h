#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"
#include "core/rules/proposal.h"

namespace rocport {

/// Whether generated headers supply what HIP lacks: along with the names that they map, or, for
/// PyTorch extensions, on their own.
inline bool suppliesMissing(Strategy strategy)
{
    return mapsNames(strategy) || strategy == Strategy::TorchExtension;
}

/// Adds the functions in use that generated headers supply (FeatureKind::Supplied). In PyTorch
/// extensions also what HIP has for other types only, if a file uses half or bfloat16 numbers:
/// their header does not depend on all files together.
void addSuppliedUses(const CppFile& file, const FileAnalysis& analysis,
                     const AnalysisContext& context, FileFeatures& features);

/// Whether generated headers can supply functions of cooperative groups by label: before ROCm 7.0,
/// HIP has what they need only if a macro comes before its first header, and in extensions
/// PyTorch's headers come first.
bool suppliesPartition(Strategy strategy, const Version& rocm);

/// Adds names that a guard of the port leaves to NVIDIA (FeatureKind::PortedUse). Generated headers
/// were made for them too, and stay the same as long as the edit does.
void addPortedUses(const CppFile& file, const QByteArray& guardMacro, FileFeatures& features);

/// Adds headers whose names a file uses while it includes other Thrust headers, which include them
/// in CUDA but not in rocThrust (FeatureKind::ThrustBrought). (Fact: CUDA 13.0 and rocThrust 3.3,
/// by what each compiler reads for the most used headers.)
void addThrustUses(const CppFile& file, FileFeatures& features);

/// Whether an include is more likely the project's own: "cuda/functional" or "mma.h" in quotes.
bool mayBeOwn(const CppInclude& include);
/// Whether an include names a CUDA header that generated headers hold; false in a branch that ROCm
/// never sees.
bool isSuppliedInclude(const CppInclude& include, const Version& rocm);
/// The same, whatever its branch.
bool namesSupplied(const CppInclude& include, const Version& rocm);

/// Whether the file includes this generated header: then it was ported before, and the CUDA headers
/// in the other branch are in use on ROCm too.
bool includesGenerated(const CppFile& file, const RepoPath& header);

/// Whether the file uses what only a generated header supplies when the names are mapped by others;
/// for a PyTorch extension, including the names that PyTorch's tables lack.
bool needsSupplied(const CppFile& file, const FileAnalysis& analysis,
                   const AnalysisContext& context);

} // namespace rocport
