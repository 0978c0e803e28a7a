/* A C file that uses the runtime API from the host only. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    void *device;
    size_t bytes;
    struct cudaDeviceProp properties;
} buffer_t;

static int failed(enum cudaError code, const char *what)
{
    if (code == cudaSuccess)
        return 0;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    return 1;
}

int buffer_create(buffer_t *b, size_t bytes)
{
    cudaStream_t stream;
    b->bytes = bytes;
    if (failed(cudaGetDeviceProperties(&b->properties, 0), "cudaGetDeviceProperties"))
        return -1;
    if (failed(cudaMalloc(&b->device, bytes), "cudaMalloc") || failed(cudaStreamCreate(&stream), "cudaStreamCreate"))
        return -1;
    if (failed(cudaMemsetAsync(b->device, 0, bytes, stream), "cudaMemsetAsync"))
        return -1;
    return failed(cudaStreamSynchronize(stream), "cudaStreamSynchronize") ? -1 : 0;
}

int main(void)
{
    buffer_t b;
    float *pinned = NULL;
    if (buffer_create(&b, 1 << 20) != 0)
        return EXIT_FAILURE;
    if (failed(cudaMallocHost((void **)&pinned, 4096), "cudaMallocHost"))
        return EXIT_FAILURE;
    cudaMemcpy(pinned, b.device, 4096, cudaMemcpyDeviceToHost);
    printf("%s: %f\n", b.properties.name, pinned[0]);
    cudaFreeHost(pinned);
    cudaFree(b.device);
    return EXIT_SUCCESS;
}
