// Comparisons of both numbers of a pair: masks of 16 bits, or 1 and 0.
template <typename T, typename Is>
__host__ __device__ unsigned int rocportMask2(T a, T b, Is is)
{
    return (is(rocportFloatOf(rocportLow(a)), rocportFloatOf(rocportLow(b))) ? 0xFFFFu : 0u) |
           (is(rocportFloatOf(rocportHigh(a)), rocportFloatOf(rocportHigh(b))) ? 0xFFFF0000u : 0u);
}
template <typename T, typename Is>
__host__ __device__ T rocportTruth2(T a, T b, Is is)
{
    using One = decltype(rocportLow(a));
    const unsigned int mask = rocportMask2(a, b, is);
    return rocportPair(rocportFromFloat<One>((mask & 1u) != 0 ? 1.0f : 0.0f),
                       rocportFromFloat<One>((mask >> 31) != 0 ? 1.0f : 0.0f));
}
