#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"
#include "core/rules/proposal.h"

namespace rocport {

/// Whether headers made for the port supply what HIP lacks: with the names that they map, or, for
/// extensions of PyTorch, without.
inline bool suppliesMissing(Strategy strategy)
{
    return mapsNames(strategy) || strategy == Strategy::TorchExtension;
}

/// Functions in use that headers made for the port hold (FeatureKind::Supplied). In extensions of
/// PyTorch also what HIP has for other types only, where a file names half or bfloat16 numbers:
/// their header does not follow from all files together.
void addSuppliedUses(const CppFile& file, const FileAnalysis& analysis,
                     const AnalysisContext& context, FileFeatures& features);

/// Whether headers made for the port can bring functions of cooperative groups by label: HIP has
/// what they rest on before ROCm 7.0 only where a macro stands before its first header, and in
/// extensions PyTorch's headers come first.
bool suppliesPartition(Strategy strategy, const Version& rocm);

/// Names that a guard of the port leaves to NVIDIA (FeatureKind::PortedUse). Generated headers were
/// made for them too, and stay what they are while the edit does.
void addPortedUses(const CppFile& file, const QByteArray& guardMacro, FileFeatures& features);

/// Headers whose names a file uses that includes other headers of Thrust; CUDA's bring them,
/// rocThrust's do not (FeatureKind::ThrustBrought). (Fact: CUDA 13.0 and rocThrust 3.3, by what
/// each compiler reads for the headers in use most.)
void addThrustUses(const CppFile& file, FileFeatures& features);

/// Whether an include is more likely one of the project: "cuda/functional" or "mma.h" in quotes.
bool mayBeOwn(const CppInclude& include);
/// Whether an include names a header of CUDA that generated headers hold; not in a branch that ROCm
/// never sees.
bool isSuppliedInclude(const CppInclude& include, const Version& rocm);
/// The same, whatever its branch.
bool namesSupplied(const CppInclude& include, const Version& rocm);

/// Whether the file includes this generated header: then it was ported before, and the headers of
/// CUDA in the other branch are in use on ROCm too.
bool includesGenerated(const CppFile& file, const RepoPath& header);

/// Whether the file uses what only a generated header brings where the names are mapped by others:
/// of an extension of PyTorch with the names that its tables lack.
bool needsSupplied(const CppFile& file, const FileAnalysis& analysis,
                   const AnalysisContext& context);

} // namespace rocport
