// Two devices: which one a thread of the host uses, whose memory, streams and events are whose, and
// peers. Run with --devices 2.
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

__global__ void add(float* out, const float* in, float value)
{
    out[threadIdx.x] = in[threadIdx.x] + value;
}

int deviceOf(const void* place)
{
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, place);
    return attributes.device;
}

int main()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    std::printf("devices %d, third %d\n", count, cudaSetDevice(2));

    // Each thread of the host begins with the first.
    cudaSetDevice(1);
    int own = -1;
    int others = -1;
    cudaGetDevice(&own);
    std::thread([&] { cudaGetDevice(&others); }).join();
    std::printf("current %d, of another thread %d\n", own, others);

    constexpr int kMany = 64;
    float* places[2];
    size_t before = 0;
    size_t after = 0;
    size_t all = 0;
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&places[device], kMany * sizeof(float));
    }
    std::printf("memory of %d and %d\n", deviceOf(places[0]), deviceOf(places[1]));
    cudaMemGetInfo(&before, &all);
    cudaSetDevice(0);
    float* large;
    std::printf("the first is full %d", cudaMalloc(&large, all));
    cudaSetDevice(1);
    cudaMemGetInfo(&after, &all);
    std::printf(", the second is not %d\n", before <= all && after > 0);
    cudaGetLastError();

    int can[3] = {};
    cudaDeviceCanAccessPeer(&can[0], 0, 1);
    cudaDeviceCanAccessPeer(&can[1], 1, 1);
    cudaDeviceCanAccessPeer(&can[2], 1, 0);
    std::printf("peers %d %d %d\n", can[0], can[1], can[2]);
    std::printf("enabled %d", cudaDeviceEnablePeerAccess(0, 0));
    std::printf(", again %d", cudaDeviceEnablePeerAccess(0, 0));
    std::printf(", disabled %d", cudaDeviceDisablePeerAccess(0));
    std::printf(", again %d", cudaDeviceDisablePeerAccess(0));
    std::printf(", itself %d\n", cudaDeviceEnablePeerAccess(1, 0));

    // From the host to the first, by its kernel, to the second, by its kernel, and back.
    float values[kMany];
    for (int i = 0; i < kMany; ++i)
        values[i] = i;
    cudaSetDevice(0);
    cudaMemcpy(places[0], values, sizeof values, cudaMemcpyHostToDevice);
    add<<<1, kMany>>>(places[0], places[0], 1);
    std::printf("copied %d", cudaMemcpyPeer(places[1], 1, places[0], 0, sizeof values));
    std::printf(", of the wrong devices %d, of none %d\n",
                cudaMemcpyPeer(places[1], 0, places[0], 1, sizeof values),
                cudaMemcpyPeer(places[1], 2, places[0], 0, sizeof values));
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    add<<<1, kMany>>>(places[1], places[0], 100);
    cudaMemcpy(values, places[1], sizeof values, cudaMemcpyDefault);
    std::printf("values %g %g\n", values[0], values[kMany - 1]);

    // Streams and events are of the device that they were made on.
    cudaStream_t stream;
    cudaEvent_t begin;
    cudaEvent_t end;
    cudaStreamCreate(&stream);
    cudaEventCreate(&begin);
    cudaSetDevice(0);
    cudaEventCreate(&end);
    std::printf("recorded %d, by the other %d", cudaEventRecord(begin, stream), cudaEventRecord(end, stream));
    cudaEventRecord(end, 0);
    float milliseconds = 0;
    std::printf(", between them %d\n", cudaEventElapsedTime(&milliseconds, begin, end));
    std::printf("waits %d\n", cudaStreamWaitEvent(stream, end, 0));
    cudaGetLastError();
    add<<<1, kMany, 0, stream>>>(places[1], places[1], 1);
    std::printf("launched %d\n", cudaGetLastError());
    float* pooled;
    cudaMallocAsync(&pooled, 100, stream);
    std::printf("in the order of a stream %d\n", deviceOf(pooled));
    cudaFreeAsync(pooled, stream);
    cudaStreamDestroy(stream);
    return cudaFree(places[0]) + cudaFree(places[1]);
}
