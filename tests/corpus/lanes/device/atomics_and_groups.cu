// Atomics, cooperative groups, integers and bits, constant memory and symbols.
#include "results.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__constant__ int table[16];
__device__ unsigned counter = 3;
__device__ int last_block[4];

__global__ void atomics_of_int(int* out)
{
    const int own = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[0], own);
    atomicSub(&out[1], own * 2);
    atomicMax(&out[2], (own * 37) % 1001);
    atomicMin(&out[3], -((own * 91) % 777));
    atomicAnd(&out[4], ~(1 << own % 7));
    atomicOr(&out[5], 1 << own % 29);
    atomicXor(&out[6], own);
}

__global__ void atomics_of_unsigned(unsigned* out, unsigned long long* wide)
{
    const unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
    atomicInc(&out[0], 99);
    atomicDec(&out[1], 41);
    atomicMax(&out[2], own * 2654435761u);
    atomicAdd(&wide[0], own * 10000000000ull);
    atomicMax(&wide[1], own * 77777777777ull);
    atomicXor(&wide[2], own * 0x9e3779b97f4a7c15ull);
    atomicMin(&wide[3], own + 5ull);
}

__global__ void atomics_of_reals(float* out, double* wide)
{
    const int own = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[own % 4], static_cast<float>(own % 64) * 0.5f);
    atomicAdd(&wide[own % 3], own * 0.125);
    atomicExch(&out[4], 7.5f);
}

__global__ void own_maximum(float* out, const int* in)
{
    const float value = static_cast<float>(in[threadIdx.x]) * 0.5f;
    int* bits = reinterpret_cast<int*>(out);
    int seen = *bits;
    while (__int_as_float(seen) < value) {
        const int before = atomicCAS(bits, seen, __float_as_int(value));
        if (before == seen) {
            break;
        }
        seen = before;
    }
}

__global__ void histogram(const int* in, unsigned* out, int count)
{
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64) {
        bins[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&bins[in[i] & 63], 1);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
    }
}

__global__ void last_block_sums(const int* in, int* partial, int* out)
{
    __shared__ bool last;
    __shared__ int sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&counter, 1u) == gridDim.x - 1 + 3;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < gridDim.x; ++i) {
            total += reinterpret_cast<volatile int*>(partial)[i];
        }
        *out = total;
        last_block[1] = total + 1;
    }
}

__global__ void tiles(int* out)
{
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const auto quarter = cg::tiled_partition<8>(warp);
    int value = block.thread_rank() * 5 + 1;
    value += quarter.shfl(value, 3);
    value ^= quarter.shfl_xor(value, 5);
    value += warp.shfl_down(value, 7) + quarter.shfl_up(value, 2);
    value += quarter.ballot(value & 1) * 3 + quarter.any(value > 900) + warp.all(value > 0);
    value += quarter.meta_group_rank() * 1000 + warp.meta_group_size();
    out[block.thread_rank()] = value + cg::reduce(quarter, value, cg::plus<int>());
}

__global__ void coalesced(int* out)
{
    const int own = threadIdx.x;
    if (own % 3 == 1) {
        const cg::coalesced_group group = cg::coalesced_threads();
        int value = group.thread_rank() * 100 + group.size();
        value += group.shfl(own, 2) + group.shfl_down(own, 1) * 7;
        value += cg::reduce(group, own, cg::greater<int>());
        out[own] = value + group.ballot(own % 2);
    }
}

__global__ void grid_wide(int* data, int* out)
{
    const cg::grid_group grid = cg::this_grid();
    const int own = static_cast<int>(grid.thread_rank());
    data[own] = own * own % 257;
    grid.sync();
    const int other = data[(own + 97) % static_cast<int>(grid.size())];
    grid.sync();
    data[own] = other + 1;
    grid.sync();
    out[own] = data[(own + 13) % static_cast<int>(grid.size())];
}

__global__ void integers(unsigned* out)
{
    const unsigned x = threadIdx.x * 0x9e3779b9u + 12345u;
    const unsigned y = x * 2246822519u + 99u;
    unsigned sum = __umulhi(x, y) ^ static_cast<unsigned>(__mulhi(int(x), int(y)));
    sum += __brev(x) ^ __clz(int(x >> 7)) ^ __popc(y) ^ __ffs(int(x & 0xfff0));
    sum ^= __byte_perm(x, y, 0x5270) + __funnelshift_l(x, y, x & 40);
    sum += __funnelshift_r(x, y, 13) ^ __funnelshift_lc(x, y, 33) ^ __funnelshift_rc(x, y, 35);
    sum ^= __sad(int(x), int(y), 7u) + __usad(x, y, 9u) + __umul24(x, y) + __mul24(int(x), int(y));
    sum += __hadd(int(x), int(y)) ^ __rhadd(int(x), int(y)) ^ __uhadd(x, y) ^ __urhadd(x, y);
    sum ^= static_cast<unsigned>(__dp4a(int(x), int(y), 5)) + __dp4a(x, y, 6u);
    out[threadIdx.x] = sum;
}

__global__ void wide_integers(unsigned long long* out)
{
    const unsigned long long x = threadIdx.x * 0x9e3779b97f4a7c15ull + 77;
    const unsigned long long y = x * 0xbf58476d1ce4e5b9ull + 5;
    unsigned long long sum = __umul64hi(x, y) ^ static_cast<unsigned long long>(__mul64hi(x, y));
    sum += __brevll(x) ^ __clzll(x >> 9) ^ __popcll(y) ^ __ffsll(x & ~0xffffull);
    out[threadIdx.x] = sum;
}

__global__ void words_of_bytes(unsigned* out)
{
    const unsigned x = threadIdx.x * 0x9e3779b9u + 0x80ff01u;
    const unsigned y = x * 2246822519u + 0x7f00ffu;
    unsigned sum = __vadd4(x, y) ^ __vsub4(x, y) ^ __vabsdiffu4(x, y) ^ __vmaxs4(x, y);
    sum += __vaddus2(x, y) ^ __vsubss2(x, y) ^ __vavgu4(x, y) ^ __vcmpgtu2(x, y);
    sum ^= __vcmpeq4(x & 0x0f0f0f0f, y & 0x0f0f0f0f) + __vsetles4(x, y) + __vneg2(x);
    sum += __vabs4(x) ^ __vabsss2(y) ^ __vminu2(x, y) ^ __vsads4(x, y) ^ __vsadu2(x, y);
    out[threadIdx.x] = sum;
}

__global__ void from_constants(int* out)
{
    out[threadIdx.x] = table[threadIdx.x % 16] * 3 + table[(threadIdx.x * 5) % 16];
}

__global__ void layouts(unsigned* out)
{
    struct Mixed
    {
        char letter;
        double number;
        float3 three;
        int4 four;
        uchar3 bytes;
        short2 pair;
    };
    out[0] = sizeof(Mixed);
    out[1] = alignof(Mixed);
    out[2] = sizeof(float3);
    out[3] = alignof(float4);
    out[4] = sizeof(double2);
    out[5] = alignof(longlong2);
    out[6] = sizeof(uchar4) + alignof(short3) * 100;
    const float4 f = make_float4(1, 2, 3, 4);
    out[7] = __float_as_uint(f.x + f.y * f.z - f.w);
    out[8] = gridDim.x * 1000000 + blockDim.y * 1000 + warpSize;
}

int main()
{
    Results<int> ints(8);
    atomics_of_int<<<7, 64>>>(ints.device);
    show("atomics_of_int", ints);
    Results<unsigned> unsigneds(4);
    Results<unsigned long long> wide(4);
    atomics_of_unsigned<<<5, 64>>>(unsigneds.device, wide.device);
    show("atomics_of_unsigned", unsigneds);
    show("atomics_of_unsigned.wide", wide);
    Results<float> reals(5);
    Results<double> doubles(3);
    atomics_of_reals<<<6, 96>>>(reals.device, doubles.device);
    show("atomics_of_reals", reals);
    show("atomics_of_reals.wide", doubles);

    std::vector<int> numbers(5000);
    for (int i = 0; i < 5000; ++i) {
        numbers[i] = (i * 7919 + 13) % 1021;
    }
    Results<int> given(5000);
    cudaMemcpy(given.device, numbers.data(), 5000 * sizeof(int), cudaMemcpyHostToDevice);
    Results<float> largest(1);
    own_maximum<<<1, 256>>>(largest.device, given.device);
    show("own_maximum", largest);
    Results<unsigned> bins(64);
    histogram<<<3, 128>>>(given.device, bins.device, 5000);
    show("histogram", bins);
    Results<int> partial(8);
    Results<int> total(1);
    last_block_sums<<<8, 64>>>(given.device, partial.device, total.device);
    show("last_block_sums", partial);
    show("last_block_sums.total", total);
    int kept[4] = {};
    cudaMemcpyFromSymbol(kept, last_block, sizeof kept);
    std::printf("symbol %d %d\n", kept[0], kept[1]);

    Results<int> tiled(64);
    tiles<<<1, 64>>>(tiled.device);
    show("tiles", tiled);
    Results<int> together(64);
    coalesced<<<1, 64>>>(together.device);
    show("coalesced", together);
    Results<int> data(512);
    Results<int> moved(512);
    void* arguments[] = {&data.device, &moved.device};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_wide), 4, 128, arguments, 0, nullptr);
    show("grid_wide", moved);

    Results<unsigned> integer(64);
    integers<<<1, 64>>>(integer.device);
    show("integers", integer);
    Results<unsigned long long> wideInteger(64);
    wide_integers<<<1, 64>>>(wideInteger.device);
    show("wide_integers", wideInteger);
    Results<unsigned> bytes(64);
    words_of_bytes<<<1, 64>>>(bytes.device);
    show("words_of_bytes", bytes);
    int values[16];
    for (int i = 0; i < 16; ++i) {
        values[i] = i * i - 20;
    }
    cudaMemcpyToSymbol(table, values, sizeof values);
    Results<int> constants(64);
    from_constants<<<1, 64>>>(constants.device);
    show("from_constants", constants);
    Results<unsigned> sizes(9);
    layouts<<<1, 1>>>(sizes.device);
    show("layouts", sizes);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
