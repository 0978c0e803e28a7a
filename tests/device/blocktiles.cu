// The text of generated headers about tiles of several warps beside CUDA's own, on an NVIDIA GPU, whose warps stand for wavefronts of 32:
//   nvcc -std=c++17 -arch=native -I resources -o blocktiles tests/device/blocktiles.cu && ./blocktiles
// Sums, votes and shuffles of random numbers, many times in a row in tiles that run apart. Exit status 0: all the same.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

// What the text rests on of AMD's compiler and of HIP.
#define __builtin_amdgcn_fence(order, scope) __threadfence_block()
#define __builtin_amdgcn_s_sleep(time) __nanosleep(20)
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_wavefrontsize() 32u
#define __builtin_trap() __trap()
#define __ballot(value) 0xffffffffull
#define __hip_atomic_fetch_add(pointer, value, order, scope) atomicAdd(pointer, value)
#define __hip_atomic_load(pointer, order, scope) (*static_cast<const volatile unsigned int*>(pointer))
#define __shfl_xor(value, distance) __shfl_xor_sync(0xffffffffu, value, distance)

namespace ours {
namespace cooperative_groups {
struct thread_block
{
    __device__ static unsigned int thread_rank() { return threadIdx.x; }
    __device__ static unsigned int size() { return blockDim.x; }
    __device__ static void sync() { __syncthreads(); }
};
__device__ inline thread_block this_thread_block()
{
    return {};
}
template <unsigned int Size, typename Parent>
struct thread_block_tile
{
};
template <unsigned int Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent&)
{
    return {};
}
} // namespace cooperative_groups
#include "compat/device/blocktiles.h"
} // namespace ours

namespace cg = cooperative_groups;
namespace og = ours::cooperative_groups;

__device__ unsigned int faults;
__device__ unsigned long long compared;

template <typename T>
__device__ void same(T is, T wanted)
{
    atomicAdd(&compared, 1ull);
    if (is != wanted)
        atomicAdd(&faults, 1u);
}
__device__ unsigned int mixed(unsigned int value)
{
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16);
}

template <unsigned int Size>
__global__ void compare(int rounds)
{
    __shared__ cg::block_tile_memory<1024> memory;
    __shared__ og::block_tile_memory<1024> ourMemory;
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    const auto ours = og::tiled_partition<Size>(og::this_thread_block(ourMemory));
    same(ours.thread_rank(), static_cast<unsigned int>(tile.thread_rank()));
    same(ours.meta_group_rank(), static_cast<unsigned int>(tile.meta_group_rank()));
    same(ours.meta_group_size(), static_cast<unsigned int>(tile.meta_group_size()));
    for (int round = 0; round < rounds; ++round) {
        const unsigned int value = mixed((blockIdx.x * blockDim.x + threadIdx.x) * 977u + round);
        if ((value & 31) == 0)
            __nanosleep(value & 1023); // warps come at different times
        __syncwarp();
        same(og::reduce(ours, value, cg::plus<unsigned int>()), cg::reduce(tile, value, cg::plus<unsigned int>()));
        const long long wide = static_cast<long long>(value) << 20;
        same(og::reduce(ours, wide, cg::greater<long long>()), cg::reduce(tile, wide, cg::greater<long long>()));
        same(ours.any(value % Size == 0), static_cast<int>(tile.any(value % Size == 0)));
        same(ours.all(value % (2 * Size) != 0), static_cast<int>(tile.all(value % (2 * Size) != 0)));
        const unsigned int rank = mixed(round) % Size;
        same(ours.shfl(value, rank), tile.shfl(value, rank));
        // What a thread writes before it syncs is there for the others after it.
        __shared__ unsigned int written[1024];
        written[threadIdx.x] = value;
        ours.sync();
        const unsigned int other = tile.meta_group_rank() * Size + (tile.thread_rank() + Size / 2 + 1) % Size;
        same(written[other], mixed((blockIdx.x * blockDim.x + other) * 977u + round));
        ours.sync();
    }
}

int main()
{
    compare<64><<<64, 1024>>>(200);
    compare<128><<<64, 512>>>(200);
    compare<256><<<64, 1024>>>(200);
    compare<512><<<64, 1024>>>(200);
    const cudaError_t error = cudaDeviceSynchronize();
    unsigned int bad = 0;
    unsigned long long all = 0;
    cudaMemcpyFromSymbol(&bad, faults, sizeof(bad));
    cudaMemcpyFromSymbol(&all, compared, sizeof(all));
    std::printf("%s, %llu values compared, %u differ\n", cudaGetErrorString(error), all, bad);
    return error == cudaSuccess && bad == 0 ? 0 : 1;
}
