#include <cuda_runtime.h>
#include <nccl.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define NCCLCHECK(cmd) do {                                             \
    ncclResult_t r = cmd;                                               \
    if (r != ncclSuccess) {                                             \
        printf("NCCL error '%s'\n", ncclGetErrorString(r));             \
        exit(EXIT_FAILURE);                                             \
    }                                                                   \
} while (0)

int main()
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    std::vector<ncclComm_t> comms(devices);
    std::vector<cudaStream_t> streams(devices);
    std::vector<float*> send(devices), receive(devices);
    std::vector<int> ids(devices);
    const size_t count = 1 << 20;
    for (int i = 0; i < devices; ++i) {
        ids[i] = i;
        cudaSetDevice(i);
        cudaMalloc((void**)&send[i], count * sizeof(float));
        cudaMalloc((void**)&receive[i], count * sizeof(float));
        cudaStreamCreate(&streams[i]);
    }
    NCCLCHECK(ncclCommInitAll(comms.data(), devices, ids.data()));
    NCCLCHECK(ncclGroupStart());
    for (int i = 0; i < devices; ++i)
        NCCLCHECK(ncclAllReduce(send[i], receive[i], count, ncclFloat, ncclSum, comms[i], streams[i]));
    NCCLCHECK(ncclGroupEnd());
    for (int i = 0; i < devices; ++i) {
        cudaSetDevice(i);
        cudaStreamSynchronize(streams[i]);
        ncclCommDestroy(comms[i]);
    }
    printf("NCCL %d.%d\n", NCCL_MAJOR, NCCL_MINOR);
    return 0;
}
