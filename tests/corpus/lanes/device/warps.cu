// Reductions, scans, votes and exchanges of warps and blocks.
#include "results.h"

__device__ unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__global__ void reduce_down(int* out)
{
    int value = mixed(threadIdx.x + blockIdx.x * blockDim.x) % 1000;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    if (threadIdx.x % 32 == 0) {
        out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = value;
    }
}

__global__ void reduce_xor(unsigned long long* out)
{
    unsigned long long value = mixed(threadIdx.x) * 4294967297ull;
    for (int bit = 1; bit < 32; bit *= 2) {
        value ^= __shfl_xor_sync(0xffffffffu, value, bit) + bit;
    }
    out[threadIdx.x] = value;
}

__global__ void scan_up(float* out)
{
    float value = static_cast<float>(mixed(threadIdx.x) % 64) * 0.25f;
    for (int offset = 1; offset < 32; offset *= 2) {
        const float other = __shfl_up_sync(0xffffffffu, value, offset);
        if (threadIdx.x % 32 >= offset) {
            value += other;
        }
    }
    out[threadIdx.x] = value;
}

__global__ void segments_of_eight(int* out)
{
    const int lane = threadIdx.x % 8;
    int value = static_cast<int>(threadIdx.x) * 3 - 40;
    value += __shfl_sync(0xffffffffu, value, 11, 8);
    value -= __shfl_down_sync(0xffffffffu, value, 3, 8) * lane;
    value ^= __shfl_up_sync(0xffffffffu, value, 5, 8);
    value += __shfl_xor_sync(0xffffffffu, value, 6, 4);
    out[threadIdx.x] = value;
}

__global__ void votes(unsigned* out)
{
    const unsigned value = mixed(threadIdx.x);
    unsigned all = __ballot_sync(0xffffffffu, value & 1);
    all += __any_sync(0xffffffffu, value % 61 == 0) ? 1000003u : 0;
    all += __all_sync(0xffffffffu, value % 7 < 7) ? 77u : 0;
    if (threadIdx.x % 2) {
        all ^= __ballot_sync(0xaaaaaaaau, value & 2);
    } else {
        all ^= __ballot_sync(0x55555555u, value & 4) << 1;
    }
    out[threadIdx.x] = all;
}

__global__ void matches(unsigned* out)
{
    const unsigned value = mixed(threadIdx.x) % 5;
    int same = 0;
    const unsigned any = __match_any_sync(0xffffffffu, value);
    const unsigned all = __match_all_sync(0xffffffffu, value / 5, &same);
    out[threadIdx.x] = any ^ (all * static_cast<unsigned>(same + 1));
}

__global__ void warp_reduce_functions(unsigned* out)
{
    const unsigned value = mixed(threadIdx.x);
    unsigned sum = __reduce_add_sync(0xffffffffu, value);
    sum ^= __reduce_min_sync(0xffffffffu, value);
    sum += __reduce_max_sync(0xffffffffu, value);
    sum ^= static_cast<unsigned>(__reduce_min_sync(0xffffffffu, static_cast<int>(value)));
    sum += __reduce_and_sync(0xffffffffu, value | 0xff);
    sum += __reduce_or_sync(0xffffffffu, value & 0xff00);
    sum ^= __reduce_xor_sync(0xffffffffu, value);
    out[threadIdx.x] = sum;
}

__global__ void compact(const int* in, int* out, int* count)
{
    const int lane = threadIdx.x % 32;
    const int value = in[threadIdx.x];
    const bool keep = value % 3 == 0;
    const unsigned mask = __ballot_sync(0xffffffffu, keep);
    if (keep) {
        out[__popc(mask & ((1u << lane) - 1)) + (threadIdx.x / 32) * 32] = value;
    }
    if (lane == 0) {
        count[threadIdx.x / 32] = __popc(mask);
    }
}

__global__ void block_reduce(const float* in, float* out, int count)
{
    extern __shared__ float partial[];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        sum += in[i];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

__global__ void scan_of_steps(const int* in, int* out)
{
    __shared__ int buffer[2][256];
    int from = 0;
    buffer[0][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) {
        const int other = threadIdx.x >= offset ? buffer[from][threadIdx.x - offset] : 0;
        buffer[1 - from][threadIdx.x] = buffer[from][threadIdx.x] + other;
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = buffer[from][threadIdx.x];
}

__global__ void scan_by_tree(const int* in, int* out)
{
    __shared__ int tree[512];
    const int own = threadIdx.x;
    tree[2 * own] = in[2 * own];
    tree[2 * own + 1] = in[2 * own + 1];
    int offset = 1;
    for (int width = 256; width > 0; width /= 2) {
        __syncthreads();
        if (own < width) {
            tree[offset * (2 * own + 2) - 1] += tree[offset * (2 * own + 1) - 1];
        }
        offset *= 2;
    }
    if (own == 0) {
        tree[511] = 0;
    }
    for (int width = 1; width < 512; width *= 2) {
        offset /= 2;
        __syncthreads();
        if (own < width) {
            const int left = offset * (2 * own + 1) - 1;
            const int right = offset * (2 * own + 2) - 1;
            const int kept = tree[left];
            tree[left] = tree[right];
            tree[right] += kept;
        }
    }
    __syncthreads();
    out[2 * own] = tree[2 * own];
    out[2 * own + 1] = tree[2 * own + 1];
}

__global__ void block_votes(int* out)
{
    const int value = mixed(threadIdx.x + 100 * blockIdx.x) % 10;
    const int count = __syncthreads_count(value > 4);
    const int all = __syncthreads_and(value < 10);
    const int some = __syncthreads_or(value == 11);
    out[blockIdx.x * blockDim.x + threadIdx.x] = count * 4 + all * 2 + some;
}

__global__ void masks_of_lanes(unsigned* out)
{
    unsigned lane;
    lane = threadIdx.x % warpSize;
    const unsigned lower = (1u << lane) - 1;
    unsigned sum = 0;
    if (lane < 20) {
        const unsigned mask = 0x000fffffu;
        sum = __shfl_sync(mask, lane * 7, (lane + 5) % 20);
        if (lane >= 10) {
            sum += __ballot_sync(0x000ffc00u, lane & 1) & lower;
        }
        __syncwarp(mask);
        sum += __shfl_down_sync(mask, sum, 2, 4);
    }
    out[threadIdx.x] = sum;
}

__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8) {
        if (x < width && y + row < height) {
            tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
        }
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8) {
        if (x < height && y + row < width) {
            out[(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
        }
    }
}

__global__ void product_by_tiles(const float* a, const float* b, float* c, int n)
{
    __shared__ float left[16][16];
    __shared__ float right[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y;
    const int column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            sum = fmaf(left[threadIdx.y][k], right[k][threadIdx.x], sum);
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void bitonic(unsigned* values)
{
    __shared__ unsigned kept[512];
    const int own = threadIdx.x;
    kept[own] = mixed(own + 17);
    __syncthreads();
    for (int size = 2; size <= 512; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const int other = own ^ stride;
            if (other > own) {
                const bool up = (own & size) == 0;
                const unsigned a = kept[own];
                const unsigned b = kept[other];
                if ((a > b) == up) {
                    kept[own] = b;
                    kept[other] = a;
                }
            }
            __syncthreads();
        }
    }
    values[own] = kept[own];
}

int main()
{
    Results<int> down(16);
    reduce_down<<<4, 128>>>(down.device);
    show("reduce_down", down);
    Results<unsigned long long> crossed(32);
    reduce_xor<<<1, 32>>>(crossed.device);
    show("reduce_xor", crossed);
    Results<float> up(64);
    scan_up<<<1, 64>>>(up.device);
    show("scan_up", up);
    Results<int> eight(64);
    segments_of_eight<<<1, 64>>>(eight.device);
    show("segments_of_eight", eight);
    Results<unsigned> voted(64);
    votes<<<1, 64>>>(voted.device);
    show("votes", voted);
    Results<unsigned> matched(64);
    matches<<<1, 64>>>(matched.device);
    show("matches", matched);
    Results<unsigned> reduced(64);
    warp_reduce_functions<<<1, 64>>>(reduced.device);
    show("warp_reduce_functions", reduced);

    std::vector<int> numbers(4096);
    std::vector<float> reals(4096);
    for (int i = 0; i < 4096; ++i) {
        numbers[i] = (i * 7919 + 13) % 1021 - 300;
        reals[i] = (static_cast<float>((i * 611953u) % 2048u) - 900.0f) * 0.037f;
    }
    Results<int> given(4096);
    Results<float> givenReals(4096);
    cudaMemcpy(given.device, numbers.data(), 4096 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(givenReals.device, reals.data(), 4096 * sizeof(float), cudaMemcpyHostToDevice);
    Results<int> kept(64);
    Results<int> counts(2);
    compact<<<1, 64>>>(given.device, kept.device, counts.device);
    show("compact", kept);
    show("compact.count", counts);
    Results<float> sums(8);
    block_reduce<<<8, 128, 128 * sizeof(float)>>>(givenReals.device, sums.device, 4096);
    show("block_reduce", sums);
    Results<int> scanned(1024);
    scan_of_steps<<<4, 256>>>(given.device, scanned.device);
    show("scan_of_steps", scanned);
    Results<int> tree(512);
    scan_by_tree<<<1, 256>>>(given.device, tree.device);
    show("scan_by_tree", tree);
    Results<int> blocks(400);
    block_votes<<<4, 100>>>(blocks.device);
    show("block_votes", blocks);
    Results<unsigned> masks(64);
    masks_of_lanes<<<1, 64>>>(masks.device);
    show("masks_of_lanes", masks);
    Results<float> turned(70 * 45);
    transpose<<<dim3(3, 2), dim3(32, 8)>>>(givenReals.device, turned.device, 70, 45);
    show("transpose", turned);
    Results<float> product(64 * 64);
    product_by_tiles<<<dim3(4, 4), dim3(16, 16)>>>(givenReals.device, givenReals.device,
                                                   product.device, 64);
    show("product_by_tiles", product);
    Results<unsigned> sorted(512);
    bitonic<<<1, 512>>>(sorted.device);
    show("bitonic", sorted);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
