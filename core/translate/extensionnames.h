#pragma once

#include "core/facts/facts.h"

namespace rocport {

/// Who gives a CUDA name of an extension of PyTorch its HIP name.
enum class ExtensionName : quint8 {
    ByTorch,       ///< PyTorch's build, or nobody: HIP has the name as it is, or has none
    Lacking,       ///< the generated header, since PyTorch's tables lack the name
    OfMissingName, ///< the generated header, since what PyTorch writes is a name that HIP lacks
    OfOther        ///< the port, in place, since HIP means something else by what PyTorch writes
};

/// As the tables of torch.utils.hipify say (PyTorch 2.11). cuDNN's names are left to PyTorch.
ExtensionName extensionName(const ApiFact& fact, const Version& rocm);

/// Whether the generated header brings a name in use by an extension.
bool extensionBrings(std::string_view cudaName, const Version& rocm);

/// Whether an extension's include of this header is left as it is by PyTorch's build and has to go
/// for ROCm: HIP has the header under another name, or needs none. Not helper_cuda.h and cuDNN's.
bool extensionReplaces(const HeaderFact& fact, const Version& rocm, bool quoted);

} // namespace rocport
