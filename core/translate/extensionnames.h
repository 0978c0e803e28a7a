#pragma once

#include "core/facts/facts.h"

namespace rocport {

/// What gives a CUDA name in a PyTorch extension its HIP name.
enum class ExtensionName : quint8 {
    ByTorch,       ///< PyTorch's build, or nothing: the name is the same in HIP, or HIP has none
    Lacking,       ///< the generated header, since PyTorch's tables lack the name
    OfMissingName, ///< the generated header, since what PyTorch writes is a name that HIP lacks
    OfOther        ///< the port, in place, since HIP means something else by what PyTorch writes
};

/// By the tables of torch.utils.hipify (PyTorch 2.11). cuDNN's names are left to PyTorch.
ExtensionName extensionName(const ApiFact& fact, const Version& rocm);

/// Whether the generated header provides a name in use by an extension.
bool extensionBrings(std::string_view cudaName, const Version& rocm);

/// Whether PyTorch's build leaves an extension's include of this header as it is although it has to
/// be replaced or removed for ROCm: HIP has the header under another name, or needs none. False for
/// helper_cuda.h and cuDNN's headers.
bool extensionReplaces(const HeaderFact& fact, const Version& rocm, bool quoted);

} // namespace rocport
