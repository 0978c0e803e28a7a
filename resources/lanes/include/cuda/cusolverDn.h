#pragma once

#include "cuComplex.h"
#include "cublas_v2.h"

#define CUSOLVER_COMMON_H_ // programs ask whether the headers were read
#define CUSOLVERDN_H_
#define CUSOLVERAPI
#include "lanes/solver/functions.h"
