// Sums and products, rounded once and never joined with another operation: '+', '-', '*'.
inline __host__ __device__ __half rocportRounded(__half a, __half b, char operation)
{
#pragma clang fp contract(off)
    _Float16 left = 0;
    _Float16 right = 0;
    __builtin_memcpy(&left, &a, sizeof left);
    __builtin_memcpy(&right, &b, sizeof right);
    const _Float16 result = operation == '+' ? left + right : operation == '-' ? left - right : left * right;
    __half value;
    __builtin_memcpy(&value, &result, sizeof value);
    return value;
}
inline __host__ __device__ __hip_bfloat16 rocportRounded(__hip_bfloat16 a, __hip_bfloat16 b, char operation)
{
#pragma clang fp contract(off)
    const float left = rocportFloatOf(a);
    const float right = rocportFloatOf(b);
    return rocportBfloat16Float(
        operation == '+' ? left + right : operation == '-' ? left - right : left * right, 'n');
}
template <typename T>
__host__ __device__ T rocportRounded2(T a, T b, char operation)
{
    return rocportPair(rocportRounded(rocportLow(a), rocportLow(b), operation),
                       rocportRounded(rocportHigh(a), rocportHigh(b), operation));
}
// Kept between 0 and 1; NaN becomes +0.
template <typename T>
__host__ __device__ T rocportSaturated(T value)
{
    const float wide = rocportFloatOf(value);
    return wide > 0.0f ? (wide > 1.0f ? rocportFromFloat<T>(1.0f) : value) : rocportFromFloat<T>(0.0f);
}
template <typename T>
__host__ __device__ T rocportSaturated2(T value)
{
    return rocportPair(rocportSaturated(rocportLow(value)), rocportSaturated(rocportHigh(value)));
}
// Not below 0; NaN stays, as the canonical one.
inline __host__ __device__ __half rocportRelu(__half value)
{
    const float wide = __half2float(value);
    return __ushort_as_half(wide != wide  ? static_cast<unsigned short>(0x7FFF)
                            : wide > 0.0f ? __half_as_ushort(value)
                                          : static_cast<unsigned short>(0));
}
inline __host__ __device__ __hip_bfloat16 rocportRelu(__hip_bfloat16 value)
{
    const float wide = rocportFloatOf(value);
    return __ushort_as_bfloat16(wide != wide  ? static_cast<unsigned short>(0x7FFF)
                                : wide > 0.0f ? __bfloat16_as_ushort(value)
                                              : static_cast<unsigned short>(0));
}
template <typename T>
__host__ __device__ T rocportRelu2(T value)
{
    return rocportPair(rocportRelu(rocportLow(value)), rocportRelu(rocportHigh(value)));
}
template <typename T>
__device__ T rocportTanh(T value)
{
    return rocportFromFloat<T>(tanhf(rocportFloatOf(value)));
}
template <typename T>
__device__ T rocportTanh2(T value)
{
    return rocportPair(rocportTanh(rocportLow(value)), rocportTanh(rocportHigh(value)));
}
