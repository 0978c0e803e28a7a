#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Thrust keeps its names in rocThrust, but for the parts that are named after the device system:
/// thrust::cuda::par, thrust::system::cuda, thrust::cuda_category and thrust::cuda_cub; the headers
/// below thrust/system/cuda/ are in the tables. (Fact: rocThrust 6.4, thrust/system/hip.)
void translateThrust(TranslateContext& context);

} // namespace rocport
