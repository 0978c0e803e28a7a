#pragma once

#include <string_view>

namespace rocport {

/// 0-based position of the argument of a cuBLAS function that is the compute type; -1: it has none.
/// In C++ cuBLAS also accepts a data type there; hipBLAS does not. (cublas_api.h: the overloads of
/// cublasGemmEx(), cublasGemmBatchedEx() and cublasGemmStridedBatchedEx(); hipblas.h of ROCm 6.4,
/// compiled for gfx942 with clang 19)
int computeTypeArgument(std::string_view cudaName);

/// The compute type that a data type means there, by its name in hipBLAS since ROCm 6.0:
/// "HIPBLAS_COMPUTE_32F" for "CUDA_R_32F". Empty: none. (cublas_api.h, cublasMigrateComputeType(),
/// except for the pedantic forms of a handle in that mode.)
std::string_view computeTypeFor(std::string_view dataType);

/// Whether a name is one of the data types: CUDA_R_32F and the like.
bool isDataType(std::string_view name);

} // namespace rocport
