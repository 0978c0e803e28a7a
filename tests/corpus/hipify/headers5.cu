/* licence */

#include <vector>
#include <cuda_fp16.h>
__global__ void k();
