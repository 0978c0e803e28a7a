#pragma once
#include "cuda_fp16.h"

#include "lanes/bfloat16.h"

#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__
