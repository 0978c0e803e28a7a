#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda_runtime.h>
#include <cstdio>

// The C++ standard library of CUDA; HIP has no <cuda/std/...>.
__global__ void count(cuda::atomic<int, cuda::thread_scope_device>* counter, int* out)
{
    cuda::std::array<int, 4> values{1, 2, 3, 4};
    auto pair = cuda::std::make_tuple(values[threadIdx.x % 4], 2.0f);
    counter->fetch_add(cuda::std::get<0>(pair), cuda::memory_order_relaxed);
    out[threadIdx.x] = values[3];
}

int main()
{
    cuda::atomic<int, cuda::thread_scope_device>* counter;
    int* out;
    cudaMallocManaged(&counter, sizeof(*counter));
    cudaMallocManaged(&out, 64 * sizeof(int));
    count<<<1, 64>>>(counter, out);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", counter->load(), out[0]);
    return 0;
}
