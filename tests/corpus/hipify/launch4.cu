#include <cuda_runtime.h>
#include <cub/cub.cuh>
struct F { static __global__ void sk(int) {} };
__global__ void k(const int* a, int n, cudaStream_t s) {}
__global__ void kd(int a, int b = 3) {}
template <typename T, cub::BlockReduceAlgorithm A = cub::BLOCK_REDUCE_RAKING> __global__ void kc(T* p) {}
extern "C" __global__ void ke() {}
void (*fp)(int, int) = kd;
static const int N = 10;
#define DIV(a, b) ((a + b - 1) / b)
template <int M> struct C { static const int value = M; };
int main() {
  cudaStream_t st; int* p = 0; int n = 1;
  k<<<N, 2, 0, st>>>(p, n, st);
  kd<<<1, 2>>>(3);
  fp<<<1, 2>>>(3, 4);
  ke<<<1, 1>>>();
  kc<int, cub::BLOCK_REDUCE_RAKING><<<1, 32>>>(p);
  kc<int><<<DIV(n, 32), 32>>>(p);
  kc<int><<<1 + DIV(n, 32), 32 * C<3>::value>>>(p);
  kc<<<dim3(DIV(n, 32), 1, 1), C<2>::value>>>(p);

  k<<<dim3{1, 2, 3}, 64>>>(p, n, cudaStreamPerThread);
  k<<<dim3 (1), 64>>>(p, n, 0);
  k<<<1, 64, n * sizeof(int)>>>(p + (n > 1 ? 2 : 3), n, /*stream*/ 0);
  k<<<1, 64>>>(reinterpret_cast<const int*>(p), static_cast<int>(n), nullptr);
  k<<<1, 64>>>((int*)p, n,
     0 /* last */);
  F::sk<<<1, 2>>>(3);
  { k<<<1, 2>>>(nullptr, 1, 0); } while (n--) ke<<<1, 1>>>();
  auto l = [&] { ke<<<1, 1, 0, st>>>(); };
  (k)<<<1, 2>>>(p, n, st);
  k<<<1, 2>>>(p, cudaGetLastError() == cudaSuccess, st); cudaDeviceSynchronize();
  return 0;
}
