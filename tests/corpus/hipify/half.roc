
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
struct V { half2 h; };
typedef half2 H2;
__device__ half2 get();
__global__ void k(half2* v, const half2 c, __half2 d, V s, H2 a) {
  half2 l = v[0];
  float f = __half2float(reinterpret_cast<half&>(l.x)) + __half2float(reinterpret_cast<half&>(v[0].y)) + __half2float(v->x);
  f += __half2float(c.x); f += __half2float(d.x); f += __half2float(reinterpret_cast<half&>(s.h.y)); f += __half2float(a.x);
  reinterpret_cast<half&>(l.x) = __float2half(1.f); reinterpret_cast<half&>(l.y) = reinterpret_cast<half&>(l.x);
  half& r = reinterpret_cast<half&>(l.x);
  half h = reinterpret_cast<half&>(get().x); h = reinterpret_cast<half&>((*v).y); h = reinterpret_cast<half&>((l).x); half2 arr[4]; h = reinterpret_cast<half&>(arr[1].x); half2 *q = &l; h = q->y;
  half2& rr = l; h = reinterpret_cast<half&>(rr.x); const half2& cr = l; h = cr.x;
  float4 w; w.x = 1; dim3 g; g.x = 1;
  reinterpret_cast<half&>(v[threadIdx.x].x) = h; reinterpret_cast<half&>(v[blockIdx.x * blockDim.x + threadIdx.x].y) = h;
  half2 m1, m2; h = reinterpret_cast<half&>(m1.x); h = reinterpret_cast<half&>(m2.y); half2 n1 = v[0], n2 = v[1]; h = reinterpret_cast<half&>(n2.x);
  rocblas_bfloat16* bf = nullptr;
}
