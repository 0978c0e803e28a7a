#include <cuda_runtime.h>
#include <stdio.h>

const int kStreams = 4;

__global__ void scale(float* data, int n, float factor)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) data[i] *= factor;
}

int main()
{
    const int n = 1 << 22, part = n / kStreams;
    float *host, *device;
    cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocDefault | cudaHostAllocPortable);
    cudaMalloc(&device, n * sizeof(float));
    for (int i = 0; i < n; ++i) host[i] = (float)i;

    cudaStream_t streams[kStreams];
    cudaEvent_t begin, end, done[kStreams];
    cudaEventCreate(&begin);
    cudaEventCreate(&end, cudaEventBlockingSync);
    int low = 0, high = 0;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    for (int s = 0; s < kStreams; ++s) {
        cudaStreamCreateWithPriority(&streams[s], cudaStreamNonBlocking, s % 2 ? high : low);
        cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming);
    }

    cudaEventRecord(begin, 0);
    for (int s = 0; s < kStreams; ++s) {
        float* at = device + s * part;
        cudaMemcpyAsync(at, host + s * part, part * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
        scale<<<(part + 127) / 128, 128, 0, streams[s]>>>(at, part, 2.0f);
        cudaMemcpyAsync(host + s * part, at, part * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
        cudaEventRecord(done[s], streams[s]);
        cudaStreamWaitEvent(cudaStreamLegacy, done[s], 0);
    }
    cudaEventRecord(end, 0);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    while (cudaStreamQuery(streams[0]) == cudaErrorNotReady) {
    }
    printf("%.3f ms, host[10] = %g\n", milliseconds, host[10]);
    for (int s = 0; s < kStreams; ++s) {
        cudaStreamSynchronize(streams[s]);
        cudaStreamDestroy(streams[s]);
        cudaEventDestroy(done[s]);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
