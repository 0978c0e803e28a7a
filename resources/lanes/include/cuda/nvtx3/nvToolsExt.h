#pragma once
#include "lanes/nvtx.h"
