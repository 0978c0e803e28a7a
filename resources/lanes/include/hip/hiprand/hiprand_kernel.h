#pragma once
#include "hip/hip_runtime.h"

#include "lanes/random/device.h"
