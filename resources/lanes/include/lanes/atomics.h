#pragma once

// Atomics of 32 and 64 bits, as CUDA and HIP spell them alike. All are of the system here.

#include "lanes/device.h"

namespace rocport_lanes {

template <typename T, typename Change>
T change(T* place, Change by)
{
    breathe();
    Word<T>* word = reinterpret_cast<Word<T>*>(place);
    static_assert(sizeof(T) == sizeof(Word<T>), "an atomic of 32 or 64 bits");
    Word<T> old = __atomic_load_n(word, __ATOMIC_RELAXED);
    for (;;) {
        const T before = std::bit_cast<T>(old);
        if (__atomic_compare_exchange_n(word, &old,
                                        std::bit_cast<Word<T>>(static_cast<T>(by(before))), true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
            return before;
        }
    }
}

template <typename T>
using Same = std::type_identity_t<T>;

} // namespace rocport_lanes

template <typename T>
T atomicAdd(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old + value; });
}
template <typename T>
T atomicSub(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old - value; });
}
template <typename T>
T atomicExch(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T) { return value; });
}
template <typename T>
T atomicMin(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return value < old ? value : old; });
}
template <typename T>
T atomicMax(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old < value ? value : old; });
}
template <typename T>
T atomicAnd(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old & value; });
}
template <typename T>
T atomicOr(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old | value; });
}
template <typename T>
T atomicXor(T* place, rocport_lanes::Same<T> value)
{
    return rocport_lanes::change(place, [=](T old) { return old ^ value; });
}
inline unsigned atomicInc(unsigned* place, unsigned limit)
{
    return rocport_lanes::change(place, [=](unsigned old) { return old >= limit ? 0U : old + 1; });
}
inline unsigned atomicDec(unsigned* place, unsigned limit)
{
    return rocport_lanes::change(place,
                         [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}
template <typename T>
T atomicCAS(T* place, rocport_lanes::Same<T> expected, rocport_lanes::Same<T> value)
{
    rocport_lanes::breathe();
    if constexpr (sizeof(T) == 2) {
        __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        return expected;
    } else {
        auto word = std::bit_cast<rocport_lanes::Word<T>>(static_cast<T>(expected));
        __atomic_compare_exchange_n(reinterpret_cast<rocport_lanes::Word<T>*>(place), &word,
                                    std::bit_cast<rocport_lanes::Word<T>>(static_cast<T>(value)), false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return std::bit_cast<T>(word);
    }
}
#define LANES_SCOPED(name)                                                                         \
    template <typename T, typename... More>                                                        \
    T name##_block(T* place, More... more)                                                         \
    {                                                                                              \
        return name(place, more...);                                                               \
    }                                                                                              \
    template <typename T, typename... More>                                                        \
    T name##_system(T* place, More... more)                                                        \
    {                                                                                              \
        return name(place, more...);                                                               \
    }
LANES_SCOPED(atomicAdd)
LANES_SCOPED(atomicSub)
LANES_SCOPED(atomicExch)
LANES_SCOPED(atomicMin)
LANES_SCOPED(atomicMax)
LANES_SCOPED(atomicAnd)
LANES_SCOPED(atomicOr)
LANES_SCOPED(atomicXor)
LANES_SCOPED(atomicCAS)
LANES_SCOPED(atomicInc)
LANES_SCOPED(atomicDec)
#undef LANES_SCOPED
