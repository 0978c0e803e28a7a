// Conversions to bfloat16, rounded once: 'n' to nearest even, 'z' to zero, 'd' down, 'u' up.
inline __host__ __device__ unsigned short rocportBfloat16Bits(unsigned long long magnitude, bool negative,
                                                              char rounding)
{
    const unsigned int sign = negative ? 0x8000u : 0u;
    if (magnitude == 0)
        return static_cast<unsigned short>(sign);
    const int top = 63 - __builtin_clzll(magnitude);
    unsigned long long kept = top <= 7 ? magnitude << (7 - top) : magnitude >> (top - 7);
    if (top > 7) {
        const unsigned long long rest = magnitude & ((1ull << (top - 7)) - 1);
        const unsigned long long half = 1ull << (top - 8);
        const bool nearest = rest > half || (rest == half && (kept & 1) != 0);
        kept += rounding == 'n' ? nearest : rest != 0 && rounding == (negative ? 'd' : 'u');
    }
    return static_cast<unsigned short>(sign + (static_cast<unsigned int>(top + 127) << 7) +
                                       static_cast<unsigned int>(kept - 128));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16(long long value, char rounding)
{
    const unsigned long long bits = static_cast<unsigned long long>(value);
    return __ushort_as_bfloat16(rocportBfloat16Bits(value < 0 ? 0 - bits : bits, value < 0, rounding));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16Unsigned(unsigned long long value, char rounding)
{
    return __ushort_as_bfloat16(rocportBfloat16Bits(value, false, rounding));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16Float(float value, char rounding)
{
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u)
        return __ushort_as_bfloat16(0x7FFF);
    const bool negative = (bits >> 31) != 0;
    const unsigned int rest = bits & 0xFFFFu;
    const bool nearest = rest > 0x8000u || (rest == 0x8000u && (bits & 0x10000u) != 0);
    const bool up = rounding == 'n' ? nearest : rest != 0 && rounding == (negative ? 'd' : 'u');
    return __ushort_as_bfloat16(static_cast<unsigned short>((bits >> 16) + (up ? 1 : 0)));
}
