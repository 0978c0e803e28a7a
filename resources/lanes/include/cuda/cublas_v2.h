#pragma once

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#define CUBLAS_V2_H_ // programs ask whether the headers were read
#define CUBLAS_API_H_
#define CUBLASAPI
#define CUBLASWINAPI
#include "lanes/blas/functions.h"
