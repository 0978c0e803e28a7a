#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

/* cudaMalloc, cudaMemcpy and <<<grid, block>>> in comments are left:
 *   #include <cuda_runtime.h>
 *   kernel<<<1, 1>>>(cudaStreamDefault);
 */
// a line comment that goes on \
   cudaFree(pointer) in the next line

#ifndef __CUDACC__
#error "compile with nvcc: cudaMalloc and __CUDACC__ are needed here"
#endif

static const char *usage = "usage: prog [--cudaDevice N]\n"
                           "  cudaMemcpyHostToDevice is measured \"cudaFree\" too\n";
static const char *source = R"(cudaMalloc(&p, n); /* cudaFree */ k<<<1, 1>>>(p);)";
static const char *delimited = R"cuda(a ")" cudaDeviceSynchronize(); )cuda";
static const char apostrophe = '"', other = '\'';

__global__ void k(char *p) { p[threadIdx.x] = 'c'; /* cudaSuccess */ }

#define NAME(x) #x
#define CALL(f, ...) printf("%s -> %d\n", #f, (int)f(__VA_ARGS__)) // cudaGetLastError

int main(void)
{
    char *p; // cudaMallocManaged would do as well
    CALL(cudaMalloc, (void **)&p, 64);
    k<<<1, 64>>>(p); /* cudaPeekAtLastError(); */ CALL(cudaGetLastError);
    printf("%s%s%s%s%c%c", usage, source, delimited, NAME(cudaFree), apostrophe, other);
    puts("cudaFree");
    return cudaFree(p) /* cudaSuccess */ == cudaSuccess ? 0 : 1;
}
