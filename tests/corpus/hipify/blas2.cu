#include <stdio.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
int main() {
  cublasHandle_t h; float al = 1, *x = 0; cuComplex ca; double dal; cublasStatus_t st = cublasCreate(&h);
  if (st != CUBLAS_STATUS_SUCCESS) printf("!!!! CUBLAS error");
  cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
  cublasSaxpy(h, 4, &al, x, 1, x, 1); cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &al, x, 1, x, 1, &al, x, 1);
  cublasCgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &ca, &ca, 1, &ca, 1, &ca, &ca, 1);
  cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &al, x, CUDA_R_16F, 1, x, CUDA_R_16F, 1, &al, x, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasIsamax(h, 4, x, 1, 0); cublasDgemm_v2(h, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &dal, 0, 1, 0, 1, &dal, 0, 1);
  cublasDestroy(h); cublasSetStream(h, 0); cublasSetMathMode(h, CUBLAS_TENSOR_OP_MATH);
  cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &al, x, 1, 1, x, 1, 1, &al, x, 1, 1, 1);
  return 0;
}
