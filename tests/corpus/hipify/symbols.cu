#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
__constant__ float coef[8]; __device__ int flag; __device__ float tab[4][4];
struct P { int x; }; __constant__ P params;
__global__ void k(int* a) {}
template <class T, int N> __global__ void kt(T* a) {}
int main() {
  float h[8]; int v = 0; size_t sz; void* p; cudaStream_t s = 0; cudaFuncAttributes fa;
  cudaMemcpyToSymbol(coef, h, sizeof(h));
  cudaMemcpyToSymbol(coef, h, sizeof(h), 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol( coef , h, sizeof(float) * 2, 4);
  cudaMemcpyToSymbol(params, &v, sizeof(P));
  cudaMemcpyToSymbolAsync(coef, h, sizeof(h), 0, cudaMemcpyHostToDevice, s);
  cudaMemcpyFromSymbol(h, coef, sizeof(h));
  cudaMemcpyFromSymbol(&v, flag, sizeof(int), 0, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbolAsync(h, coef, sizeof(h), 0, cudaMemcpyDeviceToHost, s);
  cudaGetSymbolAddress(&p, flag);
  cudaGetSymbolAddress((void**)&p, coef);
  cudaGetSymbolSize(&sz, tab);
  cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
  cudaFuncSetCacheConfig(kt<int, 3>, cudaFuncCachePreferShared);
  cudaFuncSetSharedMemConfig(k, cudaSharedMemBankSizeFourByte);
  cudaFuncSetAttribute(kt<float, 2>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100);
  cudaFuncGetAttributes(&fa, k);
  cudaFuncGetAttributes(&fa, (const void*)k);
  cudaFuncGetAttributes(&fa, kt<int, 1>);
  void* args[] = {&p};
  cudaLaunchKernel((void*)k, dim3(1), dim3(2), args, 0, s);
  cudaLaunchKernel((const void*)kt<int, 3>, dim3(1), dim3(2), args, 0, s);
  cudaLaunchKernel((const void*)kt<int, 3>, dim3(1), dim3(2), args, 0, s);
  cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(2), args, 0, s);
  cudaMallocHost(&p, 16);
  cudaMallocHost((void**)&p, 16 * sizeof(int));
  cudaHostAlloc(&p, 16, cudaHostAllocDefault);
  cudaFreeHost(p);
  cudaEvent_t e; cudaEventCreate(&e); cudaEventCreate(&e, cudaEventDisableTiming); cudaEventCreateWithFlags(&e, cudaEventBlockingSync);
  cudaMemcpyToSymbol((const void*)coef, h, 4);
  if (cudaMemcpyToSymbol(coef, h, 4) != cudaSuccess) return 1;
  cudaError_t err = cudaMemcpyFromSymbol(&v, flag, 4);
  int numBlocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, k, 32, 0);
  cudaOccupancyMaxPotentialBlockSize(&v, &numBlocks, k, 0, 0);
  return 0;
}
