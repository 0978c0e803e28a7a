#pragma once

#include <string_view>

namespace rocport {

/// How far a name says that it switches what is built for CUDA on or off.
enum class CudaSwitch {
    No,
    Maybe, ///< "GOOGLE_CUDA", "USE_CUDA_GRAPH", "USE_GPU": by what it guards
    Yes    ///< "USE_CUDA", "X_HAVE_CUDNN", "CUDA_ENABLED", "CERES_NO_CUDA", "BUILD_CUDA_MODULE"
};

/// Reads a name in any case, with '_' or '-' between its parts. What NVIDIA's compiler and headers
/// define themselves ("__CUDACC__", "CUDA_VERSION") is no switch of a project.
CudaSwitch cudaSwitchOf(std::string_view name);

} // namespace rocport
