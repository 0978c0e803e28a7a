// Thrust's algorithms on vectors that kernels write too.
#include <cuda_runtime.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
#include <cstdio>

constexpr int kAll = 3000;

__global__ void fill(int* out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = (i * 7919 + 13) % 1009;
}

struct Modulo {
    int by;
    __host__ __device__ int operator()(int x) const { return x % by; }
};

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    thrust::device_vector<int> keys(kAll), places(kAll), sums(kAll);
    int* raw = thrust::raw_pointer_cast(keys.data());
    fill<<<(kAll + 255) / 256, 256, 0, stream>>>(raw, kAll);
    thrust::sequence(thrust::cuda::par.on(stream), places.begin(), places.end());
    int sum = thrust::reduce(thrust::device, keys.begin(), keys.end(), 0, thrust::plus<int>());
    int expected = 0;
    for (int i = 0; i < kAll; ++i) expected += (i * 7919 + 13) % 1009;
    say("reduce", sum == expected);
    thrust::exclusive_scan(thrust::cuda::par_nosync.on(stream), keys.begin(), keys.end(), sums.begin());
    say("scan", sums[kAll - 1] == expected - (int)keys[kAll - 1]);
    thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin());
    thrust::host_vector<int> sorted = keys, order = places;
    bool right = true;
    for (int i = 0; i < kAll; ++i) {
        right = right && sorted[i] == (order[i] * 7919 + 13) % 1009 && (i == 0 || sorted[i - 1] <= sorted[i]);
    }
    say("sort", right);
    thrust::transform(keys.begin(), keys.end(), sums.begin(), Modulo{7});
    say("transform", thrust::count(sums.begin(), sums.end(), 7) == 0 && sums[5] == sorted[5] % 7);
    auto end = thrust::unique(keys.begin(), keys.end());
    say("unique", end - keys.begin() == 1009);
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    bool refused = false;
    try {
        thrust::sequence(thrust::cuda::par.on(stream), places.begin(), places.end());
    } catch (const thrust::system_error& error) {
        refused = error.code().value() == cudaErrorStreamCaptureUnsupported;
    }
    cudaStreamEndCapture(stream, &graph);
    say("captured", refused);
    cudaStreamDestroy(stream);
    return 0;
}
