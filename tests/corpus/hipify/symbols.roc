#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>
__constant__ float coef[8]; __device__ int flag; __device__ float tab[4][4];
struct P { int x; }; __constant__ P params;
__global__ void k(int* a) {}
template <class T, int N> __global__ void kt(T* a) {}
int main() {
  float h[8]; int v = 0; size_t sz; void* p; hipStream_t s = 0; hipFuncAttributes fa;
  hipMemcpyToSymbol(coef, h, sizeof(h));
  hipMemcpyToSymbol(coef, h, sizeof(h), 0, hipMemcpyHostToDevice);
  hipMemcpyToSymbol( coef , h, sizeof(float) * 2, 4);
  hipMemcpyToSymbol(params, &v, sizeof(P));
  hipMemcpyToSymbolAsync(coef, h, sizeof(h), 0, hipMemcpyHostToDevice, s);
  hipMemcpyFromSymbol(h, coef, sizeof(h));
  hipMemcpyFromSymbol(&v, flag, sizeof(int), 0, hipMemcpyDeviceToHost);
  hipMemcpyFromSymbolAsync(h, coef, sizeof(h), 0, hipMemcpyDeviceToHost, s);
  hipGetSymbolAddress(&p, flag);
  hipGetSymbolAddress((void**)&p, coef);
  hipGetSymbolSize(&sz, tab);
  hipFuncSetCacheConfig(k, hipFuncCachePreferL1);
  hipFuncSetCacheConfig(kt<int, 3>, hipFuncCachePreferShared);
  hipFuncSetSharedMemConfig(k, hipSharedMemBankSizeFourByte);
  hipFuncSetAttribute(kt<float, 2>, hipFuncAttributeMaxDynamicSharedMemorySize, 100);
  hipFuncGetAttributes(&fa, k);
  hipFuncGetAttributes(&fa, (const void*)k);
  hipFuncGetAttributes(&fa, kt<int, 1>);
  void* args[] = {&p};
  hipLaunchKernel((void*)k, dim3(1), dim3(2), args, 0, s);
  hipLaunchKernel((const void*)kt<int, 3>, dim3(1), dim3(2), args, 0, s);
  hipLaunchKernel((const void*)kt<int, 3>, dim3(1), dim3(2), args, 0, s);
  hipLaunchCooperativeKernel((void*)k, dim3(1), dim3(2), args, 0, s);
  hipHostMalloc(&p, 16);
  hipHostMalloc((void**)&p, 16 * sizeof(int));
  hipHostAlloc(&p, 16, hipHostMallocDefault);
  hipHostFree(p);
  hipEvent_t e; hipEventCreate(&e); hipEventCreateWithFlags(&e, hipEventDisableTiming); hipEventCreateWithFlags(&e, hipEventBlockingSync);
  hipMemcpyToSymbol((const void*)coef, h, 4);
  if (hipMemcpyToSymbol(coef, h, 4) != hipSuccess) return 1;
  hipError_t err = hipMemcpyFromSymbol(&v, flag, 4);
  int numBlocks; hipOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, k, 32, 0);
  hipOccupancyMaxPotentialBlockSize(&v, &numBlocks, k, 0, 0);
  return 0;
}
