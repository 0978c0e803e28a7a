#pragma once
#define HIPRAND_H_ // programs ask whether the header was read
#include "hip/hip_runtime.h"

#include "lanes/random/host.h"
