#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>
#include <hip/hip_runtime.h>
__global__ void setup(curandState* s, rocrand_state_philox4x32_10* p) { rocrand_init(1, 2, 3, &s[0]); float f = rocrand_uniform(&s[0]); f += rocrand_normal(s); unsigned u = rocrand(s); float4 q = rocrand_uniform4(p); }
__global__ void k2(rocrand_state_xorwow* a, rocrand_device::mrg32k3a_engine* b, rocrand_device::mtgp32_engine* m, rocrand_device::sobol32_engine<false>* c) { rocrand(a); rocrand_normal_double(a); rocrand_poisson(a, 1.0); rocrand_log_normal(a, 0, 1); }
int main() {
  rocrand_generator g; rocrand_create_generator(&g, ROCRAND_RNG_PSEUDO_DEFAULT); rocrand_set_seed(g, 1234ULL);
  float* p; rocrand_generate_uniform(g, p, 10); rocrand_status st = rocrand_generate_normal(g, p, 10, 0, 1); rocrand_destroy_generator(g);
  curandState_t* s; hipMalloc((void**)&s, 10); setup<<<1, 2>>>(s, 0);
  return st == ROCRAND_STATUS_SUCCESS;
}
