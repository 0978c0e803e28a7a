#include <hip/hip_runtime.h>

#include <stdio.h>
size_t cb(int b) { return b; }
int main() {
  hipDevice_t d; hipCtx_t c; hipModule_t m; hipFunction_t f; hipDeviceptr_t p; int g, b; hipError_t r = hipInit(0);
  hipDeviceGet(&d, 0); hipCtxCreate(&c, 0, d); hipModuleLoad(&m, "a.cubin"); hipModuleGetFunction(&f, m, "k");
  hipMalloc(&p, 16); hipMemcpyHtoD(p, &g, 4); hipMemcpyDtoH(&g, p, 4);
  hipModuleLaunchKernel(f, 1, 1, 1, 2, 2, 2, 0, 0, NULL, NULL);
  hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, cb, 0, 0);
  hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f, cb, 16, 32, 0);
  hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, NULL, 0, 0);
  if (r != hipSuccess) printf("hipInit failed");
  int v; hipDeviceGetAttribute(&v, hipDeviceAttributeWarpSize, d);
  hipFree(p); hipCtxDestroy(c); hipDriverGetVersion(&v);
  void* q = cb;
  return 0;
}
