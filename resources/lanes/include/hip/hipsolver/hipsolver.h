#pragma once

#include "hip/hip_complex.h"
#include "hipblas/hipblas.h"

#define HIPSOLVER_H // programs ask whether the header was read
#include "lanes/solver/functions.h"
