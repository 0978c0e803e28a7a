#include <cub/cub.cuh>
#include <cuda_runtime.h>
using namespace cub;
typedef cub::BlockReduce<int, 64> Red;
typedef cub::BlockScan<float, 32> Scan;
using B = cub::BlockReduce<int, 32>;
using cub::BlockLoad;
template <int N, cub::BlockScanAlgorithm A> __global__ void k(int* p) {
  typedef cub::BlockReduce<int, N> R;
  __shared__ typename R::TempStorage t;
  __shared__ typename cub::BlockReduce<int, N>::TempStorage t2;
  int s = R(t).Sum(p[0]); cub::CTA_SYNC();
}
template <size_t N, cub::BlockScanAlgorithm A> void f() {}
template <cub::BlockLoadAlgorithm L, cub::BlockScanAlgorithm A> void f3() {}
template <typename T, int N, cub::BlockReduceAlgorithm A> __global__ void k2(T* p) {}
int main() {
  void* t = 0; size_t n = 0; int *a = 0, *b = 0;
  cub::DeviceReduce::Sum(t, n, a, b, 10);
  cub::DeviceScan::ExclusiveSum(t, n, a, b, 10);
  k<128, cub::BLOCK_SCAN_RAKING><<<1, 128>>>(a);
  k2<int, 128, cub::BLOCK_REDUCE_RAKING><<<1, 128>>>(a);
  cub::CachingDeviceAllocator alloc(true);
  CubDebugExit(cudaMalloc(&a, 4));
  ::cub::DoubleBuffer<int> keys;
}
