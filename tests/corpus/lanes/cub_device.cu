// Primitives of a device, each against the host's own result.
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

constexpr int kAll = 5000;

struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Square {
    __host__ __device__ long long operator()(int x) const { return 1LL * x * x; }
};

static bool sizeAsked = true;

template <typename Call> static bool twice(Call call)
{
    size_t bytes = 0;
    sizeAsked = call(nullptr, bytes) == cudaSuccess && bytes > 0 && sizeAsked;
    void* storage = nullptr;
    cudaMalloc(&storage, bytes);
    bool done = call(storage, bytes) == cudaSuccess;
    cudaFree(storage);
    cudaDeviceSynchronize();
    return done;
}

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

int main()
{
    int *in, *out, *values, *more, *number, *offsets;
    long long* sum;
    cub::KeyValuePair<int, int>* best;
    cudaMallocManaged(&in, kAll * sizeof(int));
    cudaMallocManaged(&out, kAll * sizeof(int));
    cudaMallocManaged(&values, kAll * sizeof(int));
    cudaMallocManaged(&more, kAll * sizeof(int));
    cudaMallocManaged(&number, 2 * sizeof(int));
    cudaMallocManaged(&offsets, 5 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(long long));
    cudaMallocManaged(&best, sizeof(*best));
    for (int i = 0; i < kAll; ++i) in[i] = (i * 7919 + 13) % 1009 - 500, values[i] = i;
    for (int i = 0; i < 5; ++i) offsets[i] = i * kAll / 4;

    long long squares = 0;
    for (int i = 0; i < kAll; ++i) squares += 1LL * in[i] * in[i];
    cub::TransformInputIterator<long long, Square, int*> squared(in, Square());
    bool done = twice([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, squared, sum, kAll); });
    say("sum of squares", done && *sum == squares);
    done = twice([&](void* s, size_t& b) { return cub::DeviceReduce::ArgMax(s, b, in, best, kAll); });
    int at = std::max_element(in, in + kAll) - in;
    say("largest", done && best->key == at && best->value == in[at]);
    done = twice([&](void* s, size_t& b) { return cub::DeviceReduce::Min(s, b, in, out, kAll); });
    say("least", done && out[0] == *std::min_element(in, in + kAll));

    std::vector<int> expected(kAll);
    std::partial_sum(in, in + kAll, expected.begin());
    done = twice([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, kAll); });
    say("scan", done && std::equal(out, out + kAll, expected.begin()));

    expected.clear();
    std::copy_if(in, in + kAll, std::back_inserter(expected), IsOdd());
    done = twice([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, out, number, kAll, IsOdd()); });
    say("selection", done && *number == (int)expected.size() && std::equal(expected.begin(), expected.end(), out));
    done = twice([&](void* s, size_t& b) { return cub::DevicePartition::If(s, b, in, out, number, kAll, IsOdd()); });
    int lastEven = kAll - 1, firstEven = 0;
    while (in[lastEven] % 2 != 0) --lastEven;
    while (in[firstEven] % 2 != 0) ++firstEven;
    say("partition", done && *number == (int)expected.size() && std::equal(expected.begin(), expected.end(), out)
        && out[kAll - 1] == in[firstEven] && out[*number] == in[lastEven]);

    std::vector<int> order(kAll);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
    done = twice([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, in, out, values, more, kAll); });
    bool right = done;
    for (int i = 0; i < kAll; ++i) right = right && out[i] == in[order[i]] && more[i] == order[i];
    say("sort", right);

    std::vector<int> unique(out, out + kAll);
    unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
    std::copy(out, out + kAll, values);
    done = twice([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::Encode(s, b, values, out, more, number, kAll); });
    say("runs", done && *number == (int)unique.size() && std::equal(unique.begin(), unique.end(), out)
        && std::accumulate(more, more + *number, 0) == kAll && more[0] == std::count(in, in + kAll, unique[0]));

    done = twice([&](void* s, size_t& b) { return cub::DeviceSegmentedReduce::Sum(s, b, in, out, 4, offsets, offsets + 1); });
    right = done;
    for (int i = 0; i < 4; ++i) right = right && out[i] == std::accumulate(in + offsets[i], in + offsets[i + 1], 0);
    say("segments", right);

    done = twice([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramEven(s, b, in, out, 11, -500, 500, kAll); });
    right = done;
    for (int i = 0; i < 10; ++i) right = right && out[i] == std::count_if(in, in + kAll, [&](int x) {
        return x >= -500 + 100 * i && x < -400 + 100 * i; });
    say("histogram", right);

    std::copy(in, in + kAll, out);
    done = twice([&](void* s, size_t& b) { return cub::DeviceMergeSort::SortKeys(s, b, out, kAll,
        [] __host__ __device__(int a, int b) { return b < a; }); });
    say("sort by a comparison", done && std::is_sorted(out, out + kAll, [](int a, int b) { return b < a; }));
    size_t small = 1;
    say("too little storage", cub::DeviceReduce::Sum(in, small, in, out, kAll) == cudaErrorInvalidValue);
    say("size", sizeAsked);

    // What a captured stream is asked for is refused, so that nothing runs before its launch.
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    out[0] = -7;
    size_t room = 0;
    cub::DeviceReduce::Sum(nullptr, room, in, out, kAll, stream);
    void* place;
    cudaMalloc(&place, room);
    say("captured", cub::DeviceReduce::Sum(place, room, in, out, kAll, stream) == cudaErrorStreamCaptureUnsupported
        && out[0] == -7);
    cudaStreamEndCapture(stream, &graph);
    say("captured no more", cub::DeviceReduce::Sum(place, room, in, out, kAll, stream) == cudaSuccess);
    return 0;
}
