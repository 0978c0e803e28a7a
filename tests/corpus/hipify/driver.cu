#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
size_t cb(int b) { return b; }
int main() {
  CUdevice d; CUcontext c; CUmodule m; CUfunction f; CUdeviceptr p; int g, b; CUresult r = cuInit(0);
  cuDeviceGet(&d, 0); cuCtxCreate(&c, 0, d); cuModuleLoad(&m, "a.cubin"); cuModuleGetFunction(&f, m, "k");
  cuMemAlloc(&p, 16); cuMemcpyHtoD(p, &g, 4); cuMemcpyDtoH(&g, p, 4);
  cuLaunchKernel(f, 1, 1, 1, 2, 2, 2, 0, 0, NULL, NULL);
  cuOccupancyMaxPotentialBlockSize(&g, &b, f, cb, 0, 0);
  cuOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f, cb, 16, 32, 0);
  cuOccupancyMaxPotentialBlockSize(&g, &b, f, NULL, 0, 0);
  if (r != CUDA_SUCCESS) printf("cuInit failed");
  int v; cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, d);
  cuMemFree(p); cuCtxDestroy(c); cuDriverGetVersion(&v);
  CUoccupancyB2DSize q = cb;
  return 0;
}
