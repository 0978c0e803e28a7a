#pragma once
#include "hip/hip_runtime.h"

#include "lanes/bfloat16.h"
