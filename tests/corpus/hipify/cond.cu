#include <cuda_runtime.h>
#ifdef NEVER
int x = 0; void f0(void* p) { cudaFree(p); }
__global__ void kn(int a) {}
void f9() { kn<<<1, 2>>>(3); }
#else
void f1(void* p) { cudaFreeHost(p); }
#endif
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 300
#endif
#ifdef __CUDACC__
#endif
#define FREE(p) cudaFree(p)
#define CAT(a) cuda##a
#define STR(x) #x
__constant__ int coef;
#define COPY1(x) cudaMemcpyToSymbol(coef, x, 4)
#define COPY2(s, h) cudaMemcpyToSymbol(s, h, 4)
#define COPY3 cudaMemcpyToSymbol(coef, 0, 4)
#define UNUSED(h) cudaMemcpyToSymbol(coef, h, 4)
#define ERR(call) do { cudaError_t e = call; if (e != cudaSuccess) printf_("cudaFree failed"); } while (0)
void printf_(const char*);
__global__ void k(int a) {}
void f2(void* p) { FREE(p); CAT(Free)(p); const char* s = STR(cudaFree); COPY1(p); COPY2(coef, p); COPY3; ERR(cudaMemcpyToSymbol(coef, p, sizeof(int))); ERR(cudaGetSymbolAddress(&p, coef)); }
namespace my { int umin(int a, int b); int cudaFree(int); }
void f3() { my::cudaFree(1); my::umin(1, 2); }
struct S { int cudaFree; void cudaMalloc(); };
void f4(S s) { s.cudaFree = 1; s.cudaMalloc(); }
// cudaFree in a comment
/* cudaMalloc */ void f5() { cudaFree(0); }
int cudaMallocX, my_cudaFree;
template <class T> void f6(T* p) { cudaMemcpyToSymbol(coef, p, sizeof(T)); k<<<1, 2>>>(p[0]); cudaMemcpyToSymbolAsync(coef, p, 4, 0, cudaMemcpyHostToDevice, cudaStreamPerThread); }
template <class T> void f7(T* p) { cudaMemcpyToSymbol(coef, p, sizeof(T)); k<<<1, 2>>>(p[0]); }
void f8(int* p) { f7(p); }
