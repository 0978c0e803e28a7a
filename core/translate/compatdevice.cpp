#include "core/translate/compatdevice.h"

#include "core/text/bytes.h"
#include "core/translate/supplied.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Bits of a bfloat16. (CUDA math API, bfloat16 conversion functions: each direction of rounding is
/// done once, from the exact value; NaN becomes 0x7FFF.)
constexpr std::string_view kBfloat16 = "device/bfloat16.h"sv;

/// (CUDA math API, __hmax2 and __hmax2_nan: NaN gives way to a number, or wins in the _nan forms;
/// both NaN is the canonical NaN, 0x7FFF; +0 is greater than -0.)
constexpr std::string_view kExtremes = "device/extremes.h"sv;

/// (CUDA C++ programming guide, warp reduce functions: the lanes that a mask names call together
/// with the same mask. So active lanes with this lane's mask are those that it names; as in the
/// other warp functions before ROCm 7.0, its bits are not looked at, since they count 32 lanes.)
constexpr std::string_view kReduce = "device/reduce.h"sv;

/// (CUDA math API, integer intrinsics: __dp4a and __dp2a; a sum that does not fit wraps.)
constexpr std::string_view kDotProducts = "device/dotproducts.h"sv;

/// (PTX ISA, cp.async: a thread sees its copies after it has waited for them; others after a
/// barrier besides.)
constexpr std::string_view kAsyncCopies = "device/asynccopies.h"sv;

/// (CUDA C++ programming guide, load and store functions using cache hints; PTX ISA, "Vector data
/// types" of the memory model: a vector is read and written as its numbers, in no certain order.)
constexpr std::string_view kCacheAccess = "device/cacheaccess.h"sv;

/// (CUDA math API, __half_raw and __half2_raw: 16 bits each, named x and y.)
constexpr std::string_view kHalfRaw = "device/halfraw.h"sv;
constexpr std::string_view kHalfValues = "device/halfvalues.h"sv;

/// (CUDA math API, half and bfloat16 conversion functions; PTX ISA, cvt: integers are clamped, NaN
/// is 0, or the top bit of 64.)
constexpr std::string_view kHalfIntegers = "device/halfintegers.h"sv;

/// (CUDA math API, half and bfloat16 arithmetic functions: _rn is never contracted, _sat turns NaN
/// into +0, _relu into the canonical NaN; htanh is near, and htanh_approx may be.)
constexpr std::string_view kHalfArithmetic = "device/halfarithmetic.h"sv;

/// (CUDA math API, half2 comparison functions: those with a "u" hold for NaN.)
constexpr std::string_view kHalfComparisons = "device/halfcomparisons.h"sv;

/// (CUDA C++ programming guide, atomicAdd: each of the two numbers of a pair is added atomically;
/// atomicCAS takes 16 bits too.)
constexpr std::string_view kHalfAtomics = "device/halfatomics.h"sv;

/// (CUDA C++ programming guide, labeled_partition: threads with the same label are a group.)
constexpr std::string_view kLabels = "device/labeledpartition.h"sv;
/// (CUDA C++ programming guide, thread_block_tile: any trivially copyable type. HIP 6.4 refuses all
/// but numbers; its classes and members are the same in what became of HIP 7.)
constexpr std::string_view kTileShuffles = "device/tileshuffles.h"sv;
/// (CUDA C++ programming guide, block_tile_memory and tiles of more than a warp.)
constexpr std::string_view kBlockTiles = "device/blocktiles.h"sv;
/// (CUDA C++ programming guide, warp match functions: lanes with the same bits.)
constexpr std::string_view kMatches = "device/matches.h"sv;
constexpr std::string_view kShuffles = "device/bfloat16shuffles.h"sv;
constexpr std::string_view kReadOnly = "device/readonly.h"sv;

/// (PTX ISA, bfe: position and length count modulo 256.)
constexpr std::string_view kBitFields = "device/bitfields.h"sv;

/// (PTX ISA, "Matrix fragments for mma": which lane holds what. Products are exact; sums are taken
/// in float and rounded once, where tensor cores cut some bits of them off.)
constexpr std::string_view kMatrices = "device/matrices.h"sv;

/// (PTX ISA, ldmatrix, stmatrix and movmatrix.)
constexpr std::string_view kMatrixMoves = "device/matrixmoves.h"sv;

/// (CUDA math API, SIMD intrinsics.)
constexpr std::string_view kSimd = "device/simd.h"sv;
constexpr std::string_view kSimdThree = "device/simdthree.h"sv;

/// (CUDA C++ programming guide, atomicInc, atomicDec, and atomicAdd of float2 and float4:
/// "guaranteed separately for each" element.)
constexpr std::string_view kWrappingAtomics = "device/wrappingatomics.h"sv;
constexpr std::string_view kVectorAtomics = "device/vectoratomics.h"sv;

/// (CUDA C++ programming guide, address space predicate functions.)
constexpr std::string_view kStateSpaces = "device/statespaces.h"sv;

/// (CUDA math API, intrinsics with a direction of rounding: rounded once, never joined with others.
/// HIP 6.4, __clang_hip_math.h: no other direction than to nearest is declared; __fsqrt_rn and
/// __frsqrt_rn are instructions that may be off by a unit; sums and products may be joined.)
constexpr std::string_view kRounding = "device/rounding.h"sv;

/// Names of HIP's own structures, which need no text.
constexpr std::string_view kRawNames = "raw names"sv;
constexpr std::string_view kNothing;

/// The releases of ROCm in which HIP lacks a function.
enum class Lacked {
    Always,
    Before7,
    From62Before7 ///< it has the structures from 6.2 on, the tables of names know them from 7.0 on
};

bool isLackedIn(Lacked releases, const Version& rocm)
{
    return releases == Lacked::Always ||
           (rocm < Version{7, 0} && (releases == Lacked::Before7 || !(rocm < Version{6, 2})));
}

struct Supplied
{
    std::string_view cuda;
    std::string_view helper; ///< the text that it rests on; may be empty
    const char* define;
    Lacked lacked = Lacked::Always;
    bool isBeyond = false; ///< looked for apart, since the tables of names do not know it, or not
                           ///< all of its kind
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
#define ROCPORT_INTEGER(name, type)                                                                \
    Supplied{name "_rn"sv, kHalfIntegers,                                                          \
             "#define " name "_rn(...) rocportInteger<" type                                       \
             ">(rocportFloatOf(__VA_ARGS__), 'n')\n"},                                             \
        Supplied{name "_rz"sv, kHalfIntegers,                                                      \
                 "#define " name "_rz(...) rocportInteger<" type                                   \
                 ">(rocportFloatOf(__VA_ARGS__), 'z')\n"},                                         \
        Supplied{name "_rd"sv, kHalfIntegers,                                                      \
                 "#define " name "_rd(...) rocportInteger<" type                                   \
                 ">(rocportFloatOf(__VA_ARGS__), 'd')\n"},                                         \
        Supplied                                                                                   \
    {                                                                                              \
        name "_ru"sv, kHalfIntegers,                                                               \
            "#define " name "_ru(...) rocportInteger<" type                                        \
            ">(rocportFloatOf(__VA_ARGS__), 'u')\n"                                                \
    }
#define ROCPORT_CALL(name, helper, text)                                                           \
    Supplied                                                                                       \
    {                                                                                              \
        name##sv, helper, "#define " name text "\n"                                                \
    }
#define ROCPORT_ROUNDED(name, type, function, direction, letter)                                   \
    Supplied                                                                                       \
    {                                                                                              \
        name direction##sv, kRounding,                                                             \
            "#define " name direction "(...) rocportRounded" function "<" type ", '" letter        \
            "'>(__VA_ARGS__)\n"                                                                    \
    }
#define ROCPORT_DIRECTIONS(name, type, function)                                                   \
    ROCPORT_ROUNDED(name, type, function, "_rz", "z"),                                             \
        ROCPORT_ROUNDED(name, type, function, "_rd", "d"),                                         \
        ROCPORT_ROUNDED(name, type, function, "_ru", "u")
#define ROCPORT_NEAREST(name, type, function)                                                      \
    ROCPORT_CALL(name "_rn", kRounding, "(...) rocportNearest" function "<" type ">(__VA_ARGS__)")
#define ROCPORT_IEEE(direction, letter)                                                            \
    Supplied                                                                                       \
    {                                                                                              \
        "__fmaf_ieee_" direction##sv, kRounding,                                                   \
            "#define __fmaf_ieee_" direction "(...) rocportRoundedFma<float, '" letter             \
            "'>(__VA_ARGS__)\n",                                                                   \
            Lacked::Always, true                                                                   \
    }
#define ROCPORT_COMPARED(name, expression)                                                         \
    ROCPORT_CALL(name "_mask", kHalfComparisons,                                                   \
                 "(...) rocportMask2(__VA_ARGS__, [](float x, float y) { return " expression       \
                 "; })")
#define ROCPORT_UNORDERED(name, expression)                                                        \
    ROCPORT_COMPARED(name, expression),                                                            \
        ROCPORT_CALL(name, kHalfComparisons,                                                       \
                     "(...) rocportTruth2(__VA_ARGS__, [](float x, float y) { return " expression  \
                     "; })")
#define ROCPORT_CACHED(name, function, scope)                                                      \
    Supplied                                                                                       \
    {                                                                                              \
        name##sv, kCacheAccess,                                                                    \
            "#define " name "(...) rocportCached" function "<__HIP_MEMORY_SCOPE_" scope            \
            ">(__VA_ARGS__)\n",                                                                    \
            Lacked::Always, true                                                                   \
    }
#define ROCPORT_REDUCE(name, expression)                                                           \
    Supplied                                                                                       \
    {                                                                                              \
        name##sv, kReduce,                                                                         \
            "#define " name "(mask, value) rocportReduceLanes(mask, value, "                       \
            "[](auto a, auto b) { return " expression "; })\n",                                    \
            Lacked::Before7                                                                        \
    }

constexpr std::array kSupplied = {
    ROCPORT_BFLOAT16("__float2bfloat16", "float", "rocportBfloat16Float"),
    ROCPORT_BFLOAT16("__int2bfloat16", "int", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__ll2bfloat16", "long long", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__short2bfloat16", "short", "rocportBfloat16"),
    ROCPORT_BFLOAT16("__uint2bfloat16", "unsigned int", "rocportBfloat16Unsigned"),
    ROCPORT_BFLOAT16("__ull2bfloat16", "unsigned long long", "rocportBfloat16Unsigned"),
    ROCPORT_BFLOAT16("__ushort2bfloat16", "unsigned short", "rocportBfloat16Unsigned"),
    ROCPORT_INTEGER("__bfloat162int", "int"), ROCPORT_INTEGER("__bfloat162ll", "long long"),
    ROCPORT_INTEGER("__bfloat162short", "short"),
    ROCPORT_INTEGER("__bfloat162uint", "unsigned int"),
    ROCPORT_INTEGER("__bfloat162ull", "unsigned long long"),
    ROCPORT_INTEGER("__bfloat162ushort", "unsigned short"),
    ROCPORT_CALL("__bfloat162char_rz", kHalfIntegers,
                 "(...) rocportInteger<signed char>(rocportFloatOf(__VA_ARGS__), 'z')"),
    ROCPORT_CALL("__bfloat162uchar_rz", kHalfIntegers,
                 "(...) rocportInteger<unsigned char>(rocportFloatOf(__VA_ARGS__), 'z')"),
    ROCPORT_CALL("__half2char_rz", kHalfIntegers,
                 "(...) rocportInteger<signed char>(rocportFloatOf(__VA_ARGS__), 'z')"),
    ROCPORT_CALL("__half2uchar_rz", kHalfIntegers,
                 "(...) rocportInteger<unsigned char>(rocportFloatOf(__VA_ARGS__), 'z')"),
    ROCPORT_CALL("__float2bfloat162_rn", kHalfValues,
                 "(value) rocportPair(rocportBfloat16Float(value, 'n'), "
                 "rocportBfloat16Float(value, 'n'))"),
    ROCPORT_CALL("__floats2bfloat162_rn", kHalfValues,
                 "(a, b) rocportPair(rocportBfloat16Float(a, 'n'), rocportBfloat16Float(b, 'n'))"),
    ROCPORT_CALL("make_bfloat162", kHalfValues, "(...) rocportPair(__VA_ARGS__)"),
    ROCPORT_CALL("__half_raw", kHalfRaw, " rocportHalfRaw"),
    ROCPORT_CALL("__half2_raw", kHalfRaw, " rocportHalf2Raw"),
    Supplied{"__nv_bfloat16_raw"sv, kRawNames, "#define __nv_bfloat16_raw __hip_bfloat16_raw\n",
             Lacked::From62Before7},
    Supplied{"__nv_bfloat162_raw"sv, kRawNames, "#define __nv_bfloat162_raw __hip_bfloat162_raw\n",
             Lacked::From62Before7},
    ROCPORT_CALL("__hadd_rn", kHalfArithmetic, "(...) rocportRounded(__VA_ARGS__, '+')"),
    ROCPORT_CALL("__hsub_rn", kHalfArithmetic, "(...) rocportRounded(__VA_ARGS__, '-')"),
    ROCPORT_CALL("__hmul_rn", kHalfArithmetic, "(...) rocportRounded(__VA_ARGS__, '*')"),
    ROCPORT_CALL("__hadd2_rn", kHalfArithmetic, "(...) rocportRounded2(__VA_ARGS__, '+')"),
    ROCPORT_CALL("__hsub2_rn", kHalfArithmetic, "(...) rocportRounded2(__VA_ARGS__, '-')"),
    ROCPORT_CALL("__hmul2_rn", kHalfArithmetic, "(...) rocportRounded2(__VA_ARGS__, '*')"),
    ROCPORT_CALL("__hadd_sat", kHalfArithmetic,
                 "(...) rocportSaturated(rocportRounded(__VA_ARGS__, '+'))"),
    ROCPORT_CALL("__hsub_sat", kHalfArithmetic,
                 "(...) rocportSaturated(rocportRounded(__VA_ARGS__, '-'))"),
    ROCPORT_CALL("__hmul_sat", kHalfArithmetic,
                 "(...) rocportSaturated(rocportRounded(__VA_ARGS__, '*'))"),
    ROCPORT_CALL("__hfma_sat", kHalfArithmetic, "(...) rocportSaturated(__hfma(__VA_ARGS__))"),
    ROCPORT_CALL("__hadd2_sat", kHalfArithmetic,
                 "(...) rocportSaturated2(rocportRounded2(__VA_ARGS__, '+'))"),
    ROCPORT_CALL("__hsub2_sat", kHalfArithmetic,
                 "(...) rocportSaturated2(rocportRounded2(__VA_ARGS__, '-'))"),
    ROCPORT_CALL("__hmul2_sat", kHalfArithmetic,
                 "(...) rocportSaturated2(rocportRounded2(__VA_ARGS__, '*'))"),
    ROCPORT_CALL("__hfma2_sat", kHalfArithmetic, "(...) rocportSaturated2(__hfma2(__VA_ARGS__))"),
    ROCPORT_CALL("__hfma_relu", kHalfArithmetic, "(...) rocportRelu(__hfma(__VA_ARGS__))"),
    ROCPORT_CALL("__hfma2_relu", kHalfArithmetic, "(...) rocportRelu2(__hfma2(__VA_ARGS__))"),
    ROCPORT_CALL("htanh", kHalfArithmetic, "(...) rocportTanh(__VA_ARGS__)"),
    ROCPORT_CALL("htanh_approx", kHalfArithmetic, "(...) rocportTanh(__VA_ARGS__)"),
    ROCPORT_CALL("h2tanh", kHalfArithmetic, "(...) rocportTanh2(__VA_ARGS__)"),
    ROCPORT_CALL("h2tanh_approx", kHalfArithmetic, "(...) rocportTanh2(__VA_ARGS__)"),
    ROCPORT_COMPARED("__heq2", "x == y"), ROCPORT_COMPARED("__hne2", "x < y || x > y"),
    ROCPORT_COMPARED("__hle2", "x <= y"), ROCPORT_COMPARED("__hge2", "x >= y"),
    ROCPORT_COMPARED("__hlt2", "x < y"), ROCPORT_COMPARED("__hgt2", "x > y"),
    ROCPORT_UNORDERED("__hequ2", "!(x < y || x > y)"), ROCPORT_UNORDERED("__hneu2", "!(x == y)"),
    ROCPORT_UNORDERED("__hleu2", "!(x > y)"), ROCPORT_UNORDERED("__hgeu2", "!(x < y)"),
    ROCPORT_UNORDERED("__hltu2", "!(x >= y)"), ROCPORT_UNORDERED("__hgtu2", "!(x <= y)"),
    ROCPORT_DIRECTIONS("__fadd", "float", "Add"), ROCPORT_DIRECTIONS("__fsub", "float", "Sub"),
    ROCPORT_DIRECTIONS("__fmul", "float", "Mul"), ROCPORT_DIRECTIONS("__fdiv", "float", "Div"),
    ROCPORT_DIRECTIONS("__fmaf", "float", "Fma"), ROCPORT_DIRECTIONS("__frcp", "float", "Rcp"),
    ROCPORT_DIRECTIONS("__fsqrt", "float", "Sqrt"), ROCPORT_DIRECTIONS("__dadd", "double", "Add"),
    ROCPORT_DIRECTIONS("__dsub", "double", "Sub"), ROCPORT_DIRECTIONS("__dmul", "double", "Mul"),
    ROCPORT_DIRECTIONS("__ddiv", "double", "Div"), ROCPORT_DIRECTIONS("__fma", "double", "Fma"),
    ROCPORT_DIRECTIONS("__drcp", "double", "Rcp"), ROCPORT_DIRECTIONS("__dsqrt", "double", "Sqrt"),
    ROCPORT_NEAREST("__fadd", "float", "Add"), ROCPORT_NEAREST("__fsub", "float", "Sub"),
    ROCPORT_NEAREST("__fmul", "float", "Mul"), ROCPORT_NEAREST("__dadd", "double", "Add"),
    ROCPORT_NEAREST("__dsub", "double", "Sub"), ROCPORT_NEAREST("__dmul", "double", "Mul"),
    ROCPORT_ROUNDED("__fsqrt", "float", "Sqrt", "_rn", "n"),
    ROCPORT_CALL("__frsqrt_rn", kRounding, "(...) rocportRoundedRsqrt(__VA_ARGS__)"),
    ROCPORT_IEEE("rn", "n"), ROCPORT_IEEE("rz", "z"), ROCPORT_IEEE("rd", "d"),
    ROCPORT_IEEE("ru", "u"),
    // The functions themselves, beside those of HIP.
    Supplied{"atomicInc_system"sv, kWrappingAtomics, "", Lacked::Always, true},
    Supplied{"atomicDec_system"sv, kWrappingAtomics, "", Lacked::Always, true},
    // A kernel does not begin before the one ahead has ended. (CUDA C++ programming guide,
    // programmatic dependent launch)
    Supplied{"cudaGridDependencySynchronize"sv, kNothing,
             "inline __device__ void cudaGridDependencySynchronize() {}\n"},
    Supplied{"cudaTriggerProgrammaticLaunchCompletion"sv, kNothing,
             "inline __device__ void cudaTriggerProgrammaticLaunchCompletion() {}\n"},
    Supplied{"__isGlobal"sv, kStateSpaces, "", Lacked::Always, true},
    Supplied{"__isLocal"sv, kStateSpaces, "", Lacked::Always, true},
    Supplied{"__isShared"sv, kStateSpaces, "", Lacked::Always, true},
    Supplied{kSuppliedVectorAtomics, kVectorAtomics, "", Lacked::Always, true},
    Supplied{kSuppliedPartition, kLabels, "", Lacked::Always, true},
    Supplied{kSuppliedShuffles, kShuffles, "", Lacked::Always, true},
    Supplied{"__match_any_sync"sv, kMatches,
             "#define __match_any_sync(mask, value) rocportMatchAny(mask, value)\n",
             Lacked::Before7},
    Supplied{kSuppliedBlockTiles, kBlockTiles, "", Lacked::Always, true},
    Supplied{kSuppliedTileShuffles, kTileShuffles, "", Lacked::Always, true},
    Supplied{kSuppliedHalfAtomics, kHalfAtomics, "", Lacked::Always, true},
    Supplied{kSuppliedReadOnly, kReadOnly, "#define __ldg(...) rocportReadOnly(__VA_ARGS__)\n",
             Lacked::Always, true},
    Supplied{"__cvta_generic_to_global"sv, kNothing,
             "#define __cvta_generic_to_global(pointer) reinterpret_cast<size_t>(pointer)\n",
             Lacked::Always, true},
    Supplied{kSuppliedSharedAddress, kAsyncCopies,
             "#define __cvta_generic_to_shared(...) rocportSharedOffset(__VA_ARGS__)\n",
             Lacked::Always, true},
    Supplied{"__cvta_global_to_generic"sv, kNothing,
             "#define __cvta_global_to_generic(address) reinterpret_cast<void*>(address)\n",
             Lacked::Always, true},
    Supplied{"__cvta_shared_to_generic"sv, kAsyncCopies,
             "#define __cvta_shared_to_generic(offset) rocportFromShared(offset)\n", Lacked::Always,
             true},
    Supplied{"__dp2a_hi"sv, kDotProducts,
             "#define __dp2a_hi(a, b, sum) rocportDp2a(a, rocportUpper(b), sum)\n", Lacked::Always,
             true},
    Supplied{"__dp2a_lo"sv, kDotProducts, "#define __dp2a_lo(...) rocportDp2a(__VA_ARGS__)\n",
             Lacked::Always, true},
    Supplied{"__dp4a"sv, kDotProducts, "#define __dp4a(...) rocportDp4a(__VA_ARGS__)\n",
             Lacked::Always, true},
    // What stands for the instruction calls it.
    Supplied{kSuppliedCopy, kAsyncCopies, "", Lacked::Always, true},
    Supplied{kSuppliedBitField, kBitFields, "", Lacked::Always, true},
    Supplied{kSuppliedProduct, kMatrices, "", Lacked::Always, true},
    Supplied{kSuppliedMatrixMove, kMatrixMoves, "", Lacked::Always, true},
    // Hints to NVIDIA's compiler, without a meaning for the program.
    Supplied{"__grid_constant__"sv, kNothing, "#define __grid_constant__\n", Lacked::Always, true},
    Supplied{"__maxnreg__"sv, kNothing, "#define __maxnreg__(registers)\n", Lacked::Always, true},
    ROCPORT_CALL("__hmax_nan", kExtremes, "(...) rocportExtreme1(__VA_ARGS__, true, true)"),
    ROCPORT_CALL("__hmin_nan", kExtremes, "(...) rocportExtreme1(__VA_ARGS__, false, true)"),
    Supplied{"__hmax2"sv, kExtremes, "#define __hmax2(a, b) rocportExtreme2(a, b, true, false)\n"},
    Supplied{"__hmax2_nan"sv, kExtremes,
             "#define __hmax2_nan(a, b) rocportExtreme2(a, b, true, true)\n"},
    Supplied{"__hmin2"sv, kExtremes, "#define __hmin2(a, b) rocportExtreme2(a, b, false, false)\n"},
    Supplied{"__hmin2_nan"sv, kExtremes,
             "#define __hmin2_nan(a, b) rocportExtreme2(a, b, false, true)\n"},
    ROCPORT_CACHED("__ldcg", "Load", "AGENT"), ROCPORT_CACHED("__ldcv", "Load", "SYSTEM"),
    ROCPORT_CACHED("__stcg", "Store", "AGENT"), ROCPORT_CACHED("__stwt", "Store", "SYSTEM"),
    ROCPORT_REDUCE("__reduce_add_sync", "a + b"), ROCPORT_REDUCE("__reduce_and_sync", "a & b"),
    ROCPORT_REDUCE("__reduce_max_sync", "a < b ? b : a"),
    ROCPORT_REDUCE("__reduce_min_sync", "b < a ? b : a"),
    ROCPORT_REDUCE("__reduce_or_sync", "a | b"), ROCPORT_REDUCE("__reduce_xor_sync", "a ^ b")};

#undef ROCPORT_BFLOAT16
#undef ROCPORT_CALL
#undef ROCPORT_COMPARED
#undef ROCPORT_DIRECTIONS
#undef ROCPORT_IEEE
#undef ROCPORT_INTEGER
#undef ROCPORT_NEAREST
#undef ROCPORT_ROUNDED
#undef ROCPORT_UNORDERED
#undef ROCPORT_CACHED
#undef ROCPORT_REDUCE

/// Functions that stand in a text under their own names.
constexpr std::array kSimdNames = {
    "__vabs2"sv,      "__vabs4"sv,    "__vabsdiffs2"sv, "__vabsdiffs4"sv, "__vabsdiffu2"sv,
    "__vabsdiffu4"sv, "__vabsss2"sv,  "__vabsss4"sv,    "__vadd2"sv,      "__vadd4"sv,
    "__vaddss2"sv,    "__vaddss4"sv,  "__vaddus2"sv,    "__vaddus4"sv,    "__vavgs2"sv,
    "__vavgs4"sv,     "__vavgu2"sv,   "__vavgu4"sv,     "__vcmpeq2"sv,    "__vcmpeq4"sv,
    "__vcmpges2"sv,   "__vcmpges4"sv, "__vcmpgeu2"sv,   "__vcmpgeu4"sv,   "__vcmpgts2"sv,
    "__vcmpgts4"sv,   "__vcmpgtu2"sv, "__vcmpgtu4"sv,   "__vcmples2"sv,   "__vcmples4"sv,
    "__vcmpleu2"sv,   "__vcmpleu4"sv, "__vcmplts2"sv,   "__vcmplts4"sv,   "__vcmpltu2"sv,
    "__vcmpltu4"sv,   "__vcmpne2"sv,  "__vcmpne4"sv,    "__vhaddu2"sv,    "__vhaddu4"sv,
    "__vmaxs2"sv,     "__vmaxs4"sv,   "__vmaxu2"sv,     "__vmaxu4"sv,     "__vmins2"sv,
    "__vmins4"sv,     "__vminu2"sv,   "__vminu4"sv,     "__vneg2"sv,      "__vneg4"sv,
    "__vnegss2"sv,    "__vnegss4"sv,  "__vsads2"sv,     "__vsads4"sv,     "__vsadu2"sv,
    "__vsadu4"sv,     "__vseteq2"sv,  "__vseteq4"sv,    "__vsetges2"sv,   "__vsetges4"sv,
    "__vsetgeu2"sv,   "__vsetgeu4"sv, "__vsetgts2"sv,   "__vsetgts4"sv,   "__vsetgtu2"sv,
    "__vsetgtu4"sv,   "__vsetles2"sv, "__vsetles4"sv,   "__vsetleu2"sv,   "__vsetleu4"sv,
    "__vsetlts2"sv,   "__vsetlts4"sv, "__vsetltu2"sv,   "__vsetltu4"sv,   "__vsetne2"sv,
    "__vsetne4"sv,    "__vsub2"sv,    "__vsub4"sv,      "__vsubss2"sv,    "__vsubss4"sv,
    "__vsubus2"sv,    "__vsubus4"sv};
constexpr std::array kSimdThreeNames = {
    "__viaddmax_s16x2"sv,    "__viaddmax_s16x2_relu"sv, "__viaddmax_s32"sv,
    "__viaddmax_s32_relu"sv, "__viaddmax_u16x2"sv,      "__viaddmax_u32"sv,
    "__viaddmin_s16x2"sv,    "__viaddmin_s16x2_relu"sv, "__viaddmin_s32"sv,
    "__viaddmin_s32_relu"sv, "__viaddmin_u16x2"sv,      "__viaddmin_u32"sv,
    "__vimax3_s16x2"sv,      "__vimax3_s16x2_relu"sv,   "__vimax3_s32"sv,
    "__vimax3_s32_relu"sv,   "__vimax3_u16x2"sv,        "__vimax3_u32"sv,
    "__vimax_s16x2_relu"sv,  "__vimax_s32_relu"sv,      "__vimin3_s16x2"sv,
    "__vimin3_s16x2_relu"sv, "__vimin3_s32"sv,          "__vimin3_s32_relu"sv,
    "__vimin3_u16x2"sv,      "__vimin3_u32"sv,          "__vimin_s16x2_relu"sv,
    "__vimin_s32_relu"sv};

template <size_t kCount>
constexpr auto ownNames(const std::array<std::string_view, kCount>& names, std::string_view helper)
{
    std::array<Supplied, kCount> rows = {};
    for (size_t i = 0; i < kCount; ++i) {
        rows[i] = Supplied{names[i], helper, "", Lacked::Always, true};
    }
    return rows;
}
constexpr auto kSimdRows = ownNames(kSimdNames, kSimd);
constexpr auto kSimdThreeRows = ownNames(kSimdThreeNames, kSimdThree);

template <size_t kCount>
const Supplied* findIn(const std::array<Supplied, kCount>& rows, std::string_view name)
{
    const auto* const found = std::find_if(rows.begin(), rows.end(),
                                           [&](const Supplied& one) { return one.cuda == name; });
    return found == rows.end() ? nullptr : found;
}

const Supplied* find(std::string_view name)
{
    if (name.starts_with("__v")) {
        const Supplied* const found = findIn(kSimdRows, name);
        return found != nullptr ? found : findIn(kSimdThreeRows, name);
    }
    return findIn(kSupplied, name);
}

} // namespace

bool isSuppliedDevice(std::string_view cudaName, const Version& rocm)
{
    const Supplied* const found = find(cudaName);
    return found != nullptr && isLackedIn(found->lacked, rocm);
}

bool isBeyondTables(std::string_view cudaName)
{
    const Supplied* const found = find(cudaName);
    return found != nullptr && found->isBeyond;
}

std::vector<std::string_view> suppliedBeside(const QSet<QByteArray>& names,
                                             const QSet<QByteArray>& headers)
{
    const bool bfloat16 = headers.contains("cuda_bf16.h");
    std::vector<std::string_view> more;
    if ((bfloat16 || headers.contains("cuda_fp16.h")) &&
        (names.contains("atomicAdd") || names.contains("atomicCAS"))) {
        more.push_back(kSuppliedHalfAtomics);
    }
    if (bfloat16 && names.contains("__ldg")) {
        more.push_back(kSuppliedReadOnly);
    }
    if (bfloat16 && std::any_of(names.begin(), names.end(),
                                [](const QByteArray& name) { return name.startsWith("__shfl"); })) {
        more.push_back(kSuppliedShuffles);
    }
    return more;
}

std::string_view suppliedDeviceFor(std::string_view cudaHeader)
{
    return cudaHeader == "mma.h"sv ? kSuppliedProduct : std::string_view();
}

namespace {

/// What a text needs of HIP's headers.
enum class Needed {
    Runtime,      ///< the runtime alone
    Numbers,      ///< half and bfloat16
    SmallNumbers, ///< also those of 8, 6 and 4 bits, which name the structures that stand anew here
    Groups        ///< cooperative groups
};

/// The texts in the order in which they are written, each with those before it that it rests on.
struct Helper
{
    std::string_view text;
    Needed needed = Needed::Runtime;
    std::array<std::string_view, 2> rests = {};
};
constexpr std::array kHelpers = {Helper{kAsyncCopies},
                                 Helper{kBfloat16, Needed::Numbers},
                                 Helper{kBitFields},
                                 Helper{kCacheAccess, Needed::Numbers},
                                 Helper{kDotProducts},
                                 Helper{kExtremes, Needed::Numbers},
                                 Helper{kHalfRaw, Needed::SmallNumbers},
                                 Helper{kRawNames, Needed::Numbers},
                                 Helper{kHalfValues, Needed::Numbers, {kBfloat16}},
                                 Helper{kHalfIntegers, Needed::Numbers, {kHalfValues}},
                                 Helper{kHalfArithmetic, Needed::Numbers, {kHalfValues}},
                                 Helper{kHalfComparisons, Needed::Numbers, {kHalfValues}},
                                 Helper{kHalfAtomics, Needed::Numbers, {kHalfArithmetic}},
                                 Helper{kLabels, Needed::Groups},
                                 Helper{kMatrices, Needed::Numbers},
                                 Helper{kMatrixMoves, Needed::Runtime, {kAsyncCopies, kMatrices}},
                                 Helper{kMatches},
                                 Helper{kReadOnly},
                                 Helper{kReduce},
                                 Helper{kRounding},
                                 Helper{kSimd},
                                 Helper{kSimdThree, Needed::Runtime, {kSimd}},
                                 Helper{kStateSpaces},
                                 Helper{kTileShuffles, Needed::Groups},
                                 Helper{kBlockTiles, Needed::Groups},
                                 Helper{kVectorAtomics},
                                 Helper{kWrappingAtomics},
                                 Helper{kShuffles, Needed::Numbers},
                                 Helper{kNothing}};

/// The texts that functions rest on, in the order in which they are written.
std::vector<Helper> helpersOf(const std::set<QByteArray>& names)
{
    std::set<std::string_view> used;
    for (const QByteArray& name : names) {
        const Supplied* const one = find(viewOf(name));
        if (one != nullptr) {
            used.insert(one->helper);
        }
    }
    std::vector<Helper> helpers;
    for (auto one = kHelpers.rbegin(); one != kHelpers.rend(); ++one) {
        if (used.count(one->text) == 0) {
            continue;
        }
        helpers.push_back(*one);
        for (const std::string_view other : one->rests) {
            if (!other.empty()) {
                used.insert(other);
            }
        }
    }
    std::reverse(helpers.begin(), helpers.end());
    return helpers;
}

} // namespace

/// HIP's numbers of 8, 6 and 4 bits, of the releases that have them.
static QByteArray smallNumbers()
{
    QByteArray text;
    for (const char* bits : {"8", "6", "4"}) {
        const QByteArray header = QByteArray("<hip/hip_fp") + bits + ".h>";
        text += "#if __has_include(" + header + ")\n#include " + header + "\n#endif\n";
    }
    return text;
}

QByteArray suppliedDeviceHeaders(const std::set<QByteArray>& names)
{
    const std::vector<Helper> helpers = helpersOf(names);
    const auto needs = [&](Needed what) {
        return std::any_of(helpers.begin(), helpers.end(),
                           [&](const Helper& one) { return one.needed == what; });
    };
    QByteArray text =
        needs(Needed::Groups) ? "#include <hip/hip_cooperative_groups.h>\n" : QByteArray();
    const bool small = needs(Needed::SmallNumbers);
    if (small || needs(Needed::Numbers)) {
        text += "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n#include <hip/hip_bf16.h>\n"
                "#include <hip/hip_fp16.h>\n" +
                (small ? smallNumbers() : QByteArray()) + "#endif\n";
    }
    return text;
}

QByteArray suppliedDevice(const std::set<QByteArray>& names)
{
    const std::vector<Helper> helpers = helpersOf(names);
    if (helpers.empty()) {
        return {};
    }
    QByteArray texts;
    QByteArray defines;
    for (const Helper& helper : helpers) {
        for (const QByteArray& name : names) {
            const Supplied* const one = find(viewOf(name));
            if (one != nullptr && one->helper == helper.text) {
                defines += one->define;
            }
        }
        if (helper.text.starts_with("device/")) {
            texts += '\n' + compatText(helper.text);
        }
    }
    return "\n// Device functions that HIP lacks.\n"
           "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n"
           "#include <hip/hip_runtime.h>\n" +
           texts + '\n' + defines + "#endif\n";
}

} // namespace rocport
