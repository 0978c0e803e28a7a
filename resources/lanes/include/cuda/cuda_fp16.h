#pragma once
#include "cuda_runtime.h"

#include "lanes/half.h"

#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__
