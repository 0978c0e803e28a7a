#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

constexpr uint32_t kEmpty = 0xffffffff;
constexpr uint64_t kEmptySlot = 0xffffffffffffffffull;

struct Slot { uint32_t key, value; };

__device__ uint32_t mix(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    return (k << 15) | (k >> (32 - 15));
}

__global__ void insert(unsigned long long* slots, uint32_t capacity, const Slot* items, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long packed = (unsigned long long)items[i].key << 32 | items[i].value;
    uint32_t at = mix(items[i].key) & (capacity - 1);
    while (true) {
        unsigned long long old = atomicCAS(&slots[at], kEmptySlot, packed);
        if (old == kEmptySlot || uint32_t(old >> 32) == items[i].key) return;
        at = (at + 1) & (capacity - 1);
    }
}

__global__ void find(const unsigned long long* slots, uint32_t capacity, const uint32_t* keys, uint32_t* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t at = mix(keys[i]) & (capacity - 1);
    values[i] = kEmpty;
    for (unsigned long long slot; (slot = slots[at]) != kEmptySlot; at = (at + 1) & (capacity - 1))
        if (uint32_t(slot >> 32) == keys[i]) {
            values[i] = static_cast<uint32_t>(slot & 0xffffffff);
            break;
        }
}

int main()
{
    const int n = 1000;
    const uint32_t capacity = 4096;
    unsigned long long* slots;
    Slot* items;
    uint32_t *keys, *values;
    cudaMalloc(&slots, capacity * sizeof(*slots));
    cudaMemset(slots, 0xff, capacity * sizeof(*slots));
    cudaMallocManaged(&items, n * sizeof(Slot));
    cudaMallocManaged(&keys, n * sizeof(uint32_t));
    cudaMallocManaged(&values, n * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; ++i) items[i] = {i * 3, i}, keys[i] = i;
    insert<<<(n + 127) / 128, 128>>>(slots, capacity, items, n);
    find<<<(n + 127) / 128, 128>>>(slots, capacity, keys, values, n);
    cudaDeviceSynchronize();
    std::printf("%u %x\n", values[3], values[4]);
    return 0;
}
