// Tiles of several warps: wavefronts meet by counters in the memory that the kernel gives, and hand on values there.
namespace cooperative_groups {

template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory
{
    unsigned int arrived[(MaxBlockSize + 31) / 32];
    unsigned long long values[(MaxBlockSize + 31) / 32][4]; // for each warp
};

struct rocportBlock : thread_block
{
    unsigned int* arrived;
    unsigned long long (*values)[4];
    __device__ rocportBlock(const thread_block& block, unsigned int* counters, unsigned long long (*slots)[4])
        : thread_block(block), arrived(counters), values(slots)
    {
    }
};

/// All threads of the block come here together.
template <unsigned int MaxBlockSize>
__device__ inline rocportBlock this_thread_block(block_tile_memory<MaxBlockSize>& memory)
{
    const thread_block block = this_thread_block();
    for (unsigned int i = block.thread_rank(); i < (MaxBlockSize + 31) / 32; i += block.size())
        memory.arrived[i] = 0;
    block.sync();
    return rocportBlock(block, memory.arrived, memory.values);
}

template <unsigned int Size>
class rocportBlockTile
{
    static_assert((Size & (Size - 1)) == 0 && Size > 32 && Size <= 1024, "64, 128, 256, 512 or 1024 threads");

public:
    __device__ explicit rocportBlockTile(const rocportBlock& block) : m_arrived(block.arrived), m_values(block.values) {}
    __device__ static unsigned int thread_rank() { return thread_block::thread_rank() % Size; }
    __device__ static constexpr unsigned int size() { return Size; }
    __device__ static constexpr unsigned int num_threads() { return Size; }
    __device__ static unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
    __device__ static unsigned int meta_group_size() { return (thread_block::size() + Size - 1) / Size; }

    /// The lanes of a wavefront come together; else the kernel is stopped, since those that wait would keep the others from coming.
    __device__ void sync() const
    {
        const unsigned int lanes = __builtin_amdgcn_wavefrontsize();
        if (__ballot(1) != ~0ull >> (64 - lanes))
            __builtin_trap();
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        const unsigned int waves = Size / lanes;
        if (waves > 1 && thread_block::thread_rank() % lanes == 0) {
            unsigned int* const count = m_arrived + meta_group_rank();
            const unsigned int before = __hip_atomic_fetch_add(count, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
            const unsigned int wanted = before - before % waves + waves;
            while (static_cast<int>(__hip_atomic_load(count, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP) - wanted) < 0)
                __builtin_amdgcn_s_sleep(1);
        }
        __builtin_amdgcn_wave_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    }

    template <typename T>
    __device__ T shfl(T value, unsigned int rank) const
    {
        if (thread_rank() == rank)
            put(0, value);
        sync();
        const T result = at<T>(0);
        sync();
        return result;
    }
    __device__ int any(int predicate) const
    {
        return combined(predicate != 0 ? 1 : 0, [](int a, int b) { return a | b; });
    }
    __device__ int all(int predicate) const
    {
        return combined(predicate != 0 ? 1 : 0, [](int a, int b) { return a & b; });
    }
    /// The values of all threads, in each of them.
    template <typename T, typename Operation>
    __device__ T combined(T value, Operation operation) const
    {
        const unsigned int lanes = __builtin_amdgcn_wavefrontsize();
        for (unsigned int distance = lanes / 2; distance > 0; distance /= 2)
            value = operation(value, beside(value, distance));
        if (thread_rank() % lanes == 0)
            put(thread_rank() / lanes, value);
        sync();
        T result = at<T>(0);
        for (unsigned int wave = 1; wave < Size / lanes; ++wave)
            result = operation(result, at<T>(wave));
        sync();
        return result;
    }

private:
    __device__ unsigned long long* slot(unsigned int wave) const
    {
        return m_values[meta_group_rank() * (Size / 32) + wave];
    }
    template <typename T>
    __device__ void put(unsigned int wave, T value) const
    {
        static_assert(sizeof(T) <= 32, "at most 32 bytes");
        __builtin_memcpy(slot(wave), &value, sizeof(value));
    }
    template <typename T>
    __device__ T at(unsigned int wave) const
    {
        T value;
        __builtin_memcpy(&value, slot(wave), sizeof(value));
        return value;
    }
    template <typename T>
    __device__ static T beside(T value, unsigned int distance)
    {
        unsigned int words[(sizeof(T) + 3) / 4] = {};
        __builtin_memcpy(words, &value, sizeof(value));
        for (unsigned int& word : words)
            word = __shfl_xor(word, static_cast<int>(distance));
        __builtin_memcpy(&value, words, sizeof(value));
        return value;
    }

    unsigned int* m_arrived;
    unsigned long long (*m_values)[4];
};

template <unsigned int Size, bool IsSmall = (Size <= 32)>
struct rocportPartition
{
    using Tile = thread_block_tile<Size, thread_block>;
    __device__ static Tile of(const rocportBlock& block)
    {
        return tiled_partition<Size, thread_block>(static_cast<const thread_block&>(block));
    }
};
template <unsigned int Size>
struct rocportPartition<Size, false>
{
    using Tile = rocportBlockTile<Size>;
    __device__ static Tile of(const rocportBlock& block) { return Tile(block); }
};
template <unsigned int Size>
__device__ inline typename rocportPartition<Size>::Tile tiled_partition(const rocportBlock& block)
{
    return rocportPartition<Size>::of(block);
}

template <unsigned int Size, typename T, typename Operation>
__device__ inline T reduce(const rocportBlockTile<Size>& tile, T value, Operation operation)
{
    return tile.combined(value, operation);
}

} // namespace cooperative_groups
