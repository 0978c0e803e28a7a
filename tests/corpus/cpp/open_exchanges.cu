// Exchanges by a number that is not known here, in a file where nothing counts lanes.
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
__device__ float known(float value)
{
    value += __shfl_xor_sync(0xffffffff, value, 1);
    for (int o = 8; o > 0; o /= 2)
        value += __shfl_xor_sync(0xffffffff, value, o);
    return value;
}
