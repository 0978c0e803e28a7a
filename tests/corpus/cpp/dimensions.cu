// strategy: compat-header
#include <cuda_runtime.h>
#include <cstdint>

__global__ void fill(float* p, int width)
{
    const uint3 thread = threadIdx;
    uint3 block = blockIdx, unused;
    dim3 whole = gridDim;
    uint3 again(thread);
    again = blockDim;
    whole = blockIdx;
    p[thread.x + block.x * again.x] = whole.x;
}

void launches(float* p, const uint3& extent, dim3 given, int planes)
{
    uint3 grid = make_uint3(2, 2, 1);
    uint3 threads = make_uint3(32, 2, 1);
    fill<<<grid, threads>>>(p, 1);
    fill<<<grid, 64, 0, nullptr>>>(p, 1);
    fill<<<given, threads>>>(p, 1);
    fill<<<dim3(grid.x), extent>>>(p, 1);
    dim3 blockDim(4, 4);
    uint3 other = blockDim;
    dim3 copy = other, second;
    second = other;
    fill<<<second, other>>>(p, 1);
    dim3 built(grid);
    other = given;
    copy = built;
    {
        int grid = 3;
        fill<<<grid, 64>>>(p, 1);
    }
    for (uint3 inner = other; inner.x > 0; --inner.x)
        fill<<<inner, 64>>>(p, 1);
    auto unsure = other;
    fill<<<unsure, 64>>>(p, 1);
    cudaSurfaceObject_t surfaces[planes] = {0};
    int counts[planes] = {};
    int many[4] = {0};
    const int four = 4;
    int fixed[four] = {0};
    float ones[planes] = {1};
    p[0] = surfaces[0] + counts[0] + many[0] + fixed[0] + ones[0];
}

#ifdef USE_ROCM
void ported(float* p)
{
    uint3 grid = make_uint3(2, 2, 1);
    fill<<<grid, 64>>>(p, 1);
}
#endif
