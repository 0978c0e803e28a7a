// Results that hang on the order in which threads and blocks run: a line of output for each kernel.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void last_block_wins_wrong(float* out) { out[0] = blockIdx.x; }
__global__ void last_block_wins_right(float* out)
{
    if (blockIdx.x == gridDim.x - 1) out[0] = blockIdx.x;
}

__global__ void first_come_wrong(float* out)
{
    if (threadIdx.x == 0) out[1 + static_cast<int>(atomicAdd(out, 1.0f))] = blockIdx.x;
}
__global__ void first_come_right(float* out) { out[1 + blockIdx.x] = blockIdx.x; }

__global__ void sum_of_floats_wrong(float* out) { atomicAdd(out, blockIdx.x % 2 ? 1e8f : 3 * blockIdx.x - 1e8f); }
__global__ void sum_of_floats_right(float* out) { atomicAdd(out, blockIdx.x); }

__global__ void what_others_left_wrong(float* out)
{
    if (blockIdx.x == 0) out[1 + threadIdx.x] = threadIdx.x == 0 ? 1 : out[threadIdx.x] + 1;
}
__global__ void what_others_left_right(float* out) { out[1 + threadIdx.x] = threadIdx.x + 1; }

static void run(const char* name, void (*kernel)(float*))
{
    float* out;
    float got[33];
    cudaMalloc(&out, sizeof(got));
    cudaMemset(out, 0, sizeof(got));
    kernel<<<8, 32>>>(out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    std::printf("%s", name);
    for (int i = 0; i < 9; ++i) std::printf(" %g", got[i]);
    std::printf("\n");
}

#define RUN(name)                                                                                                      \
    run(#name "_wrong", name##_wrong);                                                                                 \
    run(#name "_right", name##_right)

int main()
{
    RUN(last_block_wins);
    RUN(first_come);
    RUN(sum_of_floats);
    RUN(what_others_left);
}
