#pragma once

#include "hip/hip_bf16.h"
#include "hip/hip_complex.h"
#include "hip/hip_fp16.h"

#define HIPBLAS_H // programs ask whether the header was read
#define hipblasVersionMajor 3
#define hipblasVersionMinor 2
#include "lanes/blas/functions.h"
