#include <cuda_runtime.h>

#define WARP_ANY(x) \
    (__any_sync(0xffffffff, (x)) != 0)
#define REDUCE(v)                                        \
    for (int o_ = 16; o_ > 0; o_ /= 2) {                 \
        (v) += __shfl_down_sync(0xffffffff, (v), o_);    \
    }

__global__ void k(float* data)
{
    float v = data[threadIdx.x];
    REDUCE(v);
    if (WARP_ANY(v > 0.0f)) {
        data[threadIdx.x] = v;
    }
}
