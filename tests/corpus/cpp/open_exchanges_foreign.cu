// Exchanges by a number that is not known here, where another file says how wide a warp is.
__device__ float flipped(float value, int bits)
{
    return value + __shfl_xor_sync(0xffffffff, value, bits); // 32 and more may come
}

template <int Lanes> __device__ float reduced(float value)
{
    for (int o = Lanes / 2; o > 0; o /= 2)
        value += __shfl_xor_sync(0xffffffff, value, o);
    return value;
}

template <int Width> __device__ float in_segments(float value, int bits)
{
    return value + __shfl_xor_sync(0xffffffff, value, bits, Width);
}

#define FLIP(value, bits) __shfl_xor_sync(0xffffffff, value, bits)

// These are known.
__device__ float known(float value, int bits)
{
    value += __shfl_xor_sync(0xffffffff, value, 16);
    value += __shfl_xor_sync(0xffffffff, value, bits, 32);
    for (int o = 1; o < 32; o <<= 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int o = warpSize / 2; o > 0; o /= 2)
        value += __shfl_xor_sync(0xffffffff, value, o);
    return value;
}

// Lanes stay within a warp, however wide it is.
__device__ float along(float value)
{
    for (int o = kWarpSize / 2; o > 0; o /= 2)
        value += __shfl_xor_sync(0xffffffff, value, o);
    return value;
}
