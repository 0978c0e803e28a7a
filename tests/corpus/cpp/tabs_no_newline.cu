#include <cuda_runtime.h>

__global__ void k(int* data) {
	unsigned v = __ballot_sync(0xffffffff, data[0]);
	data[0] = __popc(v); }