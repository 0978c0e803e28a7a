// Races in shared memory between threads of a block, on warps of 32.
#include <cuda_runtime.h>

__global__ void no_barrier_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[63 - threadIdx.x]; // FAULT race
}
__global__ void no_barrier_right(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void next_tile_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int step = 0; step < 2; ++step) {
        tile[threadIdx.x] = in[threadIdx.x] + step; // FAULT race
        __syncthreads();
        for (int i = 0; i < 64; ++i) sum += tile[i];
    }
    out[threadIdx.x] = sum;
}
__global__ void next_tile_right(const int* in, int* out)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int step = 0; step < 2; ++step) {
        tile[threadIdx.x] = in[threadIdx.x] + step;
        __syncthreads();
        for (int i = 0; i < 64; ++i) sum += tile[i];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void histogram_wrong(const int* in, int* out)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    __syncthreads();
    bins[in[threadIdx.x] % 4] += 1; // FAULT race
}
__global__ void histogram_right(const int* in, int* out)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 4], 1);
}

__global__ void reduction_tail_wrong(const int* in, int* out)
{
    __shared__ volatile int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
        for (int d = 32; d > 0; d /= 2) sums[threadIdx.x] += sums[threadIdx.x + d]; // FAULT race
}
__global__ void reduction_tail_right(const int* in, int* out)
{
    __shared__ volatile int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        int sum = sums[threadIdx.x];
        for (int d = 32; d > 0; d /= 2) {
            sum += threadIdx.x < d ? sums[threadIdx.x + d] : 0;
            __syncwarp();
            sums[threadIdx.x] = sum;
            __syncwarp();
        }
    }
}

__global__ void double_buffer_wrong(const int* in, int* out)
{
    __shared__ int buffers[2][64];
    buffers[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int step = 0; step < 2; ++step)
        buffers[(step + 1) % 2][threadIdx.x] = buffers[step % 2][63 - threadIdx.x] + 1; // FAULT race
}
__global__ void double_buffer_right(const int* in, int* out)
{
    __shared__ int buffers[2][64];
    buffers[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int step = 0; step < 2; ++step) {
        buffers[(step + 1) % 2][threadIdx.x] = buffers[step % 2][63 - threadIdx.x] + 1;
        __syncthreads();
    }
}

__global__ void scan_in_place_wrong(const int* in, int* out)
{
    __shared__ int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        if (threadIdx.x >= d) sums[threadIdx.x] += sums[threadIdx.x - d]; // FAULT race
    }
}
__global__ void scan_in_place_right(const int* in, int* out)
{
    __shared__ int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        const int left = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
    }
}

__global__ void told_by_one_wrong(const int* in, int* out)
{
    __shared__ int value;
    if (threadIdx.x == 0) value = in[0];
    out[threadIdx.x] = value; // FAULT race
}
__global__ void told_by_one_right(const int* in, int* out)
{
    __shared__ int value;
    if (threadIdx.x == 0) value = in[0];
    __syncthreads();
    out[threadIdx.x] = value;
}

__global__ void plain_counter_wrong(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 0) ++count; // FAULT race
}
__global__ void plain_counter_right(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 0) atomicAdd(&count, 1);
}

__device__ int sumOf(int value, int* storage)
{
    storage[threadIdx.x] = value; // FAULT race
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += storage[i];
    return sum;
}
__global__ void storage_again_wrong(const int* in, int* out)
{
    __shared__ int storage[64];
    const int sum = sumOf(in[threadIdx.x], storage);
    out[threadIdx.x] = sumOf(in[threadIdx.x] + sum, storage);
}
__device__ int sumWithBarrier(int value, int* storage)
{
    __syncthreads();
    storage[threadIdx.x] = value;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += storage[i];
    return sum;
}
__global__ void storage_again_right(const int* in, int* out)
{
    __shared__ int storage[64];
    const int sum = sumWithBarrier(in[threadIdx.x], storage);
    out[threadIdx.x] = sumWithBarrier(in[threadIdx.x] + sum, storage);
}

__global__ void transpose_wrong(const int* in, int* out)
{
    __shared__ int tile[8][8];
    tile[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
    __syncthreads();
    tile[threadIdx.x % 8][threadIdx.x / 8] = tile[threadIdx.x / 8][threadIdx.x % 8] + 1; // FAULT race
}
__global__ void transpose_right(const int* in, int* out)
{
    __shared__ int tile[8][8];
    tile[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
    __syncthreads();
    const int value = tile[threadIdx.x / 8][threadIdx.x % 8] + 1;
    __syncthreads();
    tile[threadIdx.x % 8][threadIdx.x / 8] = value;
}

__global__ void reset_beside_atomics_wrong(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    atomicAdd(&count, 1); // FAULT race
}
__global__ void reset_beside_atomics_right(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
}

__global__ void neighbours_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[threadIdx.x ^ 1]; // FAULT race
}
__global__ void neighbours_right(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void warp_for_block_wrong(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 32]; // FAULT race
}
__global__ void warp_for_block_right(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 16];
}

__global__ void last_one_wins_wrong(const int* in, int* out)
{
    __shared__ int last;
    last = threadIdx.x; // FAULT race
}
__global__ void last_one_wins_right(const int* in, int* out)
{
    __shared__ int same;
    same = 1; // all write the same
}

__global__ void bytes_of_a_word_wrong(const int* in, int* out)
{
    __shared__ char flags[64];
    flags[threadIdx.x / 2] = static_cast<char>(threadIdx.x); // FAULT race
}
__global__ void bytes_of_a_word_right(const int* in, int* out)
{
    __shared__ char flags[64];
    flags[threadIdx.x] = static_cast<char>(threadIdx.x);
}

using Kernel = void (*)(const int*, int*);

static void run(Kernel wrong, Kernel right)
{
    int *in, *out;
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = i;
    cudaMalloc(&in, sizeof(values));
    cudaMalloc(&out, sizeof(values));
    cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
    wrong<<<1, 64>>>(in, out);
    right<<<1, 64>>>(in, out);
}

#define RUN(name) run(name##_wrong, name##_right)

int main()
{
    RUN(no_barrier);
    RUN(next_tile);
    RUN(histogram);
    RUN(reduction_tail);
    RUN(double_buffer);
    RUN(scan_in_place);
    RUN(told_by_one);
    RUN(plain_counter);
    RUN(storage_again);
    RUN(transpose);
    RUN(reset_beside_atomics);
    RUN(neighbours);
    RUN(warp_for_block);
    RUN(last_one_wins);
    RUN(bytes_of_a_word);
}
