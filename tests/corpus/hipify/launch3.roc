#include <stdio.h>
#include <hip/hip_runtime.h>
template <typename T> __global__ void vec_add(const T* a, const T* b, T* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
template <int BLOCK, typename T>
__global__ void tmpl(T x, T y) {}
template <typename T> void run(T* a, T* b, T* c, int n) {
  vec_add<T><<<n / 256, 256>>>(a, b, c, n);
  vec_add<<<n / 256, 256>>>(a, b, c, n);
  tmpl<32, T><<<dim3(n), 32, 0>>>(T(1), T(2));
  tmpl<32><<<dim3(n), 32, 0>>>(a[0], b[0]);
}
int main() {
  float *a, *b, *c;
  hipMalloc(&a, 4); hipMalloc((void **)&b, 4); hipMalloc(reinterpret_cast<void**>(&c), 4);
  run(a, b, c, 10);
  vec_add<float><<<1, 2>>>(a, b, c, 10);
  hipFree(a);
  hipError_t err = hipGetLastError();
  if (err != hipSuccess) printf("cudaGetLastError: %s\n", hipGetErrorString(err));
  printf("");
  printf(" failed ");
  printf("error in  (x) rocblas_create_handle hipfftExecC2C");
  printf("cudaSuccess\n");
  printf("a x y");
  puts(u8"cudaFree x"); puts(R"(cudaFree x)"); printf("%s" "");
  printf("cuda ");
  printf("cu cudaFree");
  const char c1 = 'c';
  return 0;
}
