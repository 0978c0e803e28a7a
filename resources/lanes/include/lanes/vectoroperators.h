#pragma once

// HIP's vector types have operators, element by element, with scalars as well.

#include "lanes/vectors.h"

#include <type_traits>

namespace rocport_lanes {

/// How many elements a vector type has; 0: it is none.
template <typename T>
inline constexpr int kElements = 0;
template <>
inline constexpr int kElements<char1> = 1;
template <>
inline constexpr int kElements<char2> = 2;
template <>
inline constexpr int kElements<char3> = 3;
template <>
inline constexpr int kElements<char4> = 4;
template <>
inline constexpr int kElements<uchar1> = 1;
template <>
inline constexpr int kElements<uchar2> = 2;
template <>
inline constexpr int kElements<uchar3> = 3;
template <>
inline constexpr int kElements<uchar4> = 4;
template <>
inline constexpr int kElements<short1> = 1;
template <>
inline constexpr int kElements<short2> = 2;
template <>
inline constexpr int kElements<short3> = 3;
template <>
inline constexpr int kElements<short4> = 4;
template <>
inline constexpr int kElements<ushort1> = 1;
template <>
inline constexpr int kElements<ushort2> = 2;
template <>
inline constexpr int kElements<ushort3> = 3;
template <>
inline constexpr int kElements<ushort4> = 4;
template <>
inline constexpr int kElements<int1> = 1;
template <>
inline constexpr int kElements<int2> = 2;
template <>
inline constexpr int kElements<int3> = 3;
template <>
inline constexpr int kElements<int4> = 4;
template <>
inline constexpr int kElements<uint1> = 1;
template <>
inline constexpr int kElements<uint2> = 2;
template <>
inline constexpr int kElements<uint3> = 3;
template <>
inline constexpr int kElements<uint4> = 4;
template <>
inline constexpr int kElements<long1> = 1;
template <>
inline constexpr int kElements<long2> = 2;
template <>
inline constexpr int kElements<long3> = 3;
template <>
inline constexpr int kElements<long4> = 4;
template <>
inline constexpr int kElements<ulong1> = 1;
template <>
inline constexpr int kElements<ulong2> = 2;
template <>
inline constexpr int kElements<ulong3> = 3;
template <>
inline constexpr int kElements<ulong4> = 4;
template <>
inline constexpr int kElements<longlong1> = 1;
template <>
inline constexpr int kElements<longlong2> = 2;
template <>
inline constexpr int kElements<longlong3> = 3;
template <>
inline constexpr int kElements<longlong4> = 4;
template <>
inline constexpr int kElements<ulonglong1> = 1;
template <>
inline constexpr int kElements<ulonglong2> = 2;
template <>
inline constexpr int kElements<ulonglong3> = 3;
template <>
inline constexpr int kElements<ulonglong4> = 4;
template <>
inline constexpr int kElements<float1> = 1;
template <>
inline constexpr int kElements<float2> = 2;
template <>
inline constexpr int kElements<float3> = 3;
template <>
inline constexpr int kElements<float4> = 4;
template <>
inline constexpr int kElements<double1> = 1;
template <>
inline constexpr int kElements<double2> = 2;
template <>
inline constexpr int kElements<double3> = 3;
template <>
inline constexpr int kElements<double4> = 4;

template <typename V, typename Call>
V eachOf(V a, const V& b, Call call)
{
    using T = decltype(a.x);
    a.x = static_cast<T>(call(a.x, b.x));
    if constexpr (kElements < V >> 1) {
        a.y = static_cast<T>(call(a.y, b.y));
    }
    if constexpr (kElements < V >> 2) {
        a.z = static_cast<T>(call(a.z, b.z));
    }
    if constexpr (kElements < V >> 3) {
        a.w = static_cast<T>(call(a.w, b.w));
    }
    return a;
}

template <typename V, typename T>
V filled(T value)
{
    V result{};
    return eachOf(result, result, [=](auto, auto) { return value; });
}

template <typename V>
concept Vector = kElements<V> >
0;
template <typename T>
concept Scalar = std::is_arithmetic_v<T>;

} // namespace rocport_lanes

#define LANES_OPERATOR(op)                                                                         \
    template <rocport_lanes::Vector V>                                                                     \
    V operator op(const V& a, const V& b)                                                          \
    {                                                                                              \
        return rocport_lanes::eachOf(a, b, [](auto x, auto y) { return x op y; });                         \
    }                                                                                              \
    template <rocport_lanes::Vector V, rocport_lanes::Scalar T>                                                    \
    V operator op(const V& a, T b)                                                                 \
    {                                                                                              \
        return a op rocport_lanes::filled<V>(b);                                                           \
    }                                                                                              \
    template <rocport_lanes::Vector V, rocport_lanes::Scalar T>                                                    \
    V operator op(T a, const V& b)                                                                 \
    {                                                                                              \
        return rocport_lanes::filled<V>(a) op b;                                                           \
    }                                                                                              \
    template <rocport_lanes::Vector V, typename Other>                                                     \
    V& operator op##=(V& a, const Other& b)                                                        \
    {                                                                                              \
        a = a op b;                                                                                \
        return a;                                                                                  \
    }
LANES_OPERATOR(+)
LANES_OPERATOR(-)
LANES_OPERATOR(*)
LANES_OPERATOR(/)
#undef LANES_OPERATOR

template <rocport_lanes::Vector V>
V operator-(const V& a)
{
    return rocport_lanes::filled<V>(0) - a;
}
template <rocport_lanes::Vector V>
bool operator==(const V& a, const V& b)
{
    bool same = true;
    rocport_lanes::eachOf(a, b, [&same](auto x, auto y) {
        same = same && x == y;
        return x;
    });
    return same;
}
