#include <cuda_runtime.h>
#include <cstdio>

// Stream compaction: each warp counts its keepers with a ballot and one lane reserves the room.
__global__ void compact(const int* in, int* out, int* count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & 31;
    const bool keep = i < n && in[i] > 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (votes == 0) return;
    unsigned before = votes & ((1u << lane) - 1);
    int base = 0;
    int leader = __ffs(votes) - 1;
    if (lane == leader) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, leader);
    if (keep) out[base + __popc(before)] = in[i];
}

int main()
{
    const int n = 4096;
    int *in, *out, *count;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i % 3 - 1;
    *count = 0;
    compact<<<n / 128, 128>>>(in, out, count, n);
    cudaDeviceSynchronize();
    std::printf("%d kept\n", *count);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    return 0;
}
