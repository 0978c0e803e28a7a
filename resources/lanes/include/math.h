// The C++ library's <math.h> makes std::lerp of C++20 a global name, which programs of CUDA have for
// vectors of their own.
#ifndef __cplusplus
#include_next <math.h>
#else
#pragma once

#include <cmath>

namespace std {
inline void lanes_lerp() {}
} // namespace std
#define lerp lanes_lerp
#include_next <math.h>
#undef lerp
#endif
