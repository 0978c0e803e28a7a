#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>

using namespace cooperative_groups;
namespace cg = cooperative_groups;

template <unsigned SIZE>
__device__ int tileSum(const cg::thread_block_tile<SIZE>& tile, int value)
{
    for (unsigned i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_down(value, i);
    return value;
}

__global__ void sums(const int* in, int* out)
{
    thread_block block = this_thread_block();
    auto tile32 = tiled_partition<32>(block);
    thread_block_tile<16> tile16 = cg::tiled_partition<16>(block);
    int a = tileSum<32>(tile32, in[block.thread_rank()]);
    if (tile32.thread_rank() == 0) atomicAdd(&out[0], a);
    int b = tileSum(tile16, in[block.thread_rank()]);
    if (tile16.thread_rank() == 0) atomicAdd(out + 1, b);
    block.sync();
    coalesced_group active = coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(out + 2, (int)active.size());
    cg::sync(block);
    tile32.sync();
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 3 * sizeof(int));
    for (int i = 0; i < 256; ++i) in[i] = i;
    for (int i = 0; i < 3; ++i) out[i] = 0;
    sums<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    std::printf("%d %d %d\n", out[0], out[1], out[2]);
    return out[0] == out[1] ? 0 : 1;
}
