#include "core/translate/compatdevice.h"

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

/// (PTX ISA, bfe: position and length count modulo 256.)
constexpr std::string_view kBitFields = "device/bitfields.h"sv;

/// (PTX ISA, "Matrix fragments for mma": which lane holds what. Products are exact; sums are taken
/// in float and rounded once, where tensor cores cut some bits of them off.)
constexpr std::string_view kMatrices = "device/matrices.h"sv;

/// (PTX ISA, ldmatrix, stmatrix and movmatrix.)
constexpr std::string_view kMatrixMoves = "device/matrixmoves.h"sv;

constexpr std::string_view kNothing;

struct Supplied
{
    std::string_view cuda;
    std::string_view helper; ///< the text that it rests on; may be empty
    const char* define;
    bool isWarp = false;   ///< HIP has it from 7.0 on
    bool isBeyond = false; ///< unknown to the tables of names
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
#define ROCPORT_CACHED(name, function, scope)                                                      \
    Supplied                                                                                       \
    {                                                                                              \
        name##sv, kCacheAccess,                                                                    \
            "#define " name "(...) rocportCached" function "<__HIP_MEMORY_SCOPE_" scope            \
            ">(__VA_ARGS__)\n",                                                                    \
            false, true                                                                            \
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
    Supplied{"__cvta_generic_to_global"sv, kNothing,
             "#define __cvta_generic_to_global(pointer) reinterpret_cast<size_t>(pointer)\n", false,
             true},
    Supplied{"__cvta_generic_to_shared"sv, kAsyncCopies,
             "#define __cvta_generic_to_shared(...) rocportSharedOffset(__VA_ARGS__)\n", false,
             true},
    Supplied{"__cvta_global_to_generic"sv, kNothing,
             "#define __cvta_global_to_generic(address) reinterpret_cast<void*>(address)\n", false,
             true},
    Supplied{"__cvta_shared_to_generic"sv, kAsyncCopies,
             "#define __cvta_shared_to_generic(offset) rocportFromShared(offset)\n", false, true},
    Supplied{"__dp2a_hi"sv, kDotProducts,
             "#define __dp2a_hi(a, b, sum) rocportDp2a(a, rocportUpper(b), sum)\n", false, true},
    Supplied{"__dp2a_lo"sv, kDotProducts, "#define __dp2a_lo(...) rocportDp2a(__VA_ARGS__)\n",
             false, true},
    Supplied{"__dp4a"sv, kDotProducts, "#define __dp4a(...) rocportDp4a(__VA_ARGS__)\n", false,
             true},
    // What stands for the instruction calls it.
    Supplied{kSuppliedCopy, kAsyncCopies, "", false, true},
    Supplied{kSuppliedBitField, kBitFields, "", false, true},
    Supplied{kSuppliedProduct, kMatrices, "", false, true},
    Supplied{kSuppliedMatrixMove, kMatrixMoves, "", false, true},
    // Hints to NVIDIA's compiler, without a meaning for the program.
    Supplied{"__grid_constant__"sv, kNothing, "#define __grid_constant__\n", false, true},
    Supplied{"__maxnreg__"sv, kNothing, "#define __maxnreg__(registers)\n", false, true},
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
#undef ROCPORT_CACHED
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

bool isBeyondTables(std::string_view cudaName)
{
    const Supplied* const found = find(cudaName);
    return found != nullptr && found->isBeyond;
}

std::string_view suppliedDeviceFor(std::string_view cudaHeader)
{
    return cudaHeader == "mma.h"sv ? kSuppliedProduct : std::string_view();
}

namespace {

/// The texts that functions rest on, in the order in which they are written.
std::vector<std::string_view> helpersOf(const std::set<QByteArray>& names)
{
    std::set<std::string_view> used;
    for (const QByteArray& name : names) {
        const Supplied* const one = find({name.constData(), static_cast<size_t>(name.size())});
        if (one == nullptr)
            continue;
        used.insert(one->helper);
        if (one->helper == kMatrixMoves) // it rests on these
            used.insert({kAsyncCopies, kMatrices});
    }
    std::vector<std::string_view> helpers;
    for (const std::string_view helper :
         {kAsyncCopies, kBfloat16, kBitFields, kCacheAccess, kDotProducts, kExtremes, kMatrices,
          kMatrixMoves, kReduce, kNothing}) {
        if (used.count(helper) != 0)
            helpers.push_back(helper);
    }
    return helpers;
}

} // namespace

QByteArray suppliedDeviceHeaders(const std::set<QByteArray>& names)
{
    const std::vector<std::string_view> helpers = helpersOf(names);
    const bool types = std::any_of(helpers.begin(), helpers.end(), [](std::string_view one) {
        return one == kBfloat16 || one == kCacheAccess || one == kExtremes || one == kMatrices;
    });
    return types ? "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n#include <hip/hip_bf16.h>\n"
                   "#include <hip/hip_fp16.h>\n#endif\n"
                 : QByteArray();
}

QByteArray suppliedDevice(const std::set<QByteArray>& names)
{
    const std::vector<std::string_view> helpers = helpersOf(names);
    if (helpers.empty())
        return {};
    QByteArray texts;
    QByteArray defines;
    for (const std::string_view helper : helpers) {
        for (const QByteArray& name : names) {
            const Supplied* const one = find({name.constData(), static_cast<size_t>(name.size())});
            if (one != nullptr && one->helper == helper)
                defines += one->define;
        }
        if (!helper.empty())
            texts += '\n' + compatText(helper);
    }
    return "\n// Device functions that HIP lacks.\n"
           "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n"
           "#include <hip/hip_runtime.h>\n" +
           texts + '\n' + defines + "#endif\n";
}

} // namespace rocport
