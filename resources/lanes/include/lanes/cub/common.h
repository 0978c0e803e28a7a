#pragma once

// What the parts of CUB and hipCUB share: they are the same templates under two namespaces. Where
// the vendors differ, in the width of a warp, the wave that is played decides.

#include "lanes/wave.h"

#include <iterator>
#include <limits>

#ifdef LANES_AMD
#include "hip/hip_runtime.h"
#define LANES_CUB hipcub
#else
#include "cuda_runtime.h"
#define LANES_CUB cub
#endif

namespace LANES_CUB {

using rocport_lanes::Site;
using ErrorCode = LANES_NAME(Error_t);
using Stream = LANES_NAME(Stream_t);

struct NullType
{
    bool operator==(const NullType&) const { return true; }
    bool operator!=(const NullType&) const { return false; }
};

template <int Value>
struct Int2Type
{
    enum { VALUE = Value };
};

namespace detail {

/// Places for values in shared memory: nothing is initialised, so that it may lie in a union.
template <typename T, int Count>
struct Room
{
    alignas(T) unsigned char bytes[sizeof(T) * (Count > 0 ? Count : 1)];
    T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

inline int thread()
{
    return static_cast<int>(rocport_lanes::running().inBlock());
}
inline int lane()
{
    return static_cast<int>(rocport_lanes::running().inWave());
}
inline void barrier(const Site& site)
{
    rocport_lanes::blockBarrier(false, site);
}

/// The lanes of the logical warp of that width which the running lane is in.
template <int Width>
std::uint64_t membersOf(int lane)
{
    if constexpr (Width >= 64) {
        return ~std::uint64_t{0};
    } else {
        const int first = lane / Width * Width;
        return ((std::uint64_t{1} << Width) - 1) << first;
    }
}

/// The values of all lanes of the logical warp, whatever their size; who took part.
template <typename T>
std::uint64_t gather(const T& value, std::uint64_t mask, Room<T, 64>& all, const Site& site)
{
    constexpr int kWords = static_cast<int>((sizeof(T) + 7) / 8);
    std::uint64_t values[64];
    std::uint64_t members = 0;
    for (int word = 0; word < kWords; ++word) {
        const std::size_t begin = static_cast<std::size_t>(word) * 8;
        const std::size_t bytes = sizeof(T) - begin < 8 ? sizeof(T) - begin : 8;
        rocport_lanes::WaveRequest request;
        request.call = rocport_lanes::WaveCall::Gather;
        request.hasMask = true;
        request.mask = mask;
        std::memcpy(&request.value, reinterpret_cast<const char*>(&value) + begin, bytes);
        request.values = values;
        request.site = site;
        rocport_lanes::exchange(request);
        members = request.members;
        for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            std::memcpy(reinterpret_cast<char*>(&all[from]) + begin, &values[from], bytes);
        }
    }
    return members;
}

/// Joins neighbours at distances of 1, 2, 4 …, as the shuffles of a warp do.
template <typename T, typename Join>
T joinedAsTree(T* values, int count, Join join)
{
    for (int distance = 1; distance < count; distance *= 2) {
        for (int i = 0; i + distance < count; i += 2 * distance) {
            values[i] = join(values[i], values[i + distance]);
        }
    }
    return values[0];
}

/// Bits of a key in the order of its values, -0.0 as 0.0.
template <typename Key>
std::uint64_t orderedBits(const Key& key)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &key, sizeof(Key));
    constexpr int kBits = static_cast<int>(sizeof(Key)) * 8;
    constexpr std::uint64_t kSign = std::uint64_t{1} << (kBits - 1);
    constexpr std::uint64_t kAll = kBits == 64 ? ~std::uint64_t{0} : (kSign << 1) - 1;
    if constexpr (std::is_integral_v<Key> || std::is_enum_v<Key>) {
        return std::is_signed_v<Key> ? bits ^ kSign : bits;
    } else { // sign and magnitude: float, double, half, bfloat16
        bits = bits == kSign ? 0 : bits;
        return (bits & kSign) != 0 ? ~bits & kAll : bits | kSign;
    }
}
template <typename Key>
std::uint64_t digitsOf(const Key& key, int begin, int end)
{
    const std::uint64_t bits = orderedBits(key) >> begin;
    return end - begin >= 64 ? bits : bits & ((std::uint64_t{1} << (end - begin)) - 1);
}

} // namespace detail

// --- Functors --------------------------------------------------------------------------------

struct Sum
{
    template <typename A, typename B>
    constexpr auto operator()(A&& a, B&& b) const -> decltype(a + b)
    {
        return a + b;
    }
};
struct Difference
{
    template <typename A, typename B>
    constexpr auto operator()(A&& a, B&& b) const -> decltype(a - b)
    {
        return a - b;
    }
};
struct Division
{
    template <typename A, typename B>
    constexpr auto operator()(A&& a, B&& b) const -> decltype(a / b)
    {
        return a / b;
    }
};
struct Max
{
    template <typename A, typename B>
    constexpr std::common_type_t<A, B> operator()(A&& a, B&& b) const
    {
        return a < b ? b : a;
    }
};
struct Min
{
    template <typename A, typename B>
    constexpr std::common_type_t<A, B> operator()(A&& a, B&& b) const
    {
        return b < a ? b : a;
    }
};
struct Equality
{
    template <typename A, typename B>
    constexpr bool operator()(A&& a, B&& b) const
    {
        return a == b;
    }
};
struct Inequality
{
    template <typename A, typename B>
    constexpr bool operator()(A&& a, B&& b) const
    {
        return !(a == b);
    }
};
template <typename Other>
struct InequalityWrapper
{
    Other op;
    InequalityWrapper(Other op) : op(op) {}
    template <typename A, typename B>
    bool operator()(A&& a, B&& b)
    {
        return !op(a, b);
    }
};
struct Less
{
    template <typename A, typename B>
    constexpr bool operator()(A&& a, B&& b) const
    {
        return a < b;
    }
};

template <typename K, typename V>
struct KeyValuePair
{
    using Key = K;
    using Value = V;
    Key key;
    Value value;
    KeyValuePair() = default;
    KeyValuePair(const Key& key, const Value& value) : key(key), value(value) {}
    bool operator==(const KeyValuePair& other) const
    {
        return key == other.key && value == other.value;
    }
    bool operator!=(const KeyValuePair& other) const { return !(*this == other); }
};

struct ArgMax
{
    template <typename K, typename V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const
    {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin
{
    template <typename K, typename V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
template <typename B>
struct CastOp
{
    template <typename A>
    B operator()(A&& a) const
    {
        return static_cast<B>(a);
    }
};
template <typename Join>
struct SwizzleScanOp
{
    Join join;
    explicit SwizzleScanOp(Join join) : join(join) {}
    template <typename T>
    T operator()(const T& a, const T& b)
    {
        return join(b, a);
    }
};
/// Of pairs of a segment's key and a value: values of the same key are joined.
template <typename Join>
struct ReduceByKeyOp
{
    Join join;
    ReduceByKeyOp() = default;
    explicit ReduceByKeyOp(Join join) : join(join) {}
    template <typename Pair>
    Pair operator()(const Pair& a, const Pair& b)
    {
        Pair result = b;
        if (a.key == b.key) {
            result.value = join(a.value, b.value);
        }
        return result;
    }
};
/// Of pairs of a count of heads and a value: a head begins anew.
template <typename Join>
struct ReduceBySegmentOp
{
    Join join;
    ReduceBySegmentOp() = default;
    explicit ReduceBySegmentOp(Join join) : join(join) {}
    template <typename Pair>
    Pair operator()(const Pair& a, const Pair& b)
    {
        Pair result;
        result.key = a.key + b.key;
        result.value = b.key != 0 ? b.value : join(a.value, b.value);
        return result;
    }
};

template <typename T>
struct NumericTraits
{
    static T Lowest() { return std::numeric_limits<T>::lowest(); }
    static T Max() { return std::numeric_limits<T>::max(); }
};
template <typename T>
using Traits = NumericTraits<T>;

// --- Threads -----------------------------------------------------------------------------------

inline unsigned LaneId()
{
    return rocport_lanes::running().inWave();
}
inline unsigned WarpId()
{
    return rocport_lanes::running().inBlock() / rocport_lanes::kWave;
}
inline int RowMajorTid(int width, int height, int)
{
    const rocport_lanes::Index3& index = rocport_lanes::running().thread;
    return static_cast<int>((index.z * height + index.y) * width + index.x);
}
template <int Width>
LanesMask WarpMask(unsigned warp)
{
    return static_cast<LanesMask>(detail::membersOf<Width>(static_cast<int>(warp) * Width));
}
template <typename T, int Items, typename Join>
T ThreadReduce(const T (&items)[Items], Join join)
{
    T result = items[0];
    for (int i = 1; i < Items; ++i) {
        result = join(result, items[i]);
    }
    return result;
}
template <typename T, int Items, typename Join>
T ThreadReduce(const T (&items)[Items], Join join, T first)
{
    for (const T& item : items) {
        first = join(first, item);
    }
    return first;
}
template <typename A, typename B>
constexpr auto DivideAndRoundUp(A a, B b)
{
    return a / b + (a % b == 0 ? 0 : 1);
}
template <int Width, typename T>
T ShuffleUp(T value, int distance, int first, LanesMask mask, Site site = Site::here())
{
    const int lane = detail::lane() % Width;
    detail::Room<T, 64> all;
    detail::gather(value, mask, all, site);
    return lane - distance < first ? value : all[detail::lane() - distance];
}
template <int Width, typename T>
T ShuffleDown(T value, int distance, int last, LanesMask mask, Site site = Site::here())
{
    const int lane = detail::lane() % Width;
    detail::Room<T, 64> all;
    detail::gather(value, mask, all, site);
    return lane + distance > last ? value : all[detail::lane() + distance];
}
template <int Width, typename T>
T ShuffleIndex(T value, int source, LanesMask mask, Site site = Site::here())
{
    detail::Room<T, 64> all;
    detail::gather(value, mask, all, site);
    return all[detail::lane() / Width * Width + source % Width];
}

enum CacheLoadModifier {
    LOAD_DEFAULT,
    LOAD_CA,
    LOAD_CG,
    LOAD_CS,
    LOAD_CV,
    LOAD_LDG,
    LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier, typename Iterator>
auto ThreadLoad(Iterator place)
{
    return *place;
}
template <CacheStoreModifier, typename Iterator, typename T>
void ThreadStore(Iterator place, T value)
{
    *place = value;
}

inline ErrorCode Debug(ErrorCode error, const char* file, int line)
{
    if (error != LANES_NAME(Success)) {
        std::fprintf(stderr, "%s:%d: %s\n", file, line, LANES_NAME(GetErrorString)(error));
    }
    return error;
}
inline ErrorCode PtxVersion(int& version)
{
    version = 900;
    return LANES_NAME(Success);
}

} // namespace LANES_CUB

#ifdef LANES_AMD
#define HIPCUB_WARP_THREADS (::rocport_lanes::kWave)
#define HIPCUB_DEVICE_WARP_THREADS (::rocport_lanes::kWave)
#define HIPCUB_HOST_WARP_THREADS (::rocport_lanes::kWave)
#define HipcubDebug(e) ::hipcub::Debug((e), __FILE__, __LINE__)
#else
#define CUB_PTX_WARP_THREADS 32
#define CUB_WARP_THREADS(arch) 32
#define CUB_PTX_ARCH 900
#define CUB_RUNTIME_FUNCTION
#define CUB_VERSION 200800
#define CUB_NS_QUALIFIER ::cub
#define CUB_MIN(a, b) ((b) < (a) ? (b) : (a))
#define CUB_MAX(a, b) ((a) < (b) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(a, b) (((a) + (b)-1) / (b))
#define CUB_IS_DEVICE_CODE 0
#define CubDebug(e) ::cub::Debug((e), __FILE__, __LINE__)
#define CubDebugExit(e)                                                                            \
    if (::cub::Debug((e), __FILE__, __LINE__) != cudaSuccess) {                                    \
        std::exit(1);                                                                              \
    }
#endif
