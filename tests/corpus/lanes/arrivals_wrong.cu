// What goes wrong where threads arrive and wait: by the first argument.
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstring>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void expectsMore()
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, 2 * blockDim.x);
    }
    __syncthreads();
    barrier.arrive_and_wait();
}

__global__ void partGoesElsewhere()
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        barrier.arrive_and_wait();
    } else {
        __syncthreads();
    }
}

__global__ void laneStaysAway(half* a, float* out)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(left, 1.0f);
    wmma::fill_fragment(right, 1.0f);
    wmma::fill_fragment(sum, 0.0f);
    if (threadIdx.x != 5) {
        wmma::mma_sync(sum, left, right, sum);
    }
    __syncwarp();
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    if (std::strcmp(what, "more") == 0) {
        expectsMore<<<1, 64>>>();
    } else if (std::strcmp(what, "elsewhere") == 0) {
        partGoesElsewhere<<<1, 64>>>();
    } else {
        float* out;
        cudaMalloc(&out, 256 * sizeof(float));
        laneStaysAway<<<1, 32>>>(nullptr, out);
    }
    std::printf("%d\n", static_cast<int>(cudaDeviceSynchronize()));
}
