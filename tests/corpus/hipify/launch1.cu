#include <cuda_runtime.h>
#include <vector>
__global__ void k(int* p, int n) {}
__global__ void k0() {}
template <class T, int N> __global__ void kt(T* p) {}
template <class T> struct Box { T v; };
namespace ns { __global__ void kn(float x) {} }
__device__ int dev;
#define A k<<<1, 2>>>(0, 5)
#define THREADS 256
#define BLOCKS(n) ((n + THREADS - 1) / THREADS)
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) return 1; } while (0)
int main() {
  int* p = nullptr; int n = 100; cudaStream_t s = 0; dim3 g(1), b(2, 2);
  k<<<g, b>>>(p, n);
  k<<<g, b, 16>>>(p, n);
  k<<<g, b, 16, s>>>(p, n);
  k<<<g, b, sizeof(float) * n, s>>>(p, n);
  k<<<dim3(1, 2), dim3(3)>>>(p, n);
  k<<<dim3(1, 2, 3), THREADS>>>(p, n);
  k<<<BLOCKS(n), THREADS>>>(p, n);
  k<<<(n + 255) / 256, 256>>>(p, n);
  k0<<<1, 1>>>();
  k0<<<1,1>>>( );
  k0 <<< 1 , 1 >>> ();
  k <<< g , b , 0 , s >>> ( p , n ) ;
  kt<int, 4><<<g, b>>>(p);
  kt<Box<int>, 4><<<g, b>>>(nullptr);
  kt<float, 2> <<<g, b>>> (nullptr);
  kt<int, 3><<<dim3(n), b, 0, cudaStreamPerThread>>>(p);
  ns::kn<<<g, b>>>(1.5f);
  ::k<<<g, b>>>(p, n);
  k<<<1, 2>>>(p, 1); k<<<3, 4>>>(p, 2);
  k<<<g,
      b,
      0, s>>>(p,
              n);
  k<<<1, 2>>>(p, (int)cudaSuccess);
  k<<<g, b>>>(p, /* count */ n); // trailing
  k<<<g /* grid */, b>>>(p, n);
  if (n) k<<<g, b>>>(p, n);
  A;
  dim3 grid = dim3(4); const dim3 block = {8, 8, 1};
  k<<<grid, block>>>(p, n);
  k<<<grid.x, block.x * block.y>>>(p, n);
  std::vector<int> v(3);
  k<<<v.size(), v[0]>>>(v.data(), n);
  auto f = k; f<<<1, 2>>>(p, n);
  k<<<g, b>>>(p, n), n++;
  for (int i = 0; i < 3; ++i) k<<<i, i + 1>>>(p + i, n);
  CHECK(cudaMalloc((void**)&p, n * sizeof(int)));
  CHECK(cudaMemcpy(p, p, n, cudaMemcpyHostToDevice));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
