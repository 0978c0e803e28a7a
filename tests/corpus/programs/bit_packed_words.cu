// Words of 32 bits that hold data, not lanes: nothing here may be widened.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void pack(const unsigned char* flags, unsigned* words, int n)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= (n + 31) / 32) return;
    unsigned word = 0;
    for (int b = 0; b < 32 && w * 32 + b < n; ++b)
        if (flags[w * 32 + b]) word |= 1u << b;
    words[w] = word;
}

__global__ void countBits(const unsigned* words, int n, unsigned* total, unsigned* first)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= n) return;
    unsigned word = words[w] & 0xffffffff;
    atomicAdd(total, __popc(word));
    if (word) atomicMin(first, w * 32u + __ffs(word) - 1);
    if (word == 0xffffffffu) atomicOr(first, 0u);
    atomicXor(total, __brev(word) & 0u);
    if (__clz(word) == 32) atomicSub(total, 0u);
}

static unsigned hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    return x & 31;
}

int main()
{
    const int n = 1000;
    unsigned char* flags;
    unsigned *words, *result;
    cudaMallocManaged(&flags, n);
    cudaMallocManaged(&words, (n + 31) / 32 * sizeof(unsigned));
    cudaMallocManaged(&result, 2 * sizeof(unsigned));
    for (int i = 0; i < n; ++i) flags[i] = hash(i) < 8;
    result[0] = 0;
    result[1] = 0xffffffff;
    pack<<<1, 32>>>(flags, words, n);
    countBits<<<1, 32>>>(words, (n + 31) / 32, &result[0], &result[1]);
    cudaDeviceSynchronize();
    std::printf("%u set, first %u\n", result[0], result[1]);
    return 0;
}
