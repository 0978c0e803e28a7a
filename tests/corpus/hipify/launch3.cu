#include <stdio.h>
#include <cuda.h>
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
  cudaMalloc(&a, 4); cudaMalloc((void **)&b, 4); cudaMalloc(reinterpret_cast<void**>(&c), 4);
  run(a, b, c, 10);
  vec_add<float><<<1, 2>>>(a, b, c, 10);
  cudaFree(a);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) printf("cudaGetLastError: %s\n", cudaGetErrorString(err));
  printf("cudaFree");
  printf("cudaFree failed cudaMalloc");
  printf("error in cudaFree (x) cublasCreate cufftExecC2C");
  printf("cudaSuccess\n");
  printf("acudaFree xcudaMalloc y");
  puts(u8"cudaFree x"); puts(R"(cudaFree x)"); printf("%s" "cudaFree");
  printf("cuda cudaFree");
  printf("cu cudaFree");
  const char c1 = 'c';
  return 0;
}
