// Half and bfloat16 numbers by way of float, which holds all of them.
inline __host__ __device__ float rocportFloatOf(__half value)
{
    return __half2float(value);
}
inline __host__ __device__ float rocportFloatOf(__hip_bfloat16 value)
{
    const unsigned int bits = static_cast<unsigned int>(__bfloat16_as_ushort(value)) << 16;
    float wide = 0;
    __builtin_memcpy(&wide, &bits, sizeof wide);
    return wide;
}
template <typename T>
__host__ __device__ T rocportFromFloat(float value);
template <>
inline __host__ __device__ __half rocportFromFloat<__half>(float value)
{
    return __float2half_rn(value);
}
template <>
inline __host__ __device__ __hip_bfloat16 rocportFromFloat<__hip_bfloat16>(float value)
{
    return rocportBfloat16Float(value, 'n');
}
inline __host__ __device__ __half rocportLow(__half2 pair)
{
    return __low2half(pair);
}
inline __host__ __device__ __half rocportHigh(__half2 pair)
{
    return __high2half(pair);
}
inline __host__ __device__ __half2 rocportPair(__half low, __half high)
{
    return __halves2half2(low, high);
}
inline __host__ __device__ __hip_bfloat16 rocportLow(__hip_bfloat162 pair)
{
    return pair.x;
}
inline __host__ __device__ __hip_bfloat16 rocportHigh(__hip_bfloat162 pair)
{
    return pair.y;
}
inline __host__ __device__ __hip_bfloat162 rocportPair(__hip_bfloat16 low, __hip_bfloat16 high)
{
    return __hip_bfloat162(low, high);
}
