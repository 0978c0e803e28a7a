// Barriers and functions of warps of 32 that not all lanes come to, or that name lanes that are not there.
#include <cuda_runtime.h>

__global__ void early_return_wrong(const int* in, int* out)
{
    if (threadIdx.x >= 48) return;
    __syncthreads(); // FAULT early-return
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void early_return_right(const int* in, int* out)
{
    __syncthreads();
    if (threadIdx.x >= 48) return;
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void barrier_in_branch_wrong(const int* in, int* out)
{
    if (threadIdx.x < 32)
        __syncthreads(); // FAULT divergent-barrier
    else
        __syncthreads();
}
__global__ void barrier_in_branch_right(const int* in, int* out)
{
    if (blockIdx.x == 0)
        __syncthreads();
    else
        __syncthreads();
}

__global__ void lanes_missing_wrong(const int* in, int* out)
{
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0); // FAULT mask
    }
    __syncwarp();
}
__global__ void lanes_missing_right(const int* in, int* out)
{
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = __shfl_sync(0x55555555, in[threadIdx.x], 0);
    }
    __syncwarp();
}

__global__ void not_in_its_mask_wrong(const int* in, int* out)
{
    out[threadIdx.x] = __any_sync(0x0000ffff, in[threadIdx.x]); // FAULT mask
}
__global__ void not_in_its_mask_right(const int* in, int* out)
{
    const unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffff : 0xffff0000;
    out[threadIdx.x] = __any_sync(mask, in[threadIdx.x]);
}

__global__ void wider_than_the_warp_wrong(const int* in, int* out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1, 64); // FAULT shuffle
}
__global__ void wider_than_the_warp_right(const int* in, int* out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1, 32);
}

__global__ void from_a_lane_that_left_wrong(const int* in, int* out)
{
    if (threadIdx.x % 32 >= 24) return;
    out[threadIdx.x] = __shfl_down_sync(0x00ffffff, in[threadIdx.x], 8); // FAULT shuffle
}
__global__ void from_a_lane_that_left_right(const int* in, int* out)
{
    if (threadIdx.x % 32 >= 16) return;
    out[threadIdx.x] = __shfl_down_sync(0x0000ffff, in[threadIdx.x], 8, 16);
}

__global__ void three_lanes_wide_wrong(const int* in, int* out)
{
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0, 3); // FAULT shuffle
}
__global__ void three_lanes_wide_right(const int* in, int* out)
{
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0, 4);
}

using Kernel = void (*)(const int*, int*);

static void run(Kernel wrong, Kernel right)
{
    int *in, *out;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMemset(in, 0, 256);
    wrong<<<1, 64>>>(in, out);
    right<<<1, 64>>>(in, out);
}

#define RUN(name) run(name##_wrong, name##_right)

int main()
{
    RUN(early_return);
    RUN(barrier_in_branch);
    RUN(lanes_missing);
    RUN(not_in_its_mask);
    RUN(wider_than_the_warp);
    RUN(from_a_lane_that_left);
    RUN(three_lanes_wide);
}
