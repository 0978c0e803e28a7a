#include <hip/hip_runtime.h>
#ifdef NEVER
int x = 0; void f0(void* p) { hipFree(p); }
__global__ void kn(int a) {}
void f9() { kn<<<1, 2>>>(3); }
#else
void f1(void* p) { hipHostFree(p); }
#endif
#if defined(__HIPCC__) && __CUDA_ARCH__ >= 300
#endif
#ifdef __HIPCC__
#endif
#define FREE(p) hipFree(p)
#define CAT(a) cuda##a
#define STR(x) #x
__constant__ int coef;
#define COPY1(x) hipMemcpyToSymbol(coef, x, 4)
#define COPY2(s, h) hipMemcpyToSymbol(s, h, 4)
#define COPY3 hipMemcpyToSymbol(coef, 0, 4)
#define UNUSED(h) hipMemcpyToSymbol(coef, h, 4)
#define ERR(call) do { hipError_t e = call; if (e != hipSuccess) printf_(" failed"); } while (0)
void printf_(const char*);
__global__ void k(int a) {}
void f2(void* p) { FREE(p); CAT(Free)(p); const char* s = STR(hipFree); COPY1(p); COPY2(coef, p); COPY3; ERR(hipMemcpyToSymbol(coef, p, sizeof(int))); ERR(hipGetSymbolAddress(&p, coef)); }
namespace my { int umin(int a, int b); int hipFree(int); }
void f3() { my::hipFree(1); my::umin(1, 2); }
struct S { int hipFree; void hipMalloc(); };
void f4(S s) { s.hipFree = 1; s.hipMalloc(); }
// cudaFree in a comment
/* cudaMalloc */ void f5() { hipFree(0); }
int cudaMallocX, my_cudaFree;
template <class T> void f6(T* p) { hipMemcpyToSymbol(coef, p, sizeof(T)); k<<<1, 2>>>(p[0]); hipMemcpyToSymbolAsync(coef, p, 4, 0, hipMemcpyHostToDevice, hipStreamPerThread); }
template <class T> void f7(T* p) { hipMemcpyToSymbol(coef, p, sizeof(T)); k<<<1, 2>>>(p[0]); }
void f8(int* p) { f7(p); }
