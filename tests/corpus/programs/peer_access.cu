#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void verify(cudaError_t code, const char* what)
{
    if (code == cudaErrorPeerAccessAlreadyEnabled) {
        cudaGetLastError(); // cudaGetLastError clears the error
        return;
    }
    if (code != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
        std::exit(1);
    }
}

__global__ void pull(const int* remote, int* local, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) local[i] = remote[i] + 1;
}

int main()
{
    int devices = 0;
    verify(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
    std::vector<int*> buffers(devices);
    std::vector<cudaStream_t> streams(devices);
    const int n = 1 << 16;
    for (int d = 0; d < devices; ++d) {
        verify(cudaSetDevice(d), "set");
        verify(cudaMalloc(&buffers[d], n * sizeof(int)), "malloc");
        verify(cudaMemset(buffers[d], d, n * sizeof(int)), "memset");
        verify(cudaStreamCreate(&streams[d]), "stream");
        cudaDeviceProp prop;
        verify(cudaGetDeviceProperties(&prop, d), "properties");
        std::printf("%d: %s, %zu MiB, sm_%d%d, warp %d, pci %02x:%02x\n", d, prop.name, prop.totalGlobalMem >> 20,
                    prop.major, prop.minor, prop.warpSize, prop.pciBusID, prop.pciDeviceID);
    }
    for (int a = 0; a < devices; ++a) {
        for (int b = 0; b < devices; ++b) {
            int can = 0, rank = 0;
            if (a == b) continue;
            verify(cudaDeviceCanAccessPeer(&can, a, b), "can");
            if (!can) {
                verify(cudaMemcpyPeerAsync(buffers[a], a, buffers[b], b, n * sizeof(int), streams[a]), "peer");
                continue;
            }
            verify(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, a, b), "rank");
            verify(cudaSetDevice(a), "set");
            verify(cudaDeviceEnablePeerAccess(b, 0), "enable");
            pull<<<n / 256, 256, 0, streams[a]>>>(buffers[b], buffers[a], n);
            verify(cudaGetLastError(), "pull");
            verify(cudaStreamSynchronize(streams[a]), "sync");
            verify(cudaDeviceDisablePeerAccess(b), "disable");
        }
    }
    for (int d = 0; d < devices; ++d) {
        cudaSetDevice(d);
        cudaFree(buffers[d]);
        cudaStreamDestroy(streams[d]);
    }
    return 0;
}
