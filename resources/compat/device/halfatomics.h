// Atomic sums of half and bfloat16 numbers, and exchanges of 16 bits, by compare and exchange on the word around them. Both numbers
// of a pair are added at once. Templates, so that a function of HIP's for the same type is preferred.
inline __host__ __device__ unsigned int rocportHalfSum(unsigned int a, unsigned int b)
{
    const unsigned short left = static_cast<unsigned short>(a);
    const unsigned short right = static_cast<unsigned short>(b);
    return __half_as_ushort(rocportRounded(__ushort_as_half(left), __ushort_as_half(right), '+'));
}
inline __host__ __device__ unsigned int rocportBfloat16Sum(unsigned int a, unsigned int b)
{
    const unsigned short left = static_cast<unsigned short>(a);
    const unsigned short right = static_cast<unsigned short>(b);
    return __bfloat16_as_ushort(rocportRounded(__ushort_as_bfloat16(left), __ushort_as_bfloat16(right), '+'));
}
template <typename T>
struct rocportAtomicHalf
{
};
template <>
struct rocportAtomicHalf<__half>
{
    using Type = __half;
    static __host__ __device__ unsigned int sum(unsigned int a, unsigned int b) { return rocportHalfSum(a, b); }
};
template <>
struct rocportAtomicHalf<__half2>
{
    using Type = __half2;
    static __host__ __device__ unsigned int sum(unsigned int a, unsigned int b)
    {
        return rocportHalfSum(a, b) | rocportHalfSum(a >> 16, b >> 16) << 16;
    }
};
template <>
struct rocportAtomicHalf<__hip_bfloat16>
{
    using Type = __hip_bfloat16;
    static __host__ __device__ unsigned int sum(unsigned int a, unsigned int b) { return rocportBfloat16Sum(a, b); }
};
template <>
struct rocportAtomicHalf<__hip_bfloat162>
{
    using Type = __hip_bfloat162;
    static __host__ __device__ unsigned int sum(unsigned int a, unsigned int b)
    {
        return rocportBfloat16Sum(a, b) | rocportBfloat16Sum(a >> 16, b >> 16) << 16;
    }
};
// Where a value of 2 or 4 bytes lies: its word, and its bits there.
struct rocportWordPlace
{
    unsigned int* word;
    unsigned int shift;
    unsigned int mask;
};
template <typename T>
__device__ rocportWordPlace rocportPlaceOf(T* address)
{
    const size_t at = reinterpret_cast<size_t>(address);
    return {reinterpret_cast<unsigned int*>(at & ~static_cast<size_t>(3)), static_cast<unsigned int>(at & 2) * 8,
            sizeof(T) == 4 ? ~0u : 0xFFFFu};
}
template <typename T>
__device__ typename rocportAtomicHalf<T>::Type atomicAdd(T* address, typename rocportAtomicHalf<T>::Type value)
{
    const rocportWordPlace place = rocportPlaceOf(address);
    unsigned int added = 0;
    __builtin_memcpy(&added, &value, sizeof value);
    unsigned int old = __hip_atomic_load(place.word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    unsigned int bits = 0;
    unsigned int changed = 0;
    do {
        bits = old >> place.shift & place.mask;
        changed = (old & ~(place.mask << place.shift)) |
                  (rocportAtomicHalf<T>::sum(bits, added) & place.mask) << place.shift;
    } while (!__hip_atomic_compare_exchange_strong(place.word, &old, changed, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                   __HIP_MEMORY_SCOPE_AGENT));
    T before;
    __builtin_memcpy(&before, &bits, sizeof before);
    return before;
}
template <typename T>
struct rocportAtomicShort
{
};
template <>
struct rocportAtomicShort<unsigned short>
{
    using Type = unsigned short;
};
template <typename T>
__device__ typename rocportAtomicShort<T>::Type atomicCAS(T* address, typename rocportAtomicShort<T>::Type compare,
                                                          typename rocportAtomicShort<T>::Type value)
{
    const rocportWordPlace place = rocportPlaceOf(address);
    unsigned int old = __hip_atomic_load(place.word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while ((old >> place.shift & place.mask) == compare) {
        const unsigned int changed = (old & ~(place.mask << place.shift)) | static_cast<unsigned int>(value) << place.shift;
        if (__hip_atomic_compare_exchange_strong(place.word, &old, changed, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT))
            return compare;
    }
    return static_cast<unsigned short>(old >> place.shift & place.mask);
}
