// What 32 lanes were taken for, on waves of 64: each kernel gives a wrong result there, and says so.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void half_reduction(const int* in, int* out)
{
    int sum = in[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);
    if (threadIdx.x == 0) *out = sum;
}

__global__ void low_half_of_ballot(const int* in, int* out)
{
    const unsigned int even = static_cast<unsigned int>(__ballot(in[threadIdx.x] % 2 == 0));
    if (threadIdx.x == 0) *out = __popc(even);
}

__global__ void lane_by_31(const int* in, int* out)
{
    const int lane = threadIdx.x & 31;
    int count = 0;
    if (lane == 0) count = in[threadIdx.x];
    out[threadIdx.x] = __shfl(count, 0);
}

__global__ void one_sum_for_each_32(const int* in, int* out)
{
    __shared__ int part[2];
    const int lane = threadIdx.x % 32;
    int sum = in[threadIdx.x];
    for (int offset = 32; offset > 0; offset /= 2) sum += __shfl_xor(sum, offset);
    if (lane == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) *out = part[0] + part[1];
}

int main()
{
    int* in;
    int* out;
    hipMallocManaged(&in, 64 * sizeof(int));
    hipMallocManaged(&out, 64 * sizeof(int));
    int expected = 0;
    for (int i = 0; i < 64; ++i) {
        in[i] = i;
        expected += i;
    }
    half_reduction<<<1, 64>>>(in, out);
    std::printf("half_reduction %s\n", *out == expected ? "right" : "wrong");
    low_half_of_ballot<<<1, 64>>>(in, out);
    std::printf("low_half_of_ballot %s\n", *out == 32 ? "right" : "wrong");
    lane_by_31<<<1, 64>>>(in, out);
    std::printf("lane_by_31 %s\n", out[40] == 32 ? "right" : "wrong");
    one_sum_for_each_32<<<1, 64>>>(in, out);
    std::printf("one_sum_for_each_32 %s\n", *out == expected ? "right" : "wrong");
}
