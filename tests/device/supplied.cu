// Texts of generated headers beside what CUDA has itself, on an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o supplied tests/device/supplied.cu && ./supplied
// Dot products, scans over tiles and coalesced groups with two operations.
// Exit status 0: all the same.

#define __HIPCC__ 1
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;
namespace ours {
#include "cooperative_groups/scan.h"
#include "device/dotproducts.h"
} // namespace ours

__device__ unsigned int faults;

__device__ void same(bool is)
{
    if (!is)
        atomicAdd(&faults, 1u);
}

__global__ void dots(unsigned int seed)
{
    unsigned int x = seed + 7919u * (blockIdx.x * blockDim.x + threadIdx.x);
    const auto next = [&x] {
        x = x * 1664525u + 1013904223u;
        return x ^ (x >> 13);
    };
    for (int i = 0; i < 200; ++i) {
        const unsigned int a = next(), b = next(), c = next();
        const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
        same(__dp4a(a, b, c) == ours::rocportDp4a(a, b, c));
        same(__dp4a(sa, sb, sc) == ours::rocportDp4a(sa, sb, sc));
        same(__dp2a_lo(a, b, c) == ours::rocportDp2a(a, b, c));
        same(__dp2a_lo(sa, sb, sc) == ours::rocportDp2a(sa, sb, sc));
        same(__dp2a_hi(a, b, c) == ours::rocportDp2a(a, ours::rocportUpper(b), c));
        same(__dp2a_hi(sa, sb, sc) == ours::rocportDp2a(sa, ours::rocportUpper(sb), sc));
        char4 p, q;
        short2 s;
        memcpy(&p, &a, 4);
        memcpy(&q, &b, 4);
        memcpy(&s, &a, 4);
        same(__dp4a(p, q, sc) == ours::rocportDp4a(p, q, sc));
        same(__dp2a_lo(s, q, sc) == ours::rocportDp2a(s, q, sc));
        same(__dp2a_hi(s, q, sc) == ours::rocportDp2a(s, ours::rocportUpper(q), sc));
    }
}

template <typename Group>
__device__ void scansOf(const Group& group, int value)
{
    namespace mine = ours::cooperative_groups;
    const auto most = [](int a, int b) { return a < b ? b : a; };
    same(cg::inclusive_scan(group, value) == mine::inclusive_scan(group, value));
    same(cg::exclusive_scan(group, value) == mine::exclusive_scan(group, value));
    same(cg::inclusive_scan(group, value, most) == mine::inclusive_scan(group, value, most));
}

__global__ void scans()
{
    const int value = static_cast<int>((threadIdx.x * 2654435761u) >> 20) - 1000;
    const auto block = cg::this_thread_block();
    scansOf(cg::tiled_partition<32>(block), value);
    scansOf(cg::tiled_partition<8>(block), value);
    scansOf(cg::tiled_partition<1>(block), value);
    if (threadIdx.x % 3 != 0)
        scansOf(cg::coalesced_threads(), value);
}

int main()
{
    dots<<<64, 256>>>(12345u);
    scans<<<4, 256>>>();
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::printf("the kernels did not run\n");
        return 1;
    }
    unsigned int found = 0;
    cudaMemcpyFromSymbol(&found, faults, sizeof found);
    std::printf("%u differences\n", found);
    return found == 0 ? 0 : 1;
}
