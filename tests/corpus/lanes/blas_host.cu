// Products of matrices that lie on the host, by cuBLASXt: nothing is copied to a device.
#include <cublasXt.h>
#include <cuda_runtime.h>

#include <cstdio>

int main()
{
    cublasXtHandle_t handle;
    const float a[] = {1, 2, 3, 4, 5, 6}; // 2 x 3, by columns
    const float b[] = {1, 0, 2, 0, 1, 1}; // 3 x 2
    float c[] = {10, 20, 30, 40};
    const float alpha = 2;
    const float beta = 1;
    const auto multiply = [&] {
        return cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &alpha, a, 2, b, 3, &beta, c, 2);
    };
    std::printf("created %d", cublasXtCreate(&handle));
    std::printf(", without a device %d\n", multiply());
    int devices[] = {0, 7};
    std::printf("devices %d", cublasXtDeviceSelect(handle, 2, devices));
    std::printf(" %d\n", cublasXtDeviceSelect(handle, 1, devices));
    int tile = 0;
    cublasXtSetBlockDim(handle, 64);
    cublasXtGetBlockDim(handle, &tile);
    std::printf("tiles of %d\n", tile);
    std::printf("product %d:", multiply());
    for (const float value : c)
        std::printf(" %g", value);
    std::printf("\n");

    // Of the device in the same way: a triangle solved, 2 x = 8 and x + 4 y = 12.
    const double triangle[] = {2, 1, 0, 4};
    const double right[] = {8, 12};
    const double one = 1;
    double *d_triangle, *d_right;
    cudaMalloc(&d_triangle, sizeof triangle);
    cudaMalloc(&d_right, sizeof right);
    cudaMemcpy(d_triangle, triangle, sizeof triangle, cudaMemcpyHostToDevice);
    cudaMemcpy(d_right, right, sizeof right, cudaMemcpyHostToDevice);
    std::printf("solved %d", cublasXtDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                           CUBLAS_DIAG_NON_UNIT, 2, 1, &one, d_triangle, 2, d_right, 2));
    double solution[2];
    cudaMemcpy(solution, d_right, sizeof solution, cudaMemcpyDeviceToHost);
    std::printf(": %g %g\n", solution[0], solution[1]);
    std::printf("too large %d\n", cublasXtDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                                CUBLAS_DIAG_NON_UNIT, size_t{1} << 32, 1, &one, d_triangle, 2, d_right, 2));
    return cublasXtDestroy(handle);
}
