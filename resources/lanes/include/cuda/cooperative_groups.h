#pragma once
#include "cuda_runtime.h"

#include "lanes/groups.h"
