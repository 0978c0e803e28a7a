#pragma once
#include "hip/hip_runtime.h"

#include "lanes/complexnumbers.h"

using hipFloatComplex = float2;
using hipDoubleComplex = double2;
using hipComplex = hipFloatComplex;
LANES_COMPLEX(hip, hipFloatComplex, float, f, make_hipFloatComplex)
LANES_COMPLEX(hip, hipDoubleComplex, double, , make_hipDoubleComplex)

inline hipComplex make_hipComplex(float x, float y)
{
    return {x, y};
}
inline float hipCsqabsf(hipFloatComplex a)
{
    return a.x * a.x + a.y * a.y;
}
inline double hipCsqabs(hipDoubleComplex a)
{
    return a.x * a.x + a.y * a.y;
}
inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex a)
{
    return {a.x, a.y};
}
inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex a)
{
    return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
