#include <cublas.h>
int main() {
  float a = 1, *x = 0; cuComplex c = make_cuComplex(1, 2);
  cublasInit(); cublasAlloc(4, 4, (void**)&x); cublasSetVector(4, 4, x, 1, x, 1); cublasStatus st = cublasGetError();
  cublasSaxpy(4, 1.f, x, 1, x, 1); cublasSgemm('n', 'n', 1, 1, 1, 1.f, x, 1, x, 1, 0.f, x, 1); cublasIsamax(4, x, 1);
  cublasFree(x); cublasShutdown();
  return 0;
}
