#pragma once
#define HIP_INCLUDE_HIP_HIP_FP16_H // programs ask whether the header was read
#include "hip/hip_runtime.h"

#include "lanes/half.h"
