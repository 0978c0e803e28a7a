#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

// Tensor cores through nvcuda::wmma, which HIP does not have: headers of a port hold it, and rocWMMA is near it.
__global__ void gemm16(const half* a, const half* b, float* c, int n)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(fa, a + blockIdx.y * 16 * n + k, n);
        wmma::load_matrix_sync(fb, b + blockIdx.x * 16 * n + k, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, wmma::mem_row_major);
}

int main()
{
    const int n = 64;
    half *a, *b;
    float* c;
    cudaMalloc(&a, n * n * sizeof(half));
    cudaMalloc(&b, n * n * sizeof(half));
    cudaMalloc(&c, n * n * sizeof(float));
    gemm16<<<dim3(n / 16, n / 16), 32>>>(a, b, c, n);
    cudaDeviceSynchronize();
    return 0;
}
