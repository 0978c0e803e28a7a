#pragma once
#include "cuda_runtime.h"

#include "lanes/datatypes.h"
