#pragma once
#include <cuda_runtime.h>

using lane_mask_t = unsigned int;
typedef unsigned mask_t;
typedef unsigned pixel_mask_t; // of pixels
typedef unsigned plane_mask_t; // of planes

struct Half {
    unsigned short x;
};

template <typename T> struct Pair {
    T a, b;
};

// HIP's form without a mask has no such overloads.
__device__ inline Half __shfl_down_sync(unsigned mask, Half value, unsigned delta)
{
    Half result;
    result.x = __shfl_down_sync(mask, static_cast<unsigned>(value.x), delta);
    return result;
}

template <typename T>
__device__ inline Pair<T> __shfl_down_sync(unsigned mask, Pair<T> value, unsigned delta)
{
    return {__shfl_down_sync(mask, value.a, delta), __shfl_down_sync(mask, value.b, delta)};
}

__device__ inline Half below(Half value)
{
    return __shfl_down_sync(0xffffffff, value, 1);
}

// Others are changed as ever.
__device__ inline int first(int value)
{
    return __shfl_sync(0xffffffff, value, 0);
}

__device__ inline int voters(bool p)
{
    mask_t votes = __ballot_sync(0xffffffff, p);
    return __popc(votes);
}

__device__ inline pixel_mask_t bits(pixel_mask_t pixels)
{
    return pixels & 0xffu;
}

#define SHFL_UP __shfl_up_sync
#define SHFL_XOR_ALL(value) __shfl_xor_sync(0xffffffff, value, 1)

__device__ inline int both(int value)
{
    value += SHFL_UP(0xffffffff, value, 1);
    return SHFL_UP(0xffffffff, value, 2) + SHFL_XOR_ALL(value);
}
