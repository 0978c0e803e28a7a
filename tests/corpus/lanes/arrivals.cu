// What threads arrive at and wait for: barriers, latches, semaphores and pipelines of libcu++, and
// copies that go with them. Each line says whether the results are right.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#include <cstdio>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 128;

// Each phase every thread reads what another one wrote in the phase before.
__global__ void phases(int* out)
{
    __shared__ Barrier barrier;
    __shared__ int values[2][kThreads];
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
    }
    __syncthreads();
    int value = threadIdx.x;
    for (int i = 0; i < 10; i++) {
        values[i % 2][threadIdx.x] = value;
        Barrier::arrival_token token = barrier.arrive();
        value = 1; // work that needs nobody
        barrier.wait(std::move(token));
        value += values[i % 2][(threadIdx.x + 1) % blockDim.x];
    }
    out[threadIdx.x] = value;
}

// Half of the block only arrives; a warp that is done leaves the barrier.
__global__ void producers(int* out)
{
    __shared__ Barrier full;
    __shared__ Barrier empty;
    __shared__ int box;
    if (threadIdx.x == 0) {
        init(&full, blockDim.x);
        init(&empty, blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < blockDim.x / 2) { // take
        (void)empty.arrive();
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            full.arrive_and_wait();
            sum += box;
            if (i < 7) {
                (void)empty.arrive();
            }
        }
        out[threadIdx.x] = sum;
        return;
    }
    for (int i = 0; i < 8; i++) { // give
        auto token = empty.arrive();
        while (!empty.try_wait(token)) {
        }
        if (threadIdx.x == blockDim.x - 1) {
            box = i + 1;
        }
        (void)full.arrive();
    }
}

__device__ int completions;
struct Count
{
    __device__ void operator()() { completions++; }
};

__global__ void dropping(int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block, Count> barrier;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x, Count());
    }
    __syncthreads();
    for (int i = 0; i < static_cast<int>(threadIdx.x % 4); i++) {
        barrier.arrive_and_wait();
    }
    barrier.arrive_and_drop();
    out[threadIdx.x] = completions; // read when all may be over: see main()
}

// Blocks wait for each other.
__global__ void acrossBlocks(cuda::barrier<cuda::thread_scope_device>* barrier, int* out)
{
    if (threadIdx.x == 0) {
        atomicAdd(&out[0], 1);
        barrier->arrive_and_wait();
        atomicAdd(&out[1], atomicAdd(&out[0], 0) == static_cast<int>(gridDim.x) ? 1 : 0);
    }
}

__global__ void latches(int* out)
{
    __shared__ char latchMemory[sizeof(cuda::latch<cuda::thread_scope_block>)];
    __shared__ char semaphoreMemory[sizeof(cuda::binary_semaphore<cuda::thread_scope_block>)];
    __shared__ int value;
    auto* latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block>*>(latchMemory);
    auto* lock = reinterpret_cast<cuda::binary_semaphore<cuda::thread_scope_block>*>(semaphoreMemory);
    if (threadIdx.x == 0) {
        new (latch) cuda::latch<cuda::thread_scope_block>(blockDim.x / 32);
        new (lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        value = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock->acquire();
        const int old = value;
        __threadfence_block();
        value = old + 1;
        lock->release();
        latch->count_down();
    }
    latch->wait();
    out[threadIdx.x] = value;
}

constexpr int kStages = 3;

// One warp copies what the others add up.
__global__ void stages(const int* in, int parts, int* out)
{
    __shared__ int boxes[kStages][96];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const auto block = cg::this_thread_block();
    const bool copies = threadIdx.x >= 96;
    auto pipe = cuda::make_pipeline(
        block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    if (copies) {
        const int lane = threadIdx.x - 96;
        for (int i = 0; i < parts; i++) {
            pipe.producer_acquire();
            for (int at = lane; at < 96; at += 32) {
                cuda::memcpy_async(&boxes[i % kStages][at], &in[i * 96 + at],
                                   cuda::aligned_size_t<4>(4), pipe);
            }
            pipe.producer_commit();
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < parts; i++) {
        pipe.consumer_wait();
        sum += boxes[i % kStages][95 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void copies(const int* in, int* out)
{
    __shared__ int first[kThreads];
    __shared__ int second[kThreads];
    __shared__ int third[kThreads];
    __shared__ Barrier barrier;
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        init(&barrier, block.size());
    }
    block.sync();
    cuda::memcpy_async(block, first, in, sizeof(first), barrier);
    barrier.arrive_and_wait();
    cg::memcpy_async(block, second, in + kThreads, sizeof(second));
    cg::wait(block);
    __pipeline_memcpy_async(&third[threadIdx.x], &in[threadIdx.x], 4, threadIdx.x == 5 ? 4 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    auto pipe = cuda::make_pipeline();
    __shared__ int fourth[kThreads];
    pipe.producer_acquire();
    cuda::memcpy_async(&fourth[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    block.sync();
    const int other = kThreads - 1 - threadIdx.x;
    out[threadIdx.x] = first[other] + second[other] + third[other] + fourth[other];
}

__global__ void primitives(int* out)
{
    __shared__ __mbarrier_t barrier;
    __shared__ int value;
    if (threadIdx.x == 0) {
        __mbarrier_init(&barrier, blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x == 77) {
        value = 42;
    }
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
    out[threadIdx.x] = value;
}

int main()
{
    int* in;
    int* out;
    cudaMallocManaged(&in, 960 * sizeof(int));
    cudaMallocManaged(&out, kThreads * sizeof(int));
    for (int i = 0; i < 960; i++) {
        in[i] = i;
    }
    const auto said = [&](const char* name, auto right, int many = kThreads) {
        const cudaError_t error = cudaDeviceSynchronize();
        bool isRight = error == cudaSuccess;
        for (int i = 0; i < many; i++) {
            isRight = isRight && out[i] == right(i);
        }
        std::printf("%s %s\n", name, isRight ? "right" : "wrong");
    };
    phases<<<1, kThreads>>>(out);
    said("phases", [](int i) { return 10 + (i + 10) % kThreads; });
    producers<<<1, kThreads>>>(out);
    said("producers", [](int) { return 36; }, kThreads / 2);
    dropping<<<1, kThreads>>>(out);
    cudaDeviceSynchronize();
    int many = 0;
    cudaMemcpyFromSymbol(&many, completions, sizeof(int));
    std::printf("dropping %s\n", many == 4 ? "right" : "wrong");

    cuda::barrier<cuda::thread_scope_device>* barrier;
    cudaMallocManaged(&barrier, sizeof(*barrier));
    new (barrier) cuda::barrier<cuda::thread_scope_device>(16);
    out[0] = out[1] = 0;
    acrossBlocks<<<16, 32>>>(barrier, out);
    said("blocks", [](int) { return 16; }, 2);

    latches<<<1, kThreads>>>(out);
    said("latches", [](int) { return 4; });
    stages<<<1, kThreads>>>(in, 10, out);
    said("stages", [](int i) { return 10 * (95 - i) + 96 * 45; }, 96);
    copies<<<1, kThreads>>>(in, out);
    said("copies", [](int i) {
        const int other = kThreads - 1 - i;
        return other + other + kThreads + (other == 5 ? 0 : other) + other;
    });
    primitives<<<1, kThreads>>>(out);
    said("primitives", [](int) { return 42; });
}
