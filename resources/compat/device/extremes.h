// The greater or smaller of two, by bits: +0 is greater than -0, and NaN gives way, except with `nan`.
inline __host__ __device__ unsigned short rocportExtreme(unsigned short a, unsigned short b,
                                                         unsigned short infinity, bool greater, bool nan)
{
    const bool aNan = (a & 0x7FFF) > infinity;
    const bool bNan = (b & 0x7FFF) > infinity;
    if (aNan || bNan)
        return nan || (aNan && bNan) ? static_cast<unsigned short>(0x7FFF) : aNan ? b : a;
    const int aRank = (a & 0x8000) != 0 ? -1 - (a & 0x7FFF) : a;
    const int bRank = (b & 0x8000) != 0 ? -1 - (b & 0x7FFF) : b;
    return (aRank < bRank) == greater ? b : a;
}
inline __host__ __device__ __half2 rocportExtreme2(__half2 a, __half2 b, bool greater, bool nan)
{
    const unsigned short low = rocportExtreme(__half_as_ushort(__low2half(a)), __half_as_ushort(__low2half(b)),
                                              0x7C00, greater, nan);
    const unsigned short high = rocportExtreme(__half_as_ushort(__high2half(a)),
                                               __half_as_ushort(__high2half(b)), 0x7C00, greater, nan);
    return __halves2half2(__ushort_as_half(low), __ushort_as_half(high));
}
inline __host__ __device__ __hip_bfloat162 rocportExtreme2(__hip_bfloat162 a, __hip_bfloat162 b, bool greater,
                                                           bool nan)
{
    const unsigned short low =
        rocportExtreme(__bfloat16_as_ushort(a.x), __bfloat16_as_ushort(b.x), 0x7F80, greater, nan);
    const unsigned short high =
        rocportExtreme(__bfloat16_as_ushort(a.y), __bfloat16_as_ushort(b.y), 0x7F80, greater, nan);
    return __hip_bfloat162(__ushort_as_bfloat16(low), __ushort_as_bfloat16(high));
}
inline __host__ __device__ __half rocportExtreme1(__half a, __half b, bool greater, bool nan)
{
    return __ushort_as_half(rocportExtreme(__half_as_ushort(a), __half_as_ushort(b), 0x7C00, greater, nan));
}
inline __host__ __device__ __hip_bfloat16 rocportExtreme1(__hip_bfloat16 a, __hip_bfloat16 b, bool greater, bool nan)
{
    return __ushort_as_bfloat16(
        rocportExtreme(__bfloat16_as_ushort(a), __bfloat16_as_ushort(b), 0x7F80, greater, nan));
}
