#pragma once

#include "hip/hip_complex.h"

#define HIPSPARSE_H // programs ask whether the header was read
#include "lanes/sparse/functions.h"
