#pragma once

// Fourier transforms without names of a vendor, defined in src/fft.cpp with FFTW.

#include "lanes/librarycall.h"

#include <cstddef>
#include <vector>

namespace rocport_lanes::fft {

/// As both vendors number them: real, complex, of float and of double.
enum class Kind : int { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

/// How numbers lie: `embed` has the sizes of what they are a part of.
struct Layout
{
    std::vector<int> embed; ///< empty: one behind the other
    int stride = 1;
    int distance = 0; ///< from a transform to the next
};

struct Plan
{
    Kind kind = Kind::C2C;
    std::vector<int> sizes; ///< outermost first; empty: the plan was not made
    Layout in;
    Layout out;
    int batch = 1;
    Stream* stream = nullptr;
};

/// Whether a plan with these can be made, and makes it.
bool make(Plan& plan, Kind kind, int rank, const long long* sizes, const Layout& in,
          const Layout& out, long long batch);
/// Bytes that a vendor's may want beside the data.
std::size_t workspace(Kind kind, int rank, const long long* sizes, long long batch);
/// Not scaled; `sign` is -1 forwards and 1 back. The plan was made.
Ended execute(const Plan& plan, const char* name, void* in, void* out, int sign);

/// Plans by number, as cuFFT has them.
int keep(Plan* plan);
Plan* planOf(int number); ///< null: there is none
void forget(int number);

} // namespace rocport_lanes::fft
