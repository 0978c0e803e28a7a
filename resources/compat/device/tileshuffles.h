// Tiles and coalesced groups of HIP hand on plain numbers alone; these are vectors, word by word.
namespace cooperative_groups {

template <typename T, typename Shuffle>
__device__ inline T rocportByWords(T value, Shuffle shuffle)
{
    constexpr int kWords = static_cast<int>((sizeof(T) + 3) / 4);
    unsigned int words[kWords] = {};
    __builtin_memcpy(words, &value, sizeof(value));
    for (int i = 0; i < kWords; ++i)
        words[i] = shuffle(words[i]);
    __builtin_memcpy(&value, words, sizeof(value));
    return value;
}

#define ROCPORT_TILE_SHUFFLE(type, lanes, name, from) \
    template <> \
    template <> \
    __device__ inline type thread_block_tile_base<lanes>::name<type>(type value, from other) const \
    { \
        return rocportByWords(value, [&](unsigned int word) { return this->name(word, other); }); \
    }
#define ROCPORT_TILE_SHUFFLES(type, lanes) \
    ROCPORT_TILE_SHUFFLE(type, lanes, shfl, int) \
    ROCPORT_TILE_SHUFFLE(type, lanes, shfl_down, unsigned int) \
    ROCPORT_TILE_SHUFFLE(type, lanes, shfl_up, unsigned int) \
    ROCPORT_TILE_SHUFFLE(type, lanes, shfl_xor, unsigned int)
#define ROCPORT_GROUP_SHUFFLE(type, name, from) \
    template <> \
    __device__ inline type coalesced_group::name<type>(type value, from other) const \
    { \
        return rocportByWords(value, [&](unsigned int word) { return this->name(word, other); }); \
    }
#define ROCPORT_VECTOR_SHUFFLES(type) \
    ROCPORT_TILE_SHUFFLES(type, 1) \
    ROCPORT_TILE_SHUFFLES(type, 2) \
    ROCPORT_TILE_SHUFFLES(type, 4) \
    ROCPORT_TILE_SHUFFLES(type, 8) \
    ROCPORT_TILE_SHUFFLES(type, 16) \
    ROCPORT_TILE_SHUFFLES(type, 32) \
    ROCPORT_GROUP_SHUFFLE(type, shfl, int) \
    ROCPORT_GROUP_SHUFFLE(type, shfl_down, unsigned int) \
    ROCPORT_GROUP_SHUFFLE(type, shfl_up, unsigned int)

ROCPORT_VECTOR_SHUFFLES(char2)
ROCPORT_VECTOR_SHUFFLES(char4)
ROCPORT_VECTOR_SHUFFLES(uchar2)
ROCPORT_VECTOR_SHUFFLES(uchar4)
ROCPORT_VECTOR_SHUFFLES(short2)
ROCPORT_VECTOR_SHUFFLES(short4)
ROCPORT_VECTOR_SHUFFLES(ushort2)
ROCPORT_VECTOR_SHUFFLES(ushort4)
ROCPORT_VECTOR_SHUFFLES(int2)
ROCPORT_VECTOR_SHUFFLES(int3)
ROCPORT_VECTOR_SHUFFLES(int4)
ROCPORT_VECTOR_SHUFFLES(uint2)
ROCPORT_VECTOR_SHUFFLES(uint3)
ROCPORT_VECTOR_SHUFFLES(uint4)
ROCPORT_VECTOR_SHUFFLES(float2)
ROCPORT_VECTOR_SHUFFLES(float3)
ROCPORT_VECTOR_SHUFFLES(float4)
ROCPORT_VECTOR_SHUFFLES(longlong2)
ROCPORT_VECTOR_SHUFFLES(ulonglong2)
ROCPORT_VECTOR_SHUFFLES(double2)
ROCPORT_VECTOR_SHUFFLES(double3)
ROCPORT_VECTOR_SHUFFLES(double4)

#undef ROCPORT_TILE_SHUFFLE
#undef ROCPORT_TILE_SHUFFLES
#undef ROCPORT_GROUP_SHUFFLE
#undef ROCPORT_VECTOR_SHUFFLES

} // namespace cooperative_groups
