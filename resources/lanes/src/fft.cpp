// Fourier transforms with FFTW (lanes/fft/plans.h).

#include "lanes/fft/plans.h"

#include <fftw3.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>

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
/// Numbers from the first to behind the last.
std::size_t extent(const Side& side, int batch)
{
    std::size_t all = static_cast<std::size_t>(side.stride);
    for (const int size : side.embed) {
        all *= static_cast<std::size_t>(size);
    }
    return all + static_cast<std::size_t>(batch - 1) * static_cast<std::size_t>(side.distance);
}

#define LANES_FFT(x, R, function)                                                                  \
    void function(const Plan& plan, const Side& from, const Side& to, void* in, void* out,         \
                  int sign)                                                                        \
    {                                                                                              \
        const int rank = static_cast<int>(plan.sizes.size());                                      \
        const int* n = plan.sizes.data();                                                          \
        std::unique_lock lock(planning);                                                           \
        constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_UNALIGNED;                                \
        x##_plan made = nullptr;                                                                   \
        if (isToComplex(plan.kind)) {                                                              \
            made =                                                                                 \
                x##_plan_many_dft_r2c(rank, n, plan.batch, static_cast<R*>(in), from.embed.data(), \
                                      from.stride, from.distance, static_cast<x##_complex*>(out),  \
                                      to.embed.data(), to.stride, to.distance, kFlags);            \
        } else if (isToReal(plan.kind)) {                                                          \
            made = x##_plan_many_dft_c2r(rank, n, plan.batch, static_cast<x##_complex*>(in),       \
                                         from.embed.data(), from.stride, from.distance,            \
                                         static_cast<R*>(out), to.embed.data(), to.stride,         \
                                         to.distance, kFlags);                                     \
        } else {                                                                                   \
            made = x##_plan_many_dft(rank, n, plan.batch, static_cast<x##_complex*>(in),           \
                                     from.embed.data(), from.stride, from.distance,                \
                                     static_cast<x##_complex*>(out), to.embed.data(), to.stride,   \
                                     to.distance, sign, kFlags);                                   \
        }                                                                                          \
        lock.unlock();                                                                             \
        if (made != nullptr) {                                                                     \
            x##_execute(made);                                                                     \
            lock.lock();                                                                           \
            x##_destroy_plan(made);                                                                \
        }                                                                                          \
    }
LANES_FFT(fftwf, float, transformFloat)
LANES_FFT(fftw, double, transformDouble)
#undef LANES_FFT

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

Ended execute(const Plan& plan, Kind kind, const char* name, void* in, void* out, int sign)
{
    if (plan.sizes.empty() || plan.kind != kind) {
        return Ended::NotSupported; // the plan is for another transform
    }
    if (in == nullptr || out == nullptr || (sign != -1 && sign != 1)) {
        return Ended::Invalid;
    }
    const LibraryCall call = {plan.stream, name, false};
    return call.run([=] {
        const bool inPlace = in == out;
        const Side from = sideOf(plan, plan.in, isToComplex(kind), isToReal(kind), inPlace);
        const Side to = sideOf(plan, plan.out, isToReal(kind), isToComplex(kind), inPlace);
        // FFTW writes over what it makes real numbers of.
        std::vector<std::uint64_t> kept;
        void* source = in;
        if (isToReal(kind) && !inPlace) {
            const std::size_t words = extent(from, plan.batch) * (isDouble(kind) ? 2 : 1);
            const auto* first = static_cast<const std::uint64_t*>(in);
            kept.assign(first, first + words);
            source = kept.data();
        }
        if (isDouble(kind)) {
            transformDouble(plan, from, to, source, out, sign);
            call.wrote(static_cast<double*>(out));
        } else {
            transformFloat(plan, from, to, source, out, sign);
            call.wrote(static_cast<float*>(out));
        }
    });
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
