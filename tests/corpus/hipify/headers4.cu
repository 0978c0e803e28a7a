// licence
#pragma once
#include <vector>
__global__ void k();
