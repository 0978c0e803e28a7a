// Conversions to integers: 'n' to nearest even, 'z' to zero, 'd' down, 'u' up. What does not fit becomes the nearest that
// does; NaN becomes 0, or the top bit of 64.
template <typename To>
__host__ __device__ To rocportInteger(float value, char rounding)
{
    constexpr bool hasSign = static_cast<To>(-1) < static_cast<To>(1);
    constexpr int bits = static_cast<int>(sizeof(To)) * 8 - (hasSign ? 1 : 0);
    if (value != value)
        return sizeof(To) == 8 ? static_cast<To>(1ull << 63) : static_cast<To>(0);
    const float whole = rounding == 'n'   ? __builtin_rintf(value)
                        : rounding == 'z' ? __builtin_truncf(value)
                        : rounding == 'd' ? __builtin_floorf(value)
                                          : __builtin_ceilf(value);
    const float beyond = 2.0f * static_cast<float>(1ull << (bits - 1));
    if (whole >= beyond)
        return static_cast<To>(~0ull >> (64 - bits));
    if (whole < (hasSign ? -beyond : 0.0f))
        return static_cast<To>(hasSign ? 1ull << bits % 64 : 0ull);
    return static_cast<To>(whole);
}
