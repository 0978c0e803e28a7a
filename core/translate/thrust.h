#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Translates what differs in rocThrust, which keeps Thrust's names except for those of the device
/// system: thrust::cuda::par, thrust::system::cuda, thrust::cuda_category and thrust::cuda_cub; the
/// headers below thrust/system/cuda/ are in the tables. (Fact: rocThrust 6.4, thrust/system/hip.)
void translateThrust(TranslateContext& context);

} // namespace rocport
