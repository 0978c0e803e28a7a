// Accesses to memory: of each pair the wrong kernel is told at the line that says so, the right one not at all.
#include <cuda_runtime.h>

struct Two { int a, b; };

__global__ void past_the_end_wrong(const int* in, int* out) { out[threadIdx.x + 1] = in[threadIdx.x]; } // FAULT bounds
__global__ void past_the_end_right(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void before_the_start_wrong(const int* in, int* out)
{
    const int left = in[static_cast<int>(threadIdx.x) - 1]; // FAULT bounds
    out[threadIdx.x] = left;
}
__global__ void before_the_start_right(const int* in, int* out) { out[threadIdx.x] = threadIdx.x == 0 ? 0 : in[threadIdx.x - 1]; }

__global__ void tail_not_guarded_wrong(const int* in, int* out)
{
    for (int i = threadIdx.x; i < 96; i += 48)
        out[i] = 1; // FAULT bounds
}
__global__ void tail_not_guarded_right(const int* in, int* out)
{
    for (int i = threadIdx.x; i < 64; i += 48)
        out[i] = 1;
}

__global__ void stride_of_two_wrong(const int* in, int* out) { out[threadIdx.x] = in[2 * threadIdx.x]; } // FAULT bounds
__global__ void stride_of_two_right(const int* in, int* out) { out[threadIdx.x] = in[2 * threadIdx.x % 64]; }

__global__ void vector_past_wrong(const int* in, int* out)
{
    const int4 four = reinterpret_cast<const int4*>(in)[threadIdx.x / 4 + 1]; // FAULT bounds
    out[threadIdx.x] = four.x + four.w;
}
__global__ void vector_past_right(const int* in, int* out)
{
    const int4 four = reinterpret_cast<const int4*>(in)[threadIdx.x / 4];
    out[threadIdx.x] = four.x + four.w;
}

__global__ void wide_elements_wrong(const int* in, int* out) { reinterpret_cast<long long*>(out)[threadIdx.x] = 1; } // FAULT bounds
__global__ void wide_elements_right(const int* in, int* out) { reinterpret_cast<long long*>(out)[threadIdx.x / 2] = 1; }

__global__ void terminator_wrong(const int* in, int* out) { reinterpret_cast<char*>(out)[4 * (threadIdx.x + 1)] = 0; } // FAULT bounds
__global__ void terminator_right(const int* in, int* out) { reinterpret_cast<char*>(out)[4 * threadIdx.x + 3] = 0; }

__global__ void shared_past_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x + 1] = in[threadIdx.x]; // FAULT bounds
}
__global__ void shared_past_right(const int* in, int* out)
{
    __shared__ int tile[65];
    tile[threadIdx.x + 1] = in[threadIdx.x];
}

__global__ void shared_before_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[static_cast<int>(threadIdx.x) - 1] = in[threadIdx.x]; // FAULT bounds
}
__global__ void shared_before_right(const int* in, int* out)
{
    __shared__ int tile[64];
    if (threadIdx.x > 0) tile[threadIdx.x - 1] = in[threadIdx.x];
}

__global__ void warps_of_32_wrong(const int* in, int* out)
{
    __shared__ int sums[64 / 64];
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = in[threadIdx.x]; // FAULT bounds
}
__global__ void warps_of_32_right(const int* in, int* out)
{
    __shared__ int sums[64 / 32];
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = in[threadIdx.x];
}

__global__ void dynamic_too_small_wrong(const int* in, int* out)
{
    extern __shared__ int dynamic[]; // 32 of them
    dynamic[threadIdx.x] = in[threadIdx.x]; // FAULT bounds
}
__global__ void dynamic_too_small_right(const int* in, int* out)
{
    extern __shared__ int dynamic[];
    if (threadIdx.x < 32) dynamic[threadIdx.x] = in[threadIdx.x];
}

__global__ void after_free_wrong(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; } // FAULT bounds
__global__ void after_free_right(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void never_written_wrong(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; } // FAULT uninitialised
__global__ void never_written_right(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void counter_not_set_wrong(const int* in, int* out)
{
    atomicAdd(const_cast<int*>(in), 1); // FAULT uninitialised
}
__global__ void counter_not_set_right(const int* in, int* out)
{
    atomicAdd(const_cast<int*>(in), 1);
}

__global__ void shared_not_set_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    if (threadIdx.x < 48) tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x]; // FAULT uninitialised
}
__global__ void shared_not_set_right(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x < 48 ? in[threadIdx.x] : 0;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void taken_for_zero_wrong(const int* in, int* out)
{
    __shared__ int count;
    atomicAdd(&count, in[threadIdx.x]); // FAULT uninitialised
}
__global__ void taken_for_zero_right(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, in[threadIdx.x]);
}

__global__ void half_of_a_struct_wrong(const int* in, int* out)
{
    __shared__ Two both[64];
    both[threadIdx.x].a = in[threadIdx.x];
    out[threadIdx.x] = both[threadIdx.x].b; // FAULT uninitialised
}
__global__ void half_of_a_struct_right(const int* in, int* out)
{
    __shared__ Two both[64];
    both[threadIdx.x] = {in[threadIdx.x], 1};
    out[threadIdx.x] = both[threadIdx.x].b;
}

using Kernel = void (*)(const int*, int*);
enum Input { Written, Fresh, Freed };

static void run(Kernel wrong, Kernel right, Input input = Written)
{
    int *in, *bad, *out;
    const int values[64] = {1, 2, 3};
    cudaMalloc(&in, sizeof(values));
    cudaMalloc(&bad, sizeof(values));
    cudaMalloc(&out, sizeof(values));
    cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
    if (input != Fresh) cudaMemcpy(bad, in, sizeof(values), cudaMemcpyDeviceToDevice);
    if (input == Freed) cudaFree(bad);
    wrong<<<1, 64, 128>>>(bad, out);
    right<<<1, 64, 128>>>(in, out);
    cudaFree(out);
}

#define RUN(name, ...) run(name##_wrong, name##_right, ##__VA_ARGS__)

int main()
{
    RUN(past_the_end);
    RUN(before_the_start);
    RUN(tail_not_guarded);
    RUN(stride_of_two);
    RUN(vector_past);
    RUN(wide_elements);
    RUN(terminator);
    RUN(shared_past);
    RUN(shared_before);
    RUN(warps_of_32);
    RUN(dynamic_too_small);
    RUN(after_free, Freed);
    RUN(never_written, Fresh);
    RUN(counter_not_set, Fresh);
    RUN(shared_not_set);
    RUN(taken_for_zero);
    RUN(half_of_a_struct);
}
