#pragma once

// cuFFT and hipFFT. LANES_FFT(x) is cufftx or hipfftx, and LANES_FFTC(x) CUFFT_x or HIPFFT_x.

#include "lanes/datatypes.h"
#include "lanes/fft/plans.h"

#ifdef LANES_AMD
#define LANES_FFT(x) LANES_JOIN(hipfft, x)
#define LANES_FFTC(x) LANES_JOIN(HIPFFT_, x)
#else
#define LANES_FFT(x) LANES_JOIN(cufft, x)
#define LANES_FFTC(x) LANES_JOIN(CUFFT_, x)
#endif

typedef enum {
    LANES_FFTC(SUCCESS) = 0,
    LANES_FFTC(INVALID_PLAN) = 1,
    LANES_FFTC(ALLOC_FAILED) = 2,
    LANES_FFTC(INVALID_TYPE) = 3,
    LANES_FFTC(INVALID_VALUE) = 4,
    LANES_FFTC(INTERNAL_ERROR) = 5,
    LANES_FFTC(EXEC_FAILED) = 6,
    LANES_FFTC(SETUP_FAILED) = 7,
    LANES_FFTC(INVALID_SIZE) = 8,
    LANES_FFTC(UNALIGNED_DATA) = 9,
#ifdef LANES_AMD
    HIPFFT_INCOMPLETE_PARAMETER_LIST = 10,
    HIPFFT_PARSE_ERROR = 12,
#else
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20,
#endif
    LANES_FFTC(INVALID_DEVICE) = 11,
    LANES_FFTC(NO_WORKSPACE) = 13,
    LANES_FFTC(NOT_IMPLEMENTED) = 14,
    LANES_FFTC(NOT_SUPPORTED) = 16,
} LANES_FFT(Result);
typedef LANES_FFT(Result) LANES_FFT(Result_t);

typedef enum {
    LANES_FFTC(R2C) = 0x2a,
    LANES_FFTC(C2R) = 0x2c,
    LANES_FFTC(C2C) = 0x29,
    LANES_FFTC(D2Z) = 0x6a,
    LANES_FFTC(Z2D) = 0x6c,
    LANES_FFTC(Z2Z) = 0x69,
} LANES_FFT(Type);
typedef LANES_FFT(Type) LANES_FFT(Type_t);

using LANES_FFT(Real) = float;
using LANES_FFT(DoubleReal) = double;
using LANES_FFT(Complex) = float2;
using LANES_FFT(DoubleComplex) = double2;

#ifdef LANES_AMD
#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1
struct hipfftHandle_t : rocport_lanes::fft::Plan
{
};
typedef hipfftHandle_t* hipfftHandle;
#else
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#define CUFFT_VER_MAJOR 12
#define CUFFT_VERSION 12000
typedef int cufftHandle;
#endif

namespace rocport_lanes {

inline fft::Plan* fftPlan(LANES_FFT(Handle) handle)
{
#ifdef LANES_AMD
    return handle;
#else
    return fft::planOf(handle);
#endif
}
LANES_STATUS_OF(fftResult, LANES_FFT(Result), LANES_FFTC(SUCCESS), LANES_FFTC(INVALID_VALUE),
                LANES_FFTC(NOT_SUPPORTED), LANES_FFTC(EXEC_FAILED))
/// A plan that was not made, or is for another transform, is none for this call.
inline LANES_FFT(Result) fftExecute(const fft::Plan* plan, fft::Kind kind, const char* name,
                                    void* in, void* out, int sign)
{
    return plan == nullptr || plan->sizes.empty() || plan->kind != kind
               ? LANES_FFTC(INVALID_PLAN)
               : fftResult(fft::execute(*plan, name, in, out, sign));
}
template <typename Size>
LANES_FFT(Result)
fftMake(LANES_FFT(Handle) handle, int rank, const Size* sizes, const fft::Layout& in,
        const fft::Layout& out, LANES_FFT(Type) type, long long batch, size_t* bytes)
{
    fft::Plan* plan = fftPlan(handle);
    if (plan == nullptr) {
        return LANES_FFTC(INVALID_PLAN);
    }
    const std::vector<long long> all(sizes, sizes + (rank > 0 ? rank : 0));
    const auto kind = static_cast<fft::Kind>(type);
    if (!fft::make(*plan, kind, rank, all.data(), in, out, batch)) {
        return LANES_FFTC(INVALID_SIZE);
    }
    if (bytes != nullptr) {
        *bytes = fft::workspace(kind, rank, all.data(), batch);
    }
    return LANES_FFTC(SUCCESS);
}
template <typename Size>
fft::Layout fftLayout(int rank, const Size* embed, long long stride, long long distance)
{
    fft::Layout layout;
    if (embed != nullptr && rank > 0) {
        layout.embed.assign(embed, embed + rank);
    }
    layout.stride = static_cast<int>(stride);
    layout.distance = static_cast<int>(distance);
    return layout;
}
template <typename Size>
LANES_FFT(Result)
fftSize(int rank, const Size* sizes, LANES_FFT(Type) type, long long batch, size_t* bytes)
{
    const std::vector<long long> all(sizes, sizes + (rank > 0 ? rank : 0));
    *bytes = fft::workspace(static_cast<fft::Kind>(type), rank, all.data(), batch);
    return LANES_FFTC(SUCCESS);
}

} // namespace rocport_lanes

inline LANES_FFT(Result) LANES_FFT(Create)(LANES_FFT(Handle) * handle)
{
#ifdef LANES_AMD
    *handle = new hipfftHandle_t;
#else
    *handle = rocport_lanes::fft::keep(new rocport_lanes::fft::Plan);
#endif
    return LANES_FFTC(SUCCESS);
}
inline LANES_FFT(Result) LANES_FFT(Destroy)(LANES_FFT(Handle) handle)
{
    auto* plan = rocport_lanes::fftPlan(handle);
    if (plan == nullptr) {
        return LANES_FFTC(INVALID_PLAN);
    }
#ifdef LANES_AMD
    delete handle;
#else
    rocport_lanes::fft::forget(handle);
    delete plan;
#endif
    return LANES_FFTC(SUCCESS);
}

#define LANES_FFT_DIMENSIONS(n, parameters, ...)                                                   \
    inline LANES_FFT(Result)                                                                       \
        LANES_FFT(MakePlan##n)(LANES_FFT(Handle) handle, LANES_FFT_LIST parameters,                \
                               LANES_FFT(Type) type LANES_FFT_BATCH_##n, size_t * bytes)           \
    {                                                                                              \
        const int sizes[] = {__VA_ARGS__};                                                         \
        constexpr int kRank = sizeof(sizes) / sizeof(int);                                         \
        return rocport_lanes::fftMake(handle, kRank, sizes, {}, {}, type, LANES_FFT_COUNT_##n,     \
                                      bytes);                                                      \
    }                                                                                              \
    inline LANES_FFT(Result)                                                                       \
        LANES_FFT(Plan##n)(LANES_FFT(Handle) * handle, LANES_FFT_LIST parameters,                  \
                           LANES_FFT(Type) type LANES_FFT_BATCH_##n)                               \
    {                                                                                              \
        const int sizes[] = {__VA_ARGS__};                                                         \
        constexpr int kRank = sizeof(sizes) / sizeof(int);                                         \
        LANES_FFT(Create)(handle);                                                                 \
        return rocport_lanes::fftMake(*handle, kRank, sizes, {}, {}, type, LANES_FFT_COUNT_##n,    \
                                      nullptr);                                                    \
    }                                                                                              \
    inline LANES_FFT(Result) LANES_FFT(Estimate##n)(                                               \
        LANES_FFT_LIST parameters, LANES_FFT(Type) type LANES_FFT_BATCH_##n, size_t * bytes)       \
    {                                                                                              \
        const int sizes[] = {__VA_ARGS__};                                                         \
        constexpr int kRank = sizeof(sizes) / sizeof(int);                                         \
        return rocport_lanes::fftSize(kRank, sizes, type, LANES_FFT_COUNT_##n, bytes);             \
    }                                                                                              \
    inline LANES_FFT(Result)                                                                       \
        LANES_FFT(GetSize##n)(LANES_FFT(Handle), LANES_FFT_LIST parameters,                        \
                              LANES_FFT(Type) type LANES_FFT_BATCH_##n, size_t * bytes)            \
    {                                                                                              \
        const int sizes[] = {__VA_ARGS__};                                                         \
        constexpr int kRank = sizeof(sizes) / sizeof(int);                                         \
        return rocport_lanes::fftSize(kRank, sizes, type, LANES_FFT_COUNT_##n, bytes);             \
    }
#define LANES_FFT_LIST(...) __VA_ARGS__
#define LANES_FFT_BATCH_1d , int batch
#define LANES_FFT_BATCH_2d
#define LANES_FFT_BATCH_3d
#define LANES_FFT_COUNT_1d batch
#define LANES_FFT_COUNT_2d 1
#define LANES_FFT_COUNT_3d 1
LANES_FFT_DIMENSIONS(1d, (int x), x)
LANES_FFT_DIMENSIONS(2d, (int x, int y), x, y)
LANES_FFT_DIMENSIONS(3d, (int x, int y, int z), x, y, z)
#undef LANES_FFT_DIMENSIONS

#define LANES_FFT_MANY(name, Size)                                                                 \
    inline LANES_FFT(Result)                                                                       \
        LANES_FFT(Make##name)(LANES_FFT(Handle) handle, int rank, Size* sizes, Size* inEmbed,      \
                              Size inStride, Size inDistance, Size* outEmbed, Size outStride,      \
                              Size outDistance, LANES_FFT(Type) type, Size batch, size_t* bytes)   \
    {                                                                                              \
        using namespace rocport_lanes;                                                             \
        return fftMake(handle, rank, sizes, fftLayout(rank, inEmbed, inStride, inDistance),        \
                       fftLayout(rank, outEmbed, outStride, outDistance), type, batch, bytes);     \
    }
LANES_FFT_MANY(PlanMany, int)
LANES_FFT_MANY(PlanMany64, long long)
#undef LANES_FFT_MANY
inline LANES_FFT(Result)
    LANES_FFT(PlanMany)(LANES_FFT(Handle) * handle, int rank, int* sizes, int* inEmbed,
                        int inStride, int inDistance, int* outEmbed, int outStride, int outDistance,
                        LANES_FFT(Type) type, int batch)
{
    LANES_FFT(Create)(handle);
    return LANES_FFT(MakePlanMany)(*handle, rank, sizes, inEmbed, inStride, inDistance, outEmbed,
                                   outStride, outDistance, type, batch, nullptr);
}
inline LANES_FFT(Result)
    LANES_FFT(EstimateMany)(int rank, int* sizes, int*, int, int, int*, int, int,
                            LANES_FFT(Type) type, int batch, size_t* bytes)
{
    return rocport_lanes::fftSize(rank, sizes, type, batch, bytes);
}
inline LANES_FFT(Result)
    LANES_FFT(GetSizeMany)(LANES_FFT(Handle), int rank, int* sizes, int*, int, int, int*, int, int,
                           LANES_FFT(Type) type, int batch, size_t* bytes)
{
    return rocport_lanes::fftSize(rank, sizes, type, batch, bytes);
}
inline LANES_FFT(Result) LANES_FFT(GetSize)(LANES_FFT(Handle) handle, size_t* bytes)
{
    const auto* plan = rocport_lanes::fftPlan(handle);
    if (plan == nullptr || plan->sizes.empty()) {
        return LANES_FFTC(INVALID_PLAN);
    }
    return rocport_lanes::fftSize(static_cast<int>(plan->sizes.size()), plan->sizes.data(),
                                  static_cast<LANES_FFT(Type)>(plan->kind), plan->batch, bytes);
}
inline LANES_FFT(Result) LANES_FFT(SetStream)(LANES_FFT(Handle) handle, LANES_NAME(Stream_t) stream)
{
    auto* plan = rocport_lanes::fftPlan(handle);
    if (plan == nullptr) {
        return LANES_FFTC(INVALID_PLAN);
    }
    plan->stream = stream;
    return LANES_FFTC(SUCCESS);
}
inline LANES_FFT(Result) LANES_FFT(SetAutoAllocation)(LANES_FFT(Handle), int)
{
    return LANES_FFTC(SUCCESS);
}
inline LANES_FFT(Result) LANES_FFT(SetWorkArea)(LANES_FFT(Handle), void*)
{
    return LANES_FFTC(SUCCESS);
}
inline LANES_FFT(Result) LANES_FFT(GetVersion)(int* version)
{
#ifdef LANES_AMD
    *version = 10020;
#else
    *version = CUFFT_VERSION;
#endif
    return LANES_FFTC(SUCCESS);
}

#define LANES_FFT_EXECUTE(kind, From, To, direction, sign)                                         \
    inline LANES_FFT(Result) LANES_FFT(Exec##kind)(LANES_FFT(Handle) handle, LANES_FFT(From) * in, \
                                                   LANES_FFT(To) * out direction)                  \
    {                                                                                              \
        using namespace rocport_lanes;                                                             \
        return fftExecute(fftPlan(handle), fft::Kind::kind, LANES_TEXT(LANES_FFT(Exec##kind)), in, \
                          out, sign);                                                              \
    }
#define LANES_FFT_DIRECTION , int direction
LANES_FFT_EXECUTE(C2C, Complex, Complex, LANES_FFT_DIRECTION, direction)
LANES_FFT_EXECUTE(Z2Z, DoubleComplex, DoubleComplex, LANES_FFT_DIRECTION, direction)
LANES_FFT_EXECUTE(R2C, Real, Complex, , -1)
LANES_FFT_EXECUTE(D2Z, DoubleReal, DoubleComplex, , -1)
LANES_FFT_EXECUTE(C2R, Complex, Real, , 1)
LANES_FFT_EXECUTE(Z2D, DoubleComplex, DoubleReal, , 1)
#undef LANES_FFT_EXECUTE
#undef LANES_FFT_DIRECTION
#undef LANES_FFT_LIST

// --- Types of numbers by their data types
// ----------------------------------------------------------

namespace rocport_lanes {

/// False: such a transform is not there.
inline bool fftKind(LANES_DATA_TYPE in, LANES_DATA_TYPE out, LANES_FFT(Type) & type)
{
    constexpr struct
    {
        LANES_DATA_TYPE in;
        LANES_DATA_TYPE out;
        LANES_FFT(Type) type;
    } kKinds[] = {{LANES_DATA(C_32F), LANES_DATA(C_32F), LANES_FFTC(C2C)},
                  {LANES_DATA(C_64F), LANES_DATA(C_64F), LANES_FFTC(Z2Z)},
                  {LANES_DATA(R_32F), LANES_DATA(C_32F), LANES_FFTC(R2C)},
                  {LANES_DATA(R_64F), LANES_DATA(C_64F), LANES_FFTC(D2Z)},
                  {LANES_DATA(C_32F), LANES_DATA(R_32F), LANES_FFTC(C2R)},
                  {LANES_DATA(C_64F), LANES_DATA(R_64F), LANES_FFTC(Z2D)}};
    for (const auto& kind : kKinds) {
        if (kind.in == in && kind.out == out) {
            type = kind.type;
            return true;
        }
    }
    return false;
}

} // namespace rocport_lanes

inline LANES_FFT(Result)
    LANES_FFT(XtMakePlanMany)(LANES_FFT(Handle) handle, int rank, long long* sizes,
                              long long* inEmbed, long long inStride, long long inDistance,
                              LANES_DATA_TYPE inType, long long* outEmbed, long long outStride,
                              long long outDistance, LANES_DATA_TYPE outType, long long batch,
                              size_t* bytes, LANES_DATA_TYPE)
{
    LANES_FFT(Type) type = LANES_FFTC(C2C);
    if (!rocport_lanes::fftKind(inType, outType, type)) {
        return LANES_FFTC(NOT_SUPPORTED);
    }
    return LANES_FFT(MakePlanMany64)(handle, rank, sizes, inEmbed, inStride, inDistance, outEmbed,
                                     outStride, outDistance, type, batch, bytes);
}
inline LANES_FFT(Result)
    LANES_FFT(XtExec)(LANES_FFT(Handle) handle, void* in, void* out, int direction)
{
    const auto* plan = rocport_lanes::fftPlan(handle);
    return plan == nullptr
               ? LANES_FFTC(INVALID_PLAN)
               : rocport_lanes::fftExecute(plan, plan->kind, LANES_TEXT(LANES_FFT(XtExec)), in, out,
                                           direction);
}
/// Callbacks are not played: a program that sets one does not compile.
template <typename Routine, typename... More>
LANES_FFT(Result)
LANES_FFT(XtSetCallback)(LANES_FFT(Handle), Routine, More...)
{
    static_assert(sizeof(Routine) == 0, "callbacks of FFT plans are not played on lanes");
    return LANES_FFTC(NOT_IMPLEMENTED);
}
