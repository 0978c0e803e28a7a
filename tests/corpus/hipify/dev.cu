#include <cuda_runtime.h>
#include <cuda_fp8.h>
extern __shared__ float sm[];
__device__ float gg;
__global__ void __launch_bounds__(128, 2) k(float* p, cudaTextureObject_t t, cudaSurfaceObject_t so) {
  extern __shared__ float s[];
  float v = __shfl_down_sync(0xffffffff, p[0], 1); unsigned m = __ballot_sync(~0u, v > 0); int c = __popc(m);
  v = __ldg(p); v += tex2D<float>(t, 1, 2); __syncwarp(); v = __fdividef(v, 2.f); v = __saturatef(v);
  atomicAdd(&p[0], v); int l = warpSize; float q = umin(1u, 2u); __nanosleep(10); __threadfence_block();
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(l)); clock64(); 
  v = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E4M3); __trap();
}
