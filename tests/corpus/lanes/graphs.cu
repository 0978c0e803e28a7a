// Graphs: recorded from streams and built of nodes, replayed, changed, with memory of their own.
#include <cuda_runtime.h>

#include <cstdio>

struct Settings
{
    dim3 gridDim;
    dim3 blockDim;
};

__global__ void add(int* values, int what)
{
    values[blockIdx.x * blockDim.x + threadIdx.x] += what;
}

__device__ int symbol;

__global__ void parent(int* values)
{
    if (threadIdx.x == 0) {
        add<<<1, 4>>>(values, 100);
        add<<<1, 4>>>(values, 1000);
    }
    values[threadIdx.x] = threadIdx.x;
}

__global__ void child(int* value)
{
    *value = *value * 10 + 1;
    add<<<1, 1>>>(value, 1);
}

__global__ void grandparent(int* value)
{
    child<<<1, 1>>>(value);
    child<<<1, 1>>>(value);
}

static void said(void* text)
{
    std::printf("host: %s\n", static_cast<const char*>(text));
}

int main()
{
    int* values;
    cudaMallocManaged(&values, 8 * sizeof(int));
    const auto show = [&](const char* name) {
        cudaDeviceSynchronize();
        std::printf("%s: %d %d\n", name, values[0], values[7]);
    };

    // Recorded: nothing runs until it is launched, and the other stream joins by its event.
    cudaStream_t first;
    cudaStream_t second;
    cudaEvent_t event;
    cudaStreamCreate(&first);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMemset(values, 0, 8 * sizeof(int));
    const Settings settings = {dim3(2), dim3(4)};
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    int what = 1;
    add<<<settings.gridDim, settings.blockDim, 0, first>>>(values, what);
    what = 50; // the argument was copied
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
    add<<<2, 4, 0, second>>>(values, 10);
    cudaLaunchHostFunc(second, said, const_cast<char*>("recorded"));
    cudaStreamEndCapture(first, &graph);
    show("captured");
    size_t count = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphInstantiate(&made, graph, 0);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(made, first);
    std::printf("nodes %zu\n", count);
    show("three times");

    // Of nodes, given in another order than they run.
    cudaGraph_t nodes;
    cudaGraphCreate(&nodes, 0);
    cudaMemsetParams zero = {};
    zero.dst = values;
    zero.elementSize = 4;
    zero.width = 8;
    zero.height = 1;
    zero.value = 7;
    int five = 5;
    void* arguments[] = {&values, &five};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)add;
    launch.gridDim = dim3(2);
    launch.blockDim = dim3(4);
    launch.kernelParams = arguments;
    cudaGraphNode_t kernel;
    cudaGraphNode_t set;
    cudaGraphAddKernelNode(&kernel, nodes, nullptr, 0, &launch);
    cudaGraphAddMemsetNode(&set, nodes, nullptr, 0, &zero);
    std::printf("edge %d\n", cudaGraphAddDependencies(nodes, &set, &kernel, 1));
    cudaGraphExec_t built;
    cudaGraphInstantiate(&built, nodes, nullptr, nullptr, 0);
    cudaGraphLaunch(built, first);
    show("built");
    five = 6;
    cudaGraphExecKernelNodeSetParams(built, kernel, &launch);
    cudaGraphLaunch(built, first);
    show("changed");
    std::printf("circle %d\n", cudaGraphAddDependencies(nodes, &kernel, &set, 1) != cudaSuccess ||
                                   cudaGraphInstantiate(&built, nodes, 0) != cudaSuccess);

    // Memory of a graph is there again at each launch.
    cudaGraph_t own;
    int* memory;
    int result = 0;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&memory, 4 * sizeof(int), first);
    cudaMemsetAsync(memory, 0, 4 * sizeof(int), first);
    add<<<1, 4, 0, first>>>(memory, 3);
    cudaMemcpyAsync(&result, memory, sizeof(int), cudaMemcpyDeviceToHost, first);
    cudaFreeAsync(memory, first);
    cudaStreamEndCapture(first, &own);
    cudaGraphExec_t alone;
    cudaGraphInstantiate(&alone, own, 0);
    cudaGraphDestroy(own);
    cudaGraphLaunch(alone, first);
    cudaGraphLaunch(alone, first);
    std::printf("own memory %d\n", result);

    // Copies of each kind are nodes, none of which runs before the launch.
    int one = 1;
    int two[2] = {2, 3};
    int back[4] = {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 2, 1);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaMemcpyToSymbolAsync(symbol, &one, sizeof(int), 0, cudaMemcpyHostToDevice, first);
    cudaMemcpyFromSymbolAsync(&back[0], symbol, sizeof(int), 0, cudaMemcpyDeviceToHost, first);
    cudaMemcpy2DToArrayAsync(array, 0, 0, two, 8, 8, 1, cudaMemcpyHostToDevice, first);
    cudaMemcpy2DFromArrayAsync(&back[1], 8, array, 0, 0, 8, 1, cudaMemcpyDeviceToHost, first);
    cudaMemset2DAsync(values, 4, 0, 4, 8, first);
    cudaMemcpyPeerAsync(&values[1], 0, &values[0], 0, sizeof(int), first);
    cudaStreamEndCapture(first, &graph);
    std::printf("before: %d %d %d, %d\n", back[0], back[1], back[2], values[0]);
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, first);
    std::printf("%zu copies: %d %d %d, %d\n", count, back[0], back[1], back[2], values[0]);

    // An event of a capture that has ended, whose graph is gone, is waited for by nobody.
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(event, first);
    cudaStreamEndCapture(first, &graph);
    const cudaError_t ended = cudaStreamWaitEvent(second, event, 0);
    cudaGraphDestroy(graph);
    const cudaError_t gone = cudaStreamWaitEvent(second, event, 0);
    add<<<2, 4, 0, second>>>(values, 4);
    std::printf("ended %d %d %d\n", ended, gone, values[0]);

    // A launch from a kernel runs when that one has ended, in order.
    parent<<<1, 8>>>(values);
    show("from a kernel");
    values[0] = 0;
    grandparent<<<1, 1>>>(values);
    show("each with its own");
    return 0;
}
