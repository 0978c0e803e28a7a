%:include <cuda_runtime.h>
#include <stdio.h>

/* Digraphs, and names and launches split over lines with backslashes. */
__global__ void fill(int *p, int n)
<%
    int i = threadIdx.x;
    if (i < n) p<:i:> = i;
%>

#define ALLOCATE(p, n) \
    cudaMalloc((void **)&p, \
               (n) * sizeof(*p))

int main(void)
<%
    int *p, host<:32:>;
    ALLOCATE(p, 32);
    fill<<<1, \
           32>>>(p, 32);
    cudaMem\
cpy(host, p, sizeof host, cudaMemcpyDeviceTo\
Host);
    printf("%d\n", host<:31:>);
    cudaFree(p);
    return 0;
%>
