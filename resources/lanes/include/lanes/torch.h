#pragma once

// What kernels of PyTorch's extensions use of its headers, for single kernels that run without it:
// numbers, accessors, macros and functions of the device. Host functions that take tensors are cut
// out of the source before it is compiled.

#ifdef LANES_NVIDIA
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else
#include "hip/hip_bf16.h"
#include "hip/hip_fp16.h"
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef LANES_NVIDIA
#define LANES_TORCH_BFLOAT16 __nv_bfloat16
#define C10_WARP_SIZE 32
#else
#define LANES_TORCH_BFLOAT16 __hip_bfloat16
#define C10_WARP_SIZE LANES_WAVE
#endif

#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_HOST_DEVICE __host__ __device__
#define C10_ALWAYS_INLINE inline
#define C10_RESTRICT __restrict__
#define C10_UNUSED
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define C10_LAUNCH_BOUNDS_0
#define C10_LAUNCH_BOUNDS_1(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks)
#define GPU_LAMBDA __host__ __device__
#define CUDA_KERNEL_ASSERT(x) assert(x)
#define CUDA_KERNEL_ASSERT2(x) assert(x)
#define CUDA_KERNEL_ASSERT_MSG(x, ...) assert(x)
#define CUDA_KERNEL_LOOP_TYPE(i, n, type)                                                          \
    for (type i = static_cast<type>(blockIdx.x) * ::rocport_lanes::dimOf(blockDim).x + threadIdx.x; \
         i < (n); i += static_cast<type>(::rocport_lanes::dimOf(blockDim).x) *                     \
                       ::rocport_lanes::dimOf(gridDim).x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

namespace c10 {

/// A number of 16 bits that calculates as float does: `Native` is the vendor's.
template <typename Native>
struct alignas(2) LanesSmall
{
    std::uint16_t x;

    LanesSmall() = default;
    LanesSmall(float value) : LanesSmall(static_cast<Native>(value)) {}
    LanesSmall(const Native& native) { __builtin_memcpy(&x, &native, sizeof(x)); }
    operator float() const { return static_cast<float>(static_cast<Native>(*this)); }
    operator Native() const
    {
        Native native;
        __builtin_memcpy(&native, &x, sizeof(x));
        return native;
    }
};

using Half = LanesSmall<__half>;
using BFloat16 = LanesSmall<LANES_TORCH_BFLOAT16>;

#define LANES_TORCH_OPERATOR(op)                                                                   \
    template <typename N>                                                                          \
    LanesSmall<N> operator op(const LanesSmall<N>& a, const LanesSmall<N>& b)                      \
    {                                                                                              \
        return static_cast<float>(a) op static_cast<float>(b);                                     \
    }                                                                                              \
    template <typename N>                                                                          \
    float operator op(const LanesSmall<N>& a, float b)                                             \
    {                                                                                              \
        return static_cast<float>(a) op b;                                                         \
    }                                                                                              \
    template <typename N>                                                                          \
    float operator op(float a, const LanesSmall<N>& b)                                             \
    {                                                                                              \
        return a op static_cast<float>(b);                                                         \
    }                                                                                              \
    template <typename N>                                                                          \
    double operator op(const LanesSmall<N>& a, double b)                                           \
    {                                                                                              \
        return static_cast<float>(a) op b;                                                         \
    }                                                                                              \
    template <typename N>                                                                          \
    double operator op(double a, const LanesSmall<N>& b)                                           \
    {                                                                                              \
        return a op static_cast<float>(b);                                                         \
    }                                                                                              \
    template <typename N, typename I>                                                              \
    requires std::is_integral_v<I> LanesSmall<N> operator op(const LanesSmall<N>& a, I b)          \
    {                                                                                              \
        return a op LanesSmall<N>(static_cast<float>(b));                                          \
    }                                                                                              \
    template <typename N, typename I>                                                              \
    requires std::is_integral_v<I> LanesSmall<N> operator op(I a, const LanesSmall<N>& b)          \
    {                                                                                              \
        return LanesSmall<N>(static_cast<float>(a)) op b;                                          \
    }                                                                                              \
    template <typename N, typename T>                                                              \
    LanesSmall<N>& operator op##=(LanesSmall<N>& a, const T& b)                                    \
    {                                                                                              \
        return a = LanesSmall<N>(static_cast<float>(a) op static_cast<float>(b));                  \
    }
LANES_TORCH_OPERATOR(+)
LANES_TORCH_OPERATOR(-)
LANES_TORCH_OPERATOR(*)
LANES_TORCH_OPERATOR(/)
#undef LANES_TORCH_OPERATOR
template <typename N>
LanesSmall<N> operator-(const LanesSmall<N>& a)
{
    return -static_cast<float>(a);
}
#define LANES_TORCH_OPERATOR(op)                                                                   \
    template <typename N>                                                                          \
    bool operator op(const LanesSmall<N>& a, const LanesSmall<N>& b)                               \
    {                                                                                              \
        return static_cast<float>(a) op static_cast<float>(b);                                     \
    }                                                                                              \
    template <typename N, typename T>                                                              \
    requires std::is_arithmetic_v<T> bool operator op(const LanesSmall<N>& a, T b)                 \
    {                                                                                              \
        return static_cast<float>(a) op b;                                                         \
    }                                                                                              \
    template <typename N, typename T>                                                              \
    requires std::is_arithmetic_v<T> bool operator op(T a, const LanesSmall<N>& b)                 \
    {                                                                                              \
        return a op static_cast<float>(b);                                                         \
    }
LANES_TORCH_OPERATOR(==)
LANES_TORCH_OPERATOR(!=)
LANES_TORCH_OPERATOR(<)
LANES_TORCH_OPERATOR(>)
LANES_TORCH_OPERATOR(<=)
LANES_TORCH_OPERATOR(>=)
#undef LANES_TORCH_OPERATOR

/// As ATen chooses it: 16 bits calculate in 32.
template <typename T>
struct LanesMath
{
    using type = T;
};
template <typename N>
struct LanesMath<LanesSmall<N>>
{
    using type = float;
};
/// Sums on the GPU: the same, but of small integers 64 bits.
template <typename T>
struct LanesSum
{
    using type = std::conditional_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, std::int64_t,
                                    typename LanesMath<T>::type>;
};

namespace cuda {
namespace compat {

#define LANES_TORCH_FUNCTION(name)                                                                 \
    template <typename... T>                                                                       \
    auto name(T... x)                                                                              \
    {                                                                                              \
        using std::name;                                                                           \
        return name(x...);                                                                         \
    }
LANES_TORCH_FUNCTION(abs)
LANES_TORCH_FUNCTION(exp)
LANES_TORCH_FUNCTION(ceil)
LANES_TORCH_FUNCTION(copysign)
LANES_TORCH_FUNCTION(floor)
LANES_TORCH_FUNCTION(log)
LANES_TORCH_FUNCTION(log1p)
LANES_TORCH_FUNCTION(max)
LANES_TORCH_FUNCTION(min)
LANES_TORCH_FUNCTION(pow)
LANES_TORCH_FUNCTION(sqrt)
LANES_TORCH_FUNCTION(tan)
LANES_TORCH_FUNCTION(tanh)
#undef LANES_TORCH_FUNCTION
template <typename T>
T rsqrt(T x)
{
    return T(1) / std::sqrt(x);
}

} // namespace compat
} // namespace cuda

} // namespace c10

namespace std {

template <typename N>
class numeric_limits<c10::LanesSmall<N>>
{
public:
    static constexpr bool is_specialized = true;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static c10::LanesSmall<N> lowest() { return code(0x8000 | (kInfinity - 1)); }
    static c10::LanesSmall<N> max() { return code(kInfinity - 1); }
    static c10::LanesSmall<N> infinity() { return code(kInfinity); }
    static c10::LanesSmall<N> quiet_NaN() { return code(kInfinity | (kInfinity >> 1)); }

private:
    static constexpr unsigned kInfinity = std::is_same_v<N, __half> ? 0x7c00 : 0x7f80;
    static c10::LanesSmall<N> code(unsigned bits)
    {
        c10::LanesSmall<N> value;
        value.x = static_cast<std::uint16_t>(bits);
        return value;
    }
};

} // namespace std

namespace at {

using c10::BFloat16;
using c10::Half;
template <typename T>
struct OpMathType : c10::LanesMath<T>
{
};
template <typename T>
using opmath_type = typename c10::LanesMath<T>::type;
template <typename T, bool OnGpu = true>
using acc_type = typename c10::LanesSum<T>::type;
template <typename T>
T ceil_div(T a, T b)
{
    return (a + b - 1) / b;
}
template <typename T>
struct numeric_limits
{
    static T lowest() { return std::numeric_limits<T>::lowest(); }
    static T max() { return std::numeric_limits<T>::max(); }
    static T lower_bound()
    {
        return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : lowest();
    }
    static T upper_bound()
    {
        return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : max();
    }
};

template <typename T>
struct DefaultPtrTraits
{
    typedef T* PtrType;
};
template <typename T>
struct RestrictPtrTraits
{
    typedef T* __restrict__ PtrType;
};

/// Elements of a tensor whose sizes and strides lie elsewhere.
template <typename T, std::size_t N, template <typename> class Traits, typename Index>
class TensorAccessor
{
public:
    TensorAccessor(T* data, const Index* sizes, const Index* strides)
        : m_data(data), m_sizes(sizes), m_strides(strides)
    {
    }
    decltype(auto) operator[](Index i) const
    {
        if constexpr (N == 1) {
            return static_cast<T&>(m_data[m_strides[0] * i]);
        } else {
            return TensorAccessor<T, N - 1, Traits, Index>(m_data + m_strides[0] * i, m_sizes + 1,
                                                           m_strides + 1);
        }
    }
    Index size(Index i) const { return m_sizes[i]; }
    Index stride(Index i) const { return m_strides[i]; }
    T* data() const { return m_data; }

private:
    T* m_data;
    const Index* m_sizes;
    const Index* m_strides;
};

/// The same with sizes and strides of its own: a contiguous tensor.
template <typename T, std::size_t N, template <typename> class Traits = DefaultPtrTraits,
          typename Index = std::int64_t>
class GenericPackedTensorAccessor
{
public:
    using LanesAccessor = T;
    static GenericPackedTensorAccessor of(void* memory, const long long* sizes)
    {
        GenericPackedTensorAccessor result;
        result.m_data = static_cast<T*>(memory);
        Index stride = 1;
        for (std::size_t i = N; i-- > 0;) {
            result.m_sizes[i] = static_cast<Index>(sizes[i]);
            result.m_strides[i] = stride;
            stride *= result.m_sizes[i];
        }
        return result;
    }
    decltype(auto) operator[](Index i) const
    {
        return TensorAccessor<T, N, Traits, Index>(m_data, m_sizes, m_strides)[i];
    }
    Index size(Index i) const { return m_sizes[i]; }
    Index stride(Index i) const { return m_strides[i]; }
    T* data() const { return m_data; }

private:
    T* m_data;
    Index m_sizes[N];
    Index m_strides[N];
};
template <typename T, std::size_t N, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, std::int32_t>;
template <typename T, std::size_t N, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, std::int64_t>;

namespace cuda {

template <typename T>
T ATenCeilDiv(T a, T b)
{
    return (a + b - 1) / b;
}

} // namespace cuda

namespace native {

template <typename T, typename Index>
void fastAtomicAdd(T* place, Index index, const Index, T value, bool = true)
{
    atomicAdd(place + index, value);
}

} // namespace native

} // namespace at

namespace torch {

using namespace at;

} // namespace torch

template <typename N>
c10::LanesSmall<N> atomicAdd(c10::LanesSmall<N>* place, c10::LanesSmall<N> value)
{
    return atomicAdd(reinterpret_cast<N*>(place), static_cast<N>(value));
}
template <typename T>
T gpuAtomicAdd(T* place, T value)
{
    return atomicAdd(place, value);
}
template <typename T>
void gpuAtomicAddNoReturn(T* place, T value)
{
    atomicAdd(place, value);
}

// Exchanges as ATen names them: CUDA's with their mask, HIP's without.
#ifdef LANES_NVIDIA
#define LANES_TORCH_MASKED(name) name##_sync(mask,
#else
#define LANES_TORCH_MASKED(name) name(
#endif
template <typename T>
T WARP_SHFL(T value, int lane, int width = C10_WARP_SIZE, unsigned mask = 0xffffffffU)
{
    (void)mask;
    return LANES_TORCH_MASKED(__shfl) value, lane, width);
}
template <typename T>
T WARP_SHFL_DOWN(T value, unsigned delta, int width = C10_WARP_SIZE, unsigned mask = 0xffffffffU)
{
    (void)mask;
    return LANES_TORCH_MASKED(__shfl_down) value, delta, width);
}
template <typename T>
T WARP_SHFL_UP(T value, unsigned delta, int width = C10_WARP_SIZE, unsigned mask = 0xffffffffU)
{
    (void)mask;
    return LANES_TORCH_MASKED(__shfl_up) value, delta, width);
}
template <typename T>
T WARP_SHFL_XOR(T value, int laneMask, int width = C10_WARP_SIZE, unsigned mask = 0xffffffffU)
{
    (void)mask;
    return LANES_TORCH_MASKED(__shfl_xor) value, laneMask, width);
}
#undef LANES_TORCH_MASKED
