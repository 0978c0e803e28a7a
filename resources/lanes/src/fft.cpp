// Fourier transforms with FFTW (lanes/fft/plans.h).

#include "lanes/fft/plans.h"

#include <fftw3.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace rocport_lanes::fft {

namespace {

std::mutex planning; // FFTW makes one plan at a time
std::map<int, Plan*> plans;
int lastPlan = 0;

bool isToComplex(Kind kind)
{
    return kind == Kind::R2C || kind == Kind::D2Z;
}
bool isToReal(Kind kind)
{
    return kind == Kind::C2R || kind == Kind::Z2D;
}
bool isDouble(Kind kind)
{
    return kind == Kind::Z2Z || kind == Kind::D2Z || kind == Kind::Z2D;
}

/// The sizes that numbers of one side lie in.
struct Side
{
    std::vector<int> embed;
    int stride = 1;
    int distance = 0;
};
Side sideOf(const Plan& plan, const Layout& layout, bool isReal, bool isHalf, bool inPlace)
{
    if (!layout.embed.empty()) {
        return {layout.embed, layout.stride, layout.distance};
    }
    Side side;
    side.embed = plan.sizes;
    const int half = plan.sizes.back() / 2 + 1;
    if (isHalf) {
        side.embed.back() = half;
    } else if (isReal && inPlace) {
        side.embed.back() = 2 * half; // room for what comes instead
    }
    side.distance = 1;
    for (const int size : side.embed) {
        side.distance *= size;
    }
    return side;
}
/// What lies between the numbers of one side: from the first, which is behind the pointer's where
/// something is negative, to behind the last.
struct Extent
{
    std::ptrdiff_t first = 0;
    std::ptrdiff_t behind = 1;
};
Extent extentOf(const Plan& plan, const Side& side, bool isHalf)
{
    Extent all;
    const auto add = [&](std::ptrdiff_t steps, std::ptrdiff_t step) {
        (step < 0 ? all.first : all.behind) += steps * step;
    };
    std::ptrdiff_t step = side.stride;
    for (std::size_t i = plan.sizes.size(); i-- > 0;) {
        const bool isLast = i + 1 == plan.sizes.size();
        add(isLast && isHalf ? plan.sizes[i] / 2 : plan.sizes[i] - 1, step);
        step *= side.embed[i]; // the outermost's is not used
    }
    add(plan.batch - 1, side.distance);
    return all;
}

/// False: FFTW has no plan for it.
#define LANES_FFT(x, R)                                                                            \
    bool planned(const Plan& plan, const Side& from, const Side& to, R* in, R* out, int sign)      \
    {                                                                                              \
        const int rank = static_cast<int>(plan.sizes.size());                                      \
        const int* n = plan.sizes.data();                                                          \
        auto* complexIn = reinterpret_cast<x##_complex*>(in);                                      \
        auto* complexOut = reinterpret_cast<x##_complex*>(out);                                    \
        std::unique_lock lock(planning);                                                           \
        constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_UNALIGNED;                                \
        x##_plan made = nullptr;                                                                   \
        if (isToComplex(plan.kind)) {                                                              \
            made = x##_plan_many_dft_r2c(rank, n, plan.batch, in, from.embed.data(), from.stride,  \
                                         from.distance, complexOut, to.embed.data(), to.stride,    \
                                         to.distance, kFlags);                                     \
        } else if (isToReal(plan.kind)) {                                                          \
            made = x##_plan_many_dft_c2r(rank, n, plan.batch, complexIn, from.embed.data(),        \
                                         from.stride, from.distance, out, to.embed.data(),         \
                                         to.stride, to.distance, kFlags);                          \
        } else {                                                                                   \
            made = x##_plan_many_dft(rank, n, plan.batch, complexIn, from.embed.data(),            \
                                     from.stride, from.distance, complexOut, to.embed.data(),      \
                                     to.stride, to.distance, sign, kFlags);                        \
        }                                                                                          \
        lock.unlock();                                                                             \
        if (made == nullptr) {                                                                     \
            return false;                                                                          \
        }                                                                                          \
        x##_execute(made);                                                                         \
        lock.lock();                                                                               \
        x##_destroy_plan(made);                                                                    \
        return true;                                                                               \
    }
LANES_FFT(fftwf, float)
LANES_FFT(fftw, double)
#undef LANES_FFT

/// False: FFTW has no plan for it.
template <typename R>
bool transform(const Plan& plan, R* in, R* out, int sign)
{
    const bool inPlace = in == out;
    const bool isToHalf = isToComplex(plan.kind);
    const bool isFromHalf = isToReal(plan.kind);
    const Side from = sideOf(plan, plan.in, isToHalf, isFromHalf, inPlace);
    const Side to = sideOf(plan, plan.out, isFromHalf, isToHalf, inPlace);
    // FFTW writes over what it makes real numbers of.
    if ((inPlace || !isFromHalf) && planned(plan, from, to, in, out, sign)) {
        return true;
    }
    // It has no plan for some layouts that differ in place.
    const Extent extent = extentOf(plan, from, isFromHalf);
    const std::ptrdiff_t words = isToHalf ? 1 : 2;
    std::vector<R> kept(in + extent.first * words, in + extent.behind * words);
    return planned(plan, from, to, kept.data() - extent.first * words, out, sign);
}

} // namespace

bool make(Plan& plan, Kind kind, int rank, const long long* sizes, const Layout& in,
          const Layout& out, long long batch)
{
    constexpr long long kMost = std::numeric_limits<int>::max();
    if (rank < 1 || rank > 3 || sizes == nullptr || batch < 1 || batch > kMost) {
        return false;
    }
    if (!std::all_of(sizes, sizes + rank, [](long long n) { return n > 0 && n <= kMost; })) {
        return false;
    }
    plan.kind = kind;
    plan.sizes.assign(sizes, sizes + rank);
    const bool isPlain = in.embed.empty() || out.embed.empty();
    plan.in = isPlain ? Layout() : in;
    plan.out = isPlain ? Layout() : out;
    plan.batch = static_cast<int>(batch);
    return true;
}

std::size_t workspace(Kind kind, int rank, const long long* sizes, long long batch)
{
    std::size_t all = (isDouble(kind) ? 16 : 8) * static_cast<std::size_t>(std::max(1LL, batch));
    for (int i = 0; i < rank; ++i) {
        all *= static_cast<std::size_t>(std::max(1LL, sizes[i]));
    }
    return all;
}

Ended execute(const Plan& plan, const char* name, void* in, void* out, int sign)
{
    if (in == nullptr || out == nullptr || (sign != -1 && sign != 1)) {
        return Ended::Invalid;
    }
    const LibraryCall call = {plan.stream, name, false};
    const auto isDone = std::make_shared<bool>(true); // a graph's nodes have no status
    const auto work = [=](auto* from, auto* to) {
        *isDone = transform(plan, from, to, sign);
        call.wrote(to);
    };
    const Ended ended = call.run([=] {
        if (isDouble(plan.kind)) {
            work(static_cast<double*>(in), static_cast<double*>(out));
        } else {
            work(static_cast<float*>(in), static_cast<float*>(out));
        }
    });
    return *isDone ? ended : Ended::Failed;
}

int keep(Plan* plan)
{
    const std::lock_guard lock(planning);
    plans[++lastPlan] = plan;
    return lastPlan;
}
Plan* planOf(int number)
{
    const std::lock_guard lock(planning);
    const auto found = plans.find(number);
    return found == plans.end() ? nullptr : found->second;
}
void forget(int number)
{
    const std::lock_guard lock(planning);
    plans.erase(number);
}

} // namespace rocport_lanes::fft
