// What nvcc takes and clang, which compiles HIP, refuses; and members that HIP's groups lack.
// edit hipify-register: `int kept = in[threadIdx.x]`, with `register int kept = in[threadIdx.x]` not built with clang
// edit hipify-syntax: `alignas(16) __shared__ int part`, with `__shared__ alignas(16) int part` same, what compiles here is a variable without attributes
// edit hipify-syntax: `dim3{2, 1, 1}, dim3{32, 2, 1}`, with `{2, 1, 1}, {32, 2, 1}` not built
// edit hipify-dimensions: `make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)`, with `blockIdx` same, the engine's coordinates are of CUDA's type
// edit hipify-group-members: `block.size()`, with `block.num_threads()` same, the engine has both names
// edit hipify-specialisation: `__host__ __device__ int doubled`, with `__device__ int doubled` same, there are no targets on the CPU
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

template <typename T> inline __host__ __device__ T doubled(T value);
template <> inline __device__ int doubled(int value)
{
    return 2 * value;
}

__global__ void kept_in_a_register(const int* in, int* out)
{
    register int kept = in[threadIdx.x];
    out[threadIdx.x] = kept + 1;
}

__global__ void aligned(const int* in, int* out)
{
    __shared__ alignas(16) int part[64];
    const int at = threadIdx.y * 32 + threadIdx.x;
    part[at] = in[blockIdx.x * 64 + at];
    __syncthreads();
    out[blockIdx.x * 64 + at] = part[63 - at];
}

__device__ int flat(dim3 index)
{
    return index.x + 32 * index.y;
}

__global__ void indexed(const int* in, int* out)
{
    const dim3 here = threadIdx;
    const uint3 block = blockIdx;
    out[flat(here) + 64 * block.x] = in[flat(here)];
}

__global__ void grouped(const int* in, int* out)
{
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    out[block.thread_rank()] = block.num_threads() + 1000 * block.dim_threads().x +
                               tile.num_threads() + tile.shfl(in[block.thread_rank()], 3);
}

__global__ void specialised(const int* in, int* out)
{
    out[threadIdx.x] = doubled(in[threadIdx.x]);
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int which = 0; which < 5; ++which) {
        cudaMemset(out, 0, sizeof host);
        switch (which) {
        case 0:
            kept_in_a_register<<<1, kCount>>>(in, out);
            break;
        case 1:
            aligned<<<{2, 1, 1}, {32, 2, 1}>>>(in, out);
            break;
        case 2:
            indexed<<<2, dim3(32, 2)>>>(in, out);
            break;
        case 3:
            grouped<<< 1, kCount >>>(in, out);
            break;
        default:
            specialised<<<1, kCount>>>(in, out);
        }
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    return 0;
}
