#pragma once

#include <string_view>

namespace rocport {

/// 0-based position of the argument of a cuBLAS function that is the type of the computation; -1:
/// it has none. In C++ cuBLAS takes a type of data for it too, hipBLAS does not. (cublas_api.h: the
/// overloads of cublasGemmEx(), cublasGemmBatchedEx() and cublasGemmStridedBatchedEx(); hipblas.h
/// of ROCm 6.4, compiled for gfx942 with clang 19)
int computeTypeArgument(std::string_view cudaName);

/// The type of the computation that a type of data stands for there, as hipBLAS calls it from ROCm
/// 6.0 on: "HIPBLAS_COMPUTE_32F" for "CUDA_R_32F". Empty: none. (cublas_api.h,
/// cublasMigrateComputeType(), but for the pedantic forms of a handle in that mode.)
std::string_view computeTypeFor(std::string_view dataType);

/// Whether a name is of the enumeration of the types of data: CUDA_R_32F and its like.
bool isDataType(std::string_view name);

} // namespace rocport
