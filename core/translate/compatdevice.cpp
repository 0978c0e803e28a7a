#include "core/translate/compatdevice.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Bits of a bfloat16. (CUDA math API, bfloat16 conversion functions: each direction of rounding is
/// done once, from the exact value; NaN becomes 0x7FFF.)
constexpr const char* kBfloat16 = R"(
// Conversions to bfloat16, rounded once: 'n' to nearest even, 'z' to zero, 'd' down, 'u' up.
inline __host__ __device__ unsigned short rocportBfloat16Bits(unsigned long long magnitude, bool negative,
                                                              char rounding)
{
    const unsigned int sign = negative ? 0x8000u : 0u;
    if (magnitude == 0)
        return static_cast<unsigned short>(sign);
    const int top = 63 - __builtin_clzll(magnitude);
    unsigned long long kept = top <= 7 ? magnitude << (7 - top) : magnitude >> (top - 7);
    if (top > 7) {
        const unsigned long long rest = magnitude & ((1ull << (top - 7)) - 1);
        const unsigned long long half = 1ull << (top - 8);
        const bool nearest = rest > half || (rest == half && (kept & 1) != 0);
        kept += rounding == 'n' ? nearest : rest != 0 && rounding == (negative ? 'd' : 'u');
    }
    return static_cast<unsigned short>(sign + (static_cast<unsigned int>(top + 127) << 7) +
                                       static_cast<unsigned int>(kept - 128));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16(long long value, char rounding)
{
    const unsigned long long bits = static_cast<unsigned long long>(value);
    return __ushort_as_bfloat16(rocportBfloat16Bits(value < 0 ? 0 - bits : bits, value < 0, rounding));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16Unsigned(unsigned long long value, char rounding)
{
    return __ushort_as_bfloat16(rocportBfloat16Bits(value, false, rounding));
}
inline __host__ __device__ __hip_bfloat16 rocportBfloat16Float(float value, char rounding)
{
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u)
        return __ushort_as_bfloat16(0x7FFF);
    const bool negative = (bits >> 31) != 0;
    const unsigned int rest = bits & 0xFFFFu;
    const bool nearest = rest > 0x8000u || (rest == 0x8000u && (bits & 0x10000u) != 0);
    const bool up = rounding == 'n' ? nearest : rest != 0 && rounding == (negative ? 'd' : 'u');
    return __ushort_as_bfloat16(static_cast<unsigned short>((bits >> 16) + (up ? 1 : 0)));
}
)";

/// (CUDA math API, __hmax2 and __hmax2_nan: NaN gives way to a number, or wins in the _nan forms;
/// both NaN is the canonical NaN, 0x7FFF; +0 is greater than -0.)
constexpr const char* kExtremes = R"(
// The greater or smaller of two, by bits: +0 is greater than -0, and NaN gives way, except with `nan`.
inline __host__ __device__ unsigned short rocportExtreme(unsigned short a, unsigned short b,
                                                         unsigned short infinity, bool greater, bool nan)
{
    const bool aNan = (a & 0x7FFF) > infinity;
    const bool bNan = (b & 0x7FFF) > infinity;
    if (aNan || bNan)
        return nan || (aNan && bNan) ? static_cast<unsigned short>(0x7FFF) : aNan ? b : a;
    const int aRank = (a & 0x8000) != 0 ? -1 - (a & 0x7FFF) : a;
    const int bRank = (b & 0x8000) != 0 ? -1 - (b & 0x7FFF) : b;
    return (aRank < bRank) == greater ? b : a;
}
inline __host__ __device__ __half2 rocportExtreme2(__half2 a, __half2 b, bool greater, bool nan)
{
    const unsigned short low = rocportExtreme(__half_as_ushort(__low2half(a)), __half_as_ushort(__low2half(b)),
                                              0x7C00, greater, nan);
    const unsigned short high = rocportExtreme(__half_as_ushort(__high2half(a)),
                                               __half_as_ushort(__high2half(b)), 0x7C00, greater, nan);
    return __halves2half2(__ushort_as_half(low), __ushort_as_half(high));
}
inline __host__ __device__ __hip_bfloat162 rocportExtreme2(__hip_bfloat162 a, __hip_bfloat162 b, bool greater,
                                                           bool nan)
{
    const unsigned short low =
        rocportExtreme(__bfloat16_as_ushort(a.x), __bfloat16_as_ushort(b.x), 0x7F80, greater, nan);
    const unsigned short high =
        rocportExtreme(__bfloat16_as_ushort(a.y), __bfloat16_as_ushort(b.y), 0x7F80, greater, nan);
    return __hip_bfloat162(__ushort_as_bfloat16(low), __ushort_as_bfloat16(high));
}
)";

/// (CUDA C++ programming guide, warp reduce functions: the lanes that a mask names call together
/// with the same mask. So active lanes with this lane's mask are those that it names; as in the
/// other warp functions before ROCm 7.0, its bits are not looked at, since they count 32 lanes.)
constexpr const char* kReduce = R"(
// Reductions over the active lanes of the wavefront that have the same mask; integers, in any order.
template <typename T, typename Operation>
inline __device__ T rocportReduceLanes(unsigned long long mask, T value, Operation operation)
{
    T result = value;
    bool first = true;
    for (unsigned long long lanes = __ballot(1); lanes != 0; lanes &= lanes - 1) {
        const int lane = __ffsll(lanes) - 1;
        const T other = __shfl(value, lane);
        if (__shfl(mask, lane) != mask)
            continue;
        result = first ? other : operation(result, other);
        first = false;
    }
    return result;
}
)";

struct Supplied
{
    std::string_view cuda;
    const char* helper; ///< what it rests on
    const char* define;
    bool isWarp = false; ///< HIP has it from 7.0 on
};

#define ROCPORT_BFLOAT16(name, type, function)                                                     \
    Supplied{name "_rn"sv, kBfloat16,                                                              \
             "#define " name "_rn(value) " function "(static_cast<" type ">(value), 'n')\n"},      \
        Supplied{name "_rz"sv, kBfloat16,                                                          \
                 "#define " name "_rz(value) " function "(static_cast<" type ">(value), 'z')\n"},  \
        Supplied{name "_rd"sv, kBfloat16,                                                          \
                 "#define " name "_rd(value) " function "(static_cast<" type ">(value), 'd')\n"},  \
        Supplied                                                                                   \
    {                                                                                              \
        name "_ru"sv, kBfloat16,                                                                   \
            "#define " name "_ru(value) " function "(static_cast<" type ">(value), 'u')\n"         \
    }
#define ROCPORT_REDUCE(name, expression)                                                           \
    Supplied                                                                                       \
    {                                                                                              \
        name##sv, kReduce,                                                                         \
            "#define " name "(mask, value) rocportReduceLanes(mask, value, "                       \
            "[](auto a, auto b) { return " expression "; })\n",                                    \
            true                                                                                   \
    }

constexpr std::array kSupplied = {
    ROCPORT_BFLOAT16("__float2bfloat16", "float", "rocportBfloat16Float"),
    ROCPORT_BFLOAT16("__int2bfloat16", "int", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__ll2bfloat16", "long long", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__short2bfloat16", "short", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__uint2bfloat16", "unsigned int", "rocportBfloat16Unsigned"),
    ROCPORT_BFLOAT16("__ull2bfloat16", "unsigned long long", "rocportBfloat16Unsigned"),
    ROCPORT_BFLOAT16("__ushort2bfloat16", "unsigned short", "rocportBfloat16Unsigned"),
    Supplied{"__hmax2"sv, kExtremes, "#define __hmax2(a, b) rocportExtreme2(a, b, true, false)\n"},
    Supplied{"__hmax2_nan"sv, kExtremes,
             "#define __hmax2_nan(a, b) rocportExtreme2(a, b, true, true)\n"},
    Supplied{"__hmin2"sv, kExtremes, "#define __hmin2(a, b) rocportExtreme2(a, b, false, false)\n"},
    Supplied{"__hmin2_nan"sv, kExtremes,
             "#define __hmin2_nan(a, b) rocportExtreme2(a, b, false, true)\n"},
    ROCPORT_REDUCE("__reduce_add_sync", "a + b"),
    ROCPORT_REDUCE("__reduce_and_sync", "a & b"),
    ROCPORT_REDUCE("__reduce_max_sync", "a < b ? b : a"),
    ROCPORT_REDUCE("__reduce_min_sync", "b < a ? b : a"),
    ROCPORT_REDUCE("__reduce_or_sync", "a | b"),
    ROCPORT_REDUCE("__reduce_xor_sync", "a ^ b")};

#undef ROCPORT_BFLOAT16
#undef ROCPORT_REDUCE

const Supplied* find(std::string_view name)
{
    const auto* const found = std::find_if(kSupplied.begin(), kSupplied.end(),
                                           [&](const Supplied& one) { return one.cuda == name; });
    return found == kSupplied.end() ? nullptr : found;
}

} // namespace

bool isSuppliedDevice(std::string_view cudaName, const Version& rocm)
{
    const Supplied* const found = find(cudaName);
    return found != nullptr && (!found->isWarp || rocm < Version{7, 0});
}

QByteArray suppliedDevice(const std::set<QByteArray>& names)
{
    QByteArray helpers;
    QByteArray defines;
    bool types = false;
    for (const char* const helper : {kBfloat16, kExtremes, kReduce}) {
        bool isUsed = false;
        for (const QByteArray& name : names) {
            const Supplied* const one = find({name.constData(), static_cast<size_t>(name.size())});
            if (one != nullptr && one->helper == helper) {
                isUsed = true;
                defines += one->define;
            }
        }
        if (isUsed) {
            helpers += helper;
            types = types || helper != kReduce;
        }
    }
    if (helpers.isEmpty())
        return {};
    // The headers come before the macros, which would rename what they declare.
    return QByteArray("\n// Device functions that HIP lacks.\n"
                      "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n") +
           (types ? "#include <hip/hip_bf16.h>\n#include <hip/hip_fp16.h>\n" : "") +
           "#include <hip/hip_runtime.h>\n" + helpers + '\n' + defines + "#endif\n";
}

} // namespace rocport
