#include <cuda_fp16.h>
#include <stdio.h>
template <typename T> __device__ void t(half2 a, half2* b) { half x = a.x; b[0].y = x; b->x = x; }
__device__ void u(half2 a) { t<int>(a, &a); half z = a.x + a.y; half w = __hadd(a.x, a.y); half2 t1 = make_half2(a.x, a.y); if (__hgt(a.x, a.y)) a.x = a.y; int2 i2; i2.x = 1; float2 f2; f2.x = 3; printf("%f %f", __half2float(a.x), float(a.y)); }
__device__ half2 gl; __constant__ half2 cgl[4]; __shared__ half2 shh[32];
__device__ half f() { gl.x = cgl[0].y; shh[threadIdx.x].x = gl.y; return shh[0].x; }
struct HH { half2 v[4]; half2* p; const half2 c; half2 g() const { return v[0]; } half q() { return v[1].x; } };
__device__ half ff(HH& h) { return h.v[1].x + h.p[0].y + h.c.x + h.g().x; }
int main() { half2 a, *b = &a, c[3]; half x = a.x; x = b[1].x; x = c[2].y; x = (*b).x; for (half2 k : c) x = k.x; auto au = a; x = au.x; const half2 d = a; x = d.y; half2 e{a.x, a.y}; }
