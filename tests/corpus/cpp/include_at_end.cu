__global__ void k();
#include <cuda_runtime.h>