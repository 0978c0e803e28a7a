#pragma once

#include <QtGlobal>

#include <algorithm>

namespace rocport::test {

/// Whether CTest runs the benchmark, once and on a hundredth of its size, so that it does not rot;
/// the figures mean nothing then.
inline bool isSmallBench()
{
    return qEnvironmentVariableIsSet("ROCPORT_BENCH_SMALL");
}

/// How many of something a benchmark takes: `usual`, or a hundredth of it, at least `least`.
template <typename Number>
Number benchSize(Number usual, Number least = 1)
{
    return isSmallBench() ? std::max<Number>(usual / 100, least) : usual;
}

} // namespace rocport::test
