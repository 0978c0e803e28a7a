#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

// Four bytes in a word of 32 bits.
__global__ void bytes(const uint32_t* a, const uint32_t* b, uint32_t* out, int* dots)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * i] = __byte_perm(a[i], b[i], 0x5410);
    out[4 * i + 1] = __vadd4(a[i], b[i]);
    out[4 * i + 2] = __vabsdiffu4(a[i], b[i]);
    out[4 * i + 3] = __funnelshift_r(a[i], b[i], 8);
    dots[i] = __dp4a((int)a[i], (int)b[i], 0);
    dots[i] += __sad(dots[i], i, 1u) + __mul24(i, 3) + __umulhi(a[i], b[i]);
}

int main()
{
    uint32_t *a, *b, *out;
    int* dots;
    cudaMallocManaged(&a, 128);
    cudaMallocManaged(&b, 128);
    cudaMallocManaged(&out, 512);
    cudaMallocManaged(&dots, 128);
    cudaMemset(a, 1, 128);
    cudaMemset(b, 2, 128);
    bytes<<<1, 32>>>(a, b, out, dots);
    cudaDeviceSynchronize();
    std::printf("%08x %d\n", out[1], dots[0]);
    return dots[0] > 0 ? 0 : 1;
}
