#include <cuda_runtime.h>

// Words of bits that no lane has anything to do with.
__device__ int bits(unsigned word, unsigned other)
{
    const unsigned mask = 0xffffffff;
    const unsigned both = word & other & mask;
    return __popc(both) + __ffs(word) + __clz(other) + int(1u << (word & 31));
}

__global__ void hash(unsigned* data)
{
    data[threadIdx.x] = bits(data[threadIdx.x], 0xffffffffu) * 32;
}
