// The kernels of wave64_wrong.hip as they are right, on waves of 32 and of 64.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void half_reduction(const int* in, int* out)
{
    int sum = in[threadIdx.x];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);
    if (threadIdx.x == 0) *out = sum;
}

__global__ void low_half_of_ballot(const int* in, int* out)
{
    const unsigned long long even = __ballot(in[threadIdx.x] % 2 == 0);
    if (threadIdx.x == 0) *out = __popcll(even);
}

__global__ void lane_by_31(const int* in, int* out)
{
    const int lane = threadIdx.x & (warpSize - 1);
    int count = 0;
    if (lane == 0) count = in[threadIdx.x];
    out[threadIdx.x] = __shfl(count, 0);
}

__global__ void one_sum_for_each_32(const int* in, int* out)
{
    __shared__ int part[2];
    const int lane = threadIdx.x % warpSize;
    int sum = in[threadIdx.x];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_xor(sum, offset);
    if (lane == 0) part[threadIdx.x / warpSize] = sum;
    __syncthreads();
    if (threadIdx.x == 0) *out = warpSize == 32 ? part[0] + part[1] : part[0];
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
    expected = warpSize == 32 ? 496 : 2016;
    std::printf("half_reduction %s\n", *out == expected ? "right" : "wrong");
    low_half_of_ballot<<<1, 64>>>(in, out);
    std::printf("low_half_of_ballot %s\n", *out == (warpSize == 32 ? 16 : 32) ? "right" : "wrong");
    lane_by_31<<<1, 64>>>(in, out);
    std::printf("lane_by_31 %s\n", out[40] == (warpSize == 32 ? 32 : 0) ? "right" : "wrong");
    one_sum_for_each_32<<<1, 64>>>(in, out);
    expected = 2016;
    std::printf("one_sum_for_each_32 %s\n", *out == expected ? "right" : "wrong");
}
