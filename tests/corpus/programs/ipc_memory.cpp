#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

struct Shared {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
};

static int child(int descriptor)
{
    Shared shared;
    if (read(descriptor, &shared, sizeof(shared)) != (ssize_t)sizeof(shared))
        return 1;
    cudaSetDevice(0);
    void* p = nullptr;
    cudaEvent_t event;
    if (cudaIpcOpenMemHandle(&p, shared.memory, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
        return 1;
    cudaIpcOpenEventHandle(&event, shared.event);
    cudaEventSynchronize(event);
    int value = 0;
    cudaMemcpy(&value, p, sizeof(value), cudaMemcpyDeviceToHost);
    std::printf("child reads %x\n", value);
    return cudaIpcCloseMemHandle(p) == cudaSuccess ? 0 : 1;
}

int main()
{
    int pipes[2];
    if (pipe(pipes) != 0)
        return 1;
    const pid_t id = fork();
    if (id == 0)
        return child(pipes[0]);
    void* p = nullptr;
    Shared shared;
    cudaEvent_t event;
    cudaMalloc(&p, 4096);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess);
    cudaMemset(p, 0x5a, 4096);
    cudaEventRecord(event);
    cudaIpcGetMemHandle(&shared.memory, p);
    cudaIpcGetEventHandle(&shared.event, event);
    if (write(pipes[1], &shared, sizeof(shared)) < 0)
        return 1;
    int status = 0;
    waitpid(id, &status, 0);
    cudaFree(p);
    return status;
}
