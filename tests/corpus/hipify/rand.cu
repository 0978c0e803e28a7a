#include <curand.h>
#include <curand_kernel.h>
#include <cuda.h>
__global__ void setup(curandState* s, curandStatePhilox4_32_10_t* p) { curand_init(1, 2, 3, &s[0]); float f = curand_uniform(&s[0]); f += curand_normal(s); unsigned u = curand(s); float4 q = curand_uniform4(p); }
__global__ void k2(curandStateXORWOW_t* a, curandStateMRG32k3a* b, curandStateMtgp32* m, curandStateSobol32* c) { curand(a); curand_normal_double(a); curand_poisson(a, 1.0); curand_log_normal(a, 0, 1); }
int main() {
  curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT); curandSetPseudoRandomGeneratorSeed(g, 1234ULL);
  float* p; curandGenerateUniform(g, p, 10); curandStatus_t st = curandGenerateNormal(g, p, 10, 0, 1); curandDestroyGenerator(g);
  curandState_t* s; cudaMalloc((void**)&s, 10); setup<<<1, 2>>>(s, 0);
  return st == CURAND_STATUS_SUCCESS;
}
