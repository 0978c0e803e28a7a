#pragma once
#include "hip/hip_bf16.h"
#include "hip/hip_fp16.h"

#include "lanes/float8.h"
