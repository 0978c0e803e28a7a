// Inline PTX, written as HIP: lanes and their masks, bits, carries, memory past the caches.
// target: mixed
// edit hipify-ptx: `rocportBitField((unsigned int)(value), from, count)`, with `value` line 1 differs
// edit hipify-ptx: `(a & b) | (a & c) | (b & c)`, with `(a & b) | (a & c)` line 3 differs
// edit hipify-ptx: `zeros = __clz(value)`, with `zeros = 0` line 4 differs
// edit hipify-ptx: `lane = __lane_id()`, with `lane = threadIdx.x & 3` line 6 differs
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned lane_number()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ unsigned bits_of(unsigned value, unsigned from, unsigned count)
{
    unsigned result;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(value), "r"(from), "r"(count));
    return result;
}

__device__ unsigned joined(unsigned a, unsigned b, unsigned c)
{
    unsigned result;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
}

__device__ unsigned counted(unsigned value)
{
    unsigned ones, zeros;
    asm("popc.b32 %0, %1;" : "=r"(ones) : "r"(value));
    asm("clz.b32 %0, %1;" : "=r"(zeros) : "r"(value));
    return ones + 100 * zeros;
}

__device__ unsigned shifted(unsigned a, unsigned b)
{
    unsigned result;
    asm("shf.r.wrap.b32 %0, %1, %2, 20;" : "=r"(result) : "r"(a), "r"(b));
    asm("mad.lo.u32 %0, %1, %2, 3;" : "=r"(result) : "r"(a), "r"(result));
    return result;
}

__device__ int loaded(const int* at)
{
    int value;
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(at));
    return value;
}

__global__ void calculated(const int* in, unsigned* out)
{
    const int i = threadIdx.x;
    const unsigned value = 0x9e3779b9u * (loaded(in + i) + 1);
    out[i] = bits_of(value, 5, 11);
    out[128 + i] = ~value;
    out[256 + i] = joined(value, value >> 3, value << 5);
    out[384 + i] = counted(value >> (i % 13));
    out[512 + i] = shifted(value, value + 1);
    out[640 + i] = lane_number() % 8;
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int* in;
    unsigned* out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 6 * sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    calculated<<<1, kCount>>>(in, out);
    for (int part = 0; part < 6; ++part) {
        cudaMemcpy(host, out + part * kCount, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%x ", static_cast<unsigned>(host[i]));
        }
        std::printf("\n");
    }
    return 0;
}
