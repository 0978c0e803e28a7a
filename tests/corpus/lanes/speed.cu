// What a barrier, a function of a wave and a thread that never waits cost on one core: read by
// bench_lanes, a name and two numbers in a line. The first argument divides the work.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

__global__ void cross(int* out, int times)
{
    __shared__ int turn[256];
    int sum = 0;
    for (int i = 0; i < times; ++i) {
        turn[threadIdx.x] = i;
        __syncthreads();
        sum += turn[(threadIdx.x + 1) % blockDim.x];
    }
    out[threadIdx.x] = sum;
}

__global__ void shuffle(int* out, int times)
{
    int value = threadIdx.x;
    for (int i = 0; i < times; ++i) {
        value += __shfl_xor_sync(0xffffffffu, value, 1);
    }
    out[threadIdx.x] = value;
}

__global__ void add(float* y, const float* x, float a, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        y[i] = a * x[i] + y[i];
    }
}

void __attribute__((noinline)) add_plain(float* y, const float* x, float a, int count)
{
    for (int i = 0; i < count; ++i) {
        y[i] = a * x[i] + y[i];
    }
}

double now()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time); // whatever else this machine does
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

/// Seconds of the fastest of some runs.
template <typename Work>
double seconds(Work work)
{
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
        const double begin = now();
        work();
        least = std::min(least, now() - begin);
    }
    return least;
}

int main(int count, char** words)
{
    setenv("LANES_CORES", "1", 1); // read at the first launch
    const int part = count > 1 ? std::max(1, std::atoi(words[1])) : 1;
    constexpr int kThreads = 256;
    int* out;
    cudaMalloc(&out, kThreads * sizeof(int));
    const int times = 8000 / part;
    const double crossed = seconds([&] { cross<<<1, kThreads>>>(out, times); });
    std::printf("barriers %d %.9f\n", kThreads * times, crossed);
    const double shuffled = seconds([&] { shuffle<<<1, kThreads>>>(out, times); });
    std::printf("shuffles %d %.9f\n", kThreads * times, shuffled);

    const int many = (32 << 20) / part;
    const size_t bytes = many * sizeof(float);
    std::vector<float> host(many, 1.0f);
    float* x;
    float* y;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpy(x, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(y, host.data(), bytes, cudaMemcpyHostToDevice);
    const double kernel =
        seconds([&] { add<<<(many + 255) / 256, 256>>>(y, x, 0.5f, many); });
    const double plain = seconds([&] { add_plain(y, x, 0.5f, many); });
    std::printf("memory %.9f %.9f\n", kernel, plain);
    float last = 0;
    cudaMemcpy(&last, y + many - 1, sizeof last, cudaMemcpyDeviceToHost);
    return last == 6.0f ? 0 : 1; // 1, and ten times a half
}
