
#include <hip/hip_runtime.h>
#include <rocblas.h>
int main() {
  float a = 1, *x = 0; rocblas_float_complex c = make_hipComplex(1, 2);
  rocblas_initialize(); cublasAlloc(4, 4, (void**)&x); rocblas_set_vector(4, 4, x, 1, x, 1); rocblas_status st = cublasGetError();
  cublasSaxpy(4, 1.f, x, 1, x, 1); cublasSgemm('n', 'n', 1, 1, 1, 1.f, x, 1, x, 1, 0.f, x, 1); cublasIsamax(4, x, 1);
  cublasFree(x); cublasShutdown();
  return 0;
}
