#pragma once
#include "lanes/nvtx.h"

#include "lanes/compat/nvtx3.hpp"
