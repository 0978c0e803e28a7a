#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "lanes/float8.h"

#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__
