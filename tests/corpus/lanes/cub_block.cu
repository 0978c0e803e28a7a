// Primitives of warps and blocks against sums that the host makes: integers, so that their order is free.
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kThreads = 192;
constexpr int kItems = 3;
constexpr int kAll = kThreads * kItems;

struct Running {
    int total;
    __device__ int operator()(int sum)
    {
        int before = total;
        total += sum;
        return before;
    }
};

template <cub::BlockReduceAlgorithm ALGORITHM> __global__ void reduces(const int* in, int* out)
{
    using Reduce = cub::BlockReduce<int, kThreads, ALGORITHM>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    __syncthreads();
    int some = Reduce(storage).Sum(in[threadIdx.x], 70);
    __syncthreads();
    int largest = Reduce(storage).Reduce(in[threadIdx.x], [] __device__(int a, int b) { return a < b ? b : a; });
    if (threadIdx.x == 0) out[0] = sum, out[1] = some, out[2] = largest;
}

template <cub::BlockScanAlgorithm ALGORITHM> __global__ void scans(const int* in, int* out)
{
    using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, kThreads, ALGORITHM>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } shared;
    Running running{100};
    int items[kItems], sums[kItems];
    for (int tile = 0; tile < 2; ++tile) {
        Load(shared.load).Load(in + tile * kAll, items);
        __syncthreads();
        Scan(shared.scan).ExclusiveSum(items, sums, running);
        __syncthreads();
        Store(shared.store).Store(out + tile * kAll, sums);
        __syncthreads();
    }
}

__global__ void warps(const int* in, int* out)
{
    using Reduce = cub::WarpReduce<int, 16>;
    using Scan = cub::WarpScan<int, 32>;
    __shared__ typename Reduce::TempStorage reduce[kThreads / 16];
    __shared__ typename Scan::TempStorage scan[kThreads / 32];
    int sum = Reduce(reduce[threadIdx.x / 16]).Sum(in[threadIdx.x]);
    int before;
    Scan(scan[threadIdx.x / 32]).ExclusiveSum(in[threadIdx.x], before);
    out[threadIdx.x] = threadIdx.x % 16 == 0 ? sum : before;
}

__global__ void sorts(const int* in, int* keys, int* places, unsigned* counts)
{
    using Sort = cub::BlockRadixSort<int, kThreads, kItems, int>;
    using Histogram = cub::BlockHistogram<unsigned char, kThreads, kItems, 16>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Histogram::TempStorage histogram;
    } shared;
    __shared__ unsigned bins[16];
    int own[kItems], place[kItems];
    unsigned char low[kItems];
    for (int i = 0; i < kItems; ++i) {
        place[i] = threadIdx.x * kItems + i;
        own[i] = in[place[i]];
        low[i] = own[i] & 15;
    }
    Histogram(shared.histogram).Histogram(low, bins);
    __syncthreads();
    Sort(shared.sort).SortDescending(own, place);
    for (int i = 0; i < kItems; ++i) {
        keys[threadIdx.x * kItems + i] = own[i];
        places[threadIdx.x * kItems + i] = place[i];
    }
    if (threadIdx.x < 16) counts[threadIdx.x] = bins[threadIdx.x];
}

__global__ void neighbours(const int* in, int* heads, int* differences, int* striped)
{
    using Heads = cub::BlockDiscontinuity<int, kThreads>;
    using Differences = cub::BlockAdjacentDifference<int, kThreads>;
    using Exchange = cub::BlockExchange<int, kThreads, kItems>;
    __shared__ typename Heads::TempStorage first;
    __shared__ typename Differences::TempStorage second;
    __shared__ typename Exchange::TempStorage third;
    int own[kItems], flag[kItems], difference[kItems];
    for (int i = 0; i < kItems; ++i) own[i] = in[threadIdx.x * kItems + i] / 64;
    Heads(first).FlagHeads(flag, own, cub::Inequality());
    Differences(second).SubtractLeft(own, difference, cub::Difference());
    for (int i = 0; i < kItems; ++i) {
        heads[threadIdx.x * kItems + i] = flag[i];
        differences[threadIdx.x * kItems + i] = difference[i];
    }
    Exchange(third).BlockedToStriped(own);
    for (int i = 0; i < kItems; ++i) striped[i * kThreads + threadIdx.x] = own[i];
}

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

int main()
{
    int *in, *out, *more, *third;
    unsigned* counts;
    cudaMallocManaged(&in, 2 * kAll * sizeof(int));
    cudaMallocManaged(&out, 2 * kAll * sizeof(int));
    cudaMallocManaged(&more, kAll * sizeof(int));
    cudaMallocManaged(&third, kAll * sizeof(int));
    cudaMallocManaged(&counts, 16 * sizeof(unsigned));
    for (int i = 0; i < 2 * kAll; ++i) in[i] = (i * 7919 + 13) % 1009 - 500;
    int sum = 0, some = 0, largest = in[0];
    for (int i = 0; i < kThreads; ++i) {
        sum += in[i];
        some += i < 70 ? in[i] : 0;
        largest = std::max(largest, in[i]);
    }
    auto reduced = [&] {
        cudaDeviceSynchronize();
        bool right = out[0] == sum && out[1] == some && out[2] == largest;
        std::fill(out, out + 3, 0);
        return right;
    };
    reduces<cub::BLOCK_REDUCE_RAKING><<<1, kThreads>>>(in, out);
    say("reduce by raking", reduced());
    reduces<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY><<<1, kThreads>>>(in, out);
    say("reduce by raking, commutative", reduced());
    reduces<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, kThreads>>>(in, out);
    say("reduce by warps", reduced());

    auto scanned = [&] {
        cudaDeviceSynchronize();
        int before = 100;
        bool right = true;
        for (int i = 0; i < 2 * kAll; ++i) {
            right = right && out[i] == before;
            before += in[i];
        }
        std::fill(out, out + 2 * kAll, -1); // the next one writes all of it
        return right;
    };
    scans<cub::BLOCK_SCAN_RAKING><<<1, kThreads>>>(in, out);
    say("scan by raking", scanned());
    scans<cub::BLOCK_SCAN_WARP_SCANS><<<1, kThreads>>>(in, out);
    say("scan by warps", scanned());

    warps<<<1, kThreads>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < kThreads; ++i) {
        int expected = 0;
        for (int k = i % 16 == 0 ? i : i / 32 * 32; k < (i % 16 == 0 ? i + 16 : i); ++k) expected += in[k];
        right = right && out[i] == expected;
    }
    say("warps", right);

    sorts<<<1, kThreads>>>(in, out, more, counts);
    cudaDeviceSynchronize();
    std::vector<int> order(kAll);
    for (int i = 0; i < kAll; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[b] < in[a]; });
    unsigned expected[16] = {};
    right = true;
    for (int i = 0; i < kAll; ++i) {
        right = right && out[i] == in[order[i]] && more[i] == order[i];
        ++expected[in[i] & 15];
    }
    say("sort", right);
    say("histogram", std::equal(counts, counts + 16, expected));

    neighbours<<<1, kThreads>>>(in, out, more, third);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < kAll; ++i) {
        int own = in[i] / 64, left = i > 0 ? in[i - 1] / 64 : own + 1;
        right = right && out[i] == (own != left) && more[i] == (i > 0 ? own - left : own) && third[i] == own;
    }
    say("neighbours", right);
    return 0;
}
