#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define CUDA_TRY(x) if (cudaError_t e = (x); e != cudaSuccess) { std::printf("%s failed: %s\n", #x, cudaGetErrorString(e)); return 1; }

__global__ void addOne(int* p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1;
}

int captured(int* d, int n)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 8; ++i) addOne<<<n / 256, 256, 0, stream>>>(d, n);
    cudaStreamCaptureStatus status;
    CUDA_TRY(cudaStreamIsCapturing(stream, &status));
    if (status != cudaStreamCaptureStatusActive) return 1;
    CUDA_TRY(cudaStreamEndCapture(stream, &graph));
    CUDA_TRY(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 100; ++i) CUDA_TRY(cudaGraphLaunch(exec, stream));
    CUDA_TRY(cudaStreamSynchronize(stream));
    CUDA_TRY(cudaGraphExecDestroy(exec));
    CUDA_TRY(cudaGraphDestroy(graph));
    return cudaStreamDestroy(stream) != cudaSuccess;
}

int built(int* d, int n)
{
    cudaGraph_t graph;
    CUDA_TRY(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first, second;
    cudaMemsetParams clear = {};
    clear.dst = d;
    clear.value = 0;
    clear.elementSize = 4;
    clear.width = n;
    clear.height = 1;
    CUDA_TRY(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &clear));
    void* arguments[] = {&d, &n};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void*)addOne;
    kernel.gridDim = dim3(n / 256);
    kernel.blockDim = dim3(256);
    kernel.kernelParams = arguments;
    std::vector<cudaGraphNode_t> dependencies{first};
    CUDA_TRY(cudaGraphAddKernelNode(&second, graph, dependencies.data(), dependencies.size(), &kernel));
    size_t nodes = 0;
    CUDA_TRY(cudaGraphGetNodes(graph, nullptr, &nodes));
    cudaGraphExec_t exec;
    CUDA_TRY(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CUDA_TRY(cudaGraphLaunch(exec, cudaStreamPerThread));
    CUDA_TRY(cudaDeviceSynchronize());
    std::printf("%zu nodes\n", nodes);
    return 0;
}

int main()
{
    int* d = nullptr;
    const int n = 4096;
    CUDA_TRY(cudaMalloc(&d, n * sizeof(int)));
    return captured(d, n) || built(d, n);
}
