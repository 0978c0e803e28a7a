#pragma once
#include "cuda_runtime.h"

#include "lanes/complexnumbers.h"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;
LANES_COMPLEX(cu, cuFloatComplex, float, f, make_cuFloatComplex)
LANES_COMPLEX(cu, cuDoubleComplex, double, , make_cuDoubleComplex)

inline cuComplex make_cuComplex(float x, float y)
{
    return {x, y};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a)
{
    return {a.x, a.y};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{
    return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
