#pragma once

// Complex numbers as float2 and double2: LANES_COMPLEX(name, f) makes the functions with a vendor's
// prefix, with f for float. Each vendor's way of dividing and of taking the absolute is kept: CUDA
// scales, HIP does not.

#include "lanes/bits.h"

namespace rocport_lanes {

template <typename C>
C complexQuotient(C a, C b)
{
    using T = decltype(a.x);
#ifdef LANES_AMD
    const T size = b.x * b.x + b.y * b.y;
    return {(a.x * b.x + a.y * b.y) / size, (a.y * b.x - a.x * b.y) / size};
#else
    const T scale = 1 / (std::fabs(b.x) + std::fabs(b.y));
    a = {a.x * scale, a.y * scale};
    b = {b.x * scale, b.y * scale};
    const T size = 1 / (b.x * b.x + b.y * b.y);
    return {(a.x * b.x + a.y * b.y) * size, (a.y * b.x - a.x * b.y) * size};
#endif
}

template <typename C>
auto complexSize(C a)
{
    using T = decltype(a.x);
#ifdef LANES_AMD
    return static_cast<T>(std::sqrt(a.x * a.x + a.y * a.y));
#else
    const T x = std::fabs(a.x);
    const T y = std::fabs(a.y);
    const T more = x > y ? x : y;
    const T less = x > y ? y : x;
    if (more == 0 || std::isinf(more) || std::isinf(less)) {
        return more + less;
    }
    const T ratio = less / more;
    return static_cast<T>(more * std::sqrt(1 + ratio * ratio));
#endif
}

} // namespace rocport_lanes

#define LANES_COMPLEX(vendor, C, T, f, make)                                                       \
    inline T vendor##Creal##f(C a)                                                                 \
    {                                                                                              \
        return a.x;                                                                                \
    }                                                                                              \
    inline T vendor##Cimag##f(C a)                                                                 \
    {                                                                                              \
        return a.y;                                                                                \
    }                                                                                              \
    inline C make(T x, T y)                                                                        \
    {                                                                                              \
        return {x, y};                                                                             \
    }                                                                                              \
    inline C vendor##Conj##f(C a)                                                                  \
    {                                                                                              \
        return {a.x, -a.y};                                                                        \
    }                                                                                              \
    inline C vendor##Cadd##f(C a, C b)                                                             \
    {                                                                                              \
        return {a.x + b.x, a.y + b.y};                                                             \
    }                                                                                              \
    inline C vendor##Csub##f(C a, C b)                                                             \
    {                                                                                              \
        return {a.x - b.x, a.y - b.y};                                                             \
    }                                                                                              \
    inline C vendor##Cmul##f(C a, C b)                                                             \
    {                                                                                              \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                     \
    }                                                                                              \
    inline C vendor##Cdiv##f(C a, C b)                                                             \
    {                                                                                              \
        return rocport_lanes::complexQuotient(a, b);                                                       \
    }                                                                                              \
    inline T vendor##Cabs##f(C a)                                                                  \
    {                                                                                              \
        return rocport_lanes::complexSize(a);                                                              \
    }                                                                                              \
    inline C vendor##Cfma##f(C a, C b, C c)                                                        \
    {                                                                                              \
        const T x = a.x * b.x + c.x;                                                               \
        const T y = a.x * b.y + c.y;                                                               \
        return {x - a.y * b.y, a.y * b.x + y};                                                     \
    }
