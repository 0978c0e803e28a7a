#include "core/translate/computetypes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

using namespace std::string_view_literals;

template <typename Value, size_t kCount>
Value valueIn(const std::array<std::pair<std::string_view, Value>, kCount>& values,
              std::string_view name, Value none)
{
    const auto* const found = std::find_if(values.begin(), values.end(),
                                           [&](const auto& one) { return one.first == name; });
    return found == values.end() ? none : found->second;
}

} // namespace

int computeTypeArgument(std::string_view cudaName)
{
    constexpr std::array kArguments = {std::pair{"cublasGemmBatchedEx"sv, 18},
                                       std::pair{"cublasGemmEx"sv, 17},
                                       std::pair{"cublasGemmStridedBatchedEx"sv, 21}};
    return valueIn(kArguments, cudaName, -1);
}

std::string_view computeTypeFor(std::string_view dataType)
{
    constexpr std::array kTypes = {std::pair{"CUDA_C_32F"sv, "HIPBLAS_COMPUTE_32F"sv},
                                   std::pair{"CUDA_C_64F"sv, "HIPBLAS_COMPUTE_64F"sv},
                                   std::pair{"CUDA_R_16F"sv, "HIPBLAS_COMPUTE_16F"sv},
                                   std::pair{"CUDA_R_32F"sv, "HIPBLAS_COMPUTE_32F"sv},
                                   std::pair{"CUDA_R_32I"sv, "HIPBLAS_COMPUTE_32I"sv},
                                   std::pair{"CUDA_R_64F"sv, "HIPBLAS_COMPUTE_64F"sv}};
    return valueIn(kTypes, dataType, ""sv);
}

bool isDataType(std::string_view name)
{
    return name.starts_with("CUDA_R_"sv) || name.starts_with("CUDA_C_"sv);
}

} // namespace rocport
