// Threads of OpenMP that use the runtime at the same time: each has memory, a stream, launches and
// errors of its own.
#include <cuda_runtime.h>
#include <omp.h>

#include <cstdio>
#include <vector>

__global__ void fill(int* out, int value, int many)
{
    __shared__ int base;
    if (threadIdx.x == 0) {
        base = value;
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < many) {
        out[i] = base + i;
    }
}

int main()
{
    constexpr int kThreads = 4;
    constexpr int kRounds = 25;
    constexpr int kMany = 1000;
    omp_set_num_threads(kThreads);
    int right = 0;
    int came = 0;
    int errors = 0;
#pragma omp parallel reduction(+ : right, came, errors)
    {
        const int own = omp_get_thread_num();
        came += omp_get_num_threads() == kThreads ? 1 : 0;
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        for (int round = 0; round < kRounds; round++) {
            int* out;
            cudaMalloc(&out, kMany * sizeof(int));
            fill<<<8, 128, 0, stream>>>(out, own * 1000000 + round, kMany);
            std::vector<int> back(kMany);
            cudaMemcpyAsync(back.data(), out, kMany * sizeof(int), cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
            bool isRight = true;
            for (int i = 0; i < kMany; i++) {
                isRight = isRight && back[i] == own * 1000000 + round + i;
            }
            right += isRight ? 1 : 0;
            if (own == 2) {
                fill<<<8, 4096, 0, stream>>>(out, 0, 0); // too many threads: an error of this one
                errors += cudaGetLastError() == cudaErrorInvalidConfiguration ? 1 : 0;
            } else {
                errors += cudaGetLastError() == cudaSuccess ? 1 : 0;
            }
            cudaFree(out);
        }
        cudaStreamDestroy(stream);
    }
    std::printf("%d threads, %d of %d right, %d errors as they are\n", came, right, kThreads * kRounds, errors);
}
