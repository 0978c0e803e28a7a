#include "core/translate/compatcalls.h"

#include "core/translate/compathost.h"

#include <QByteArrayView>

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// CUDA functions that a plain #define does not serve, with what stands for them. `{hip}` is the
/// HIP name. Kernel pointers go through templates, not macros, so that "kernel<int, 2>" stays one
/// argument.
struct Special
{
    std::string_view cuda;
    const char* text;
};

constexpr Special kSpecials[] = {
    // Names that HIP has and the tables do not know, and values of CUDA's that it has no name for.
    // They are no substitutes: headers of HIP 6.4 have them, and other releases were not looked at.
    {"CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED"sv,
     "#define CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED "
     "hipDeviceAttributeVirtualMemoryManagementSupported\n"},
    {"cudaDevAttrMaxPersistingL2CacheSize"sv,
     "#define cudaDevAttrMaxPersistingL2CacheSize hipDeviceAttributePersistingL2CacheMaxSize\n"},
    {"cudaDevAttrMemoryPoolSupportedHandleTypes"sv,
     "#define cudaDevAttrMemoryPoolSupportedHandleTypes "
     "hipDeviceAttributeMemoryPoolSupportedHandleTypes\n"},
    {"cudaMemLocationTypeHost"sv, "#define cudaMemLocationTypeHost ((hipMemLocationType)2)\n"},
    {"cudaMemLocationTypeHostNuma"sv,
     "#define cudaMemLocationTypeHostNuma ((hipMemLocationType)3)\n"},
    {"cudaMemLocationTypeHostNumaCurrent"sv,
     "#define cudaMemLocationTypeHostNumaCurrent ((hipMemLocationType)4)\n"},
    {"cudaMemoryTypeUnregistered"sv,
     "#define cudaMemoryTypeUnregistered hipMemoryTypeUnregistered\n"},
    {"cudaSharedmemCarveoutDefault"sv, "#define cudaSharedmemCarveoutDefault (-1)\n"},
    {"cudaSharedmemCarveoutMaxL1"sv, "#define cudaSharedmemCarveoutMaxL1 0\n"},
    {"cudaSharedmemCarveoutMaxShared"sv, "#define cudaSharedmemCarveoutMaxShared 100\n"},
    {"cudaStreamAttrID"sv, "#define cudaStreamAttrID hipLaunchAttributeID\n"},
    {"cudaStreamAttrValue"sv, "#define cudaStreamAttrValue hipLaunchAttributeValue\n"},
    {"cudaStreamAttributeAccessPolicyWindow"sv,
     "#define cudaStreamAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow\n"},
    // CUDA 13 asks for parameters that name what HIP has no word for; none can be given here.
    {"CUctxCreateParams"sv, "struct rocportCtxCreateParams\n{\n};\n"
                            "#define CUctxCreateParams rocportCtxCreateParams\n"},
    {"cuCtxCreate"sv,
     "inline hipError_t rocportCtxCreate(hipCtx_t* context, unsigned int flags, hipDevice_t "
     "device)\n"
     "{\n    return {hip}(context, flags, device);\n}\n"
     "inline hipError_t rocportCtxCreate(hipCtx_t* context, const void* /*parameters*/, unsigned "
     "int "
     "flags,\n"
     "                                   hipDevice_t device)\n"
     "{\n    return {hip}(context, flags, device);\n}\n"
     "#define cuCtxCreate rocportCtxCreate\n"},
    // A member of the structure has another name. (HIP 6.4, hipMemAllocationProp)
    {"CUmemAllocationProp"sv, "#define CUmemAllocationProp {hip}\n"
                              "#define requestedHandleTypes requestedHandleType\n"},
    {"CubDebug"sv, "#define CubDebug(error) HipcubDebug(error)\n"},
    {"CubDebugExit"sv, "#define CubDebugExit(error) \\\n"
                       "    do { \\\n        if (HipcubDebug(error)) \\\n            exit(1); \\\n"
                       "    } while (0)\n"},
    {"cuOccupancyMaxPotentialBlockSize"sv,
     "#define cuOccupancyMaxPotentialBlockSize(grid, block, function, callback, shared, limit) \\\n"
     "    {hip}(grid, block, function, shared, limit)\n"},
    {"cuOccupancyMaxPotentialBlockSizeWithFlags"sv,
     "#define cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, callback, shared, "
     "limit, flags) \\\n"
     "    {hip}(grid, block, function, shared, limit, flags)\n"},
    {"cudaEventCreate"sv,
     "inline hipError_t rocportEventCreate(hipEvent_t* event)\n"
     "{\n    return hipEventCreate(event);\n}\n"
     "inline hipError_t rocportEventCreate(hipEvent_t* event, unsigned int flags)\n"
     "{\n    return hipEventCreateWithFlags(event, flags);\n}\n"
     "#define cudaEventCreate rocportEventCreate\n"},
    // A part of the L2 cache that is kept for some data is a hint to NVIDIA's hardware.
    {"cudaCtxResetPersistingL2Cache"sv,
     "inline hipError_t rocportCtxResetPersistingL2Cache()\n{\n    return hipSuccess;\n}\n"
     "#define cudaCtxResetPersistingL2Cache rocportCtxResetPersistingL2Cache\n"},
    // A template, since HIP has the types from 6.2 on only; a window is attribute 1 in both.
    {"cudaStreamSetAttribute"sv,
     "template <typename Attribute, typename Value>\n"
     "inline hipError_t rocportStreamSetAttribute(hipStream_t /*stream*/, Attribute attribute, "
     "const Value* /*value*/)\n"
     "{\n    return static_cast<int>(attribute) == 1 ? hipSuccess : hipErrorNotSupported;\n}\n"
     "#define cudaStreamSetAttribute rocportStreamSetAttribute\n"},
    {"cudaFuncGetAttributes"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportFuncGetAttributes(hipFuncAttributes* attributes, Kernel* kernel)\n"
     "{\n    return {hip}(attributes, reinterpret_cast<const void*>(kernel));\n}\n"
     "#define cudaFuncGetAttributes rocportFuncGetAttributes\n"},
    {"cudaFuncSetAttribute"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportFuncSetAttribute(Kernel* kernel, hipFuncAttribute attribute, int "
     "value)\n"
     "{\n    return {hip}(reinterpret_cast<const void*>(kernel), attribute, value);\n}\n"
     "#define cudaFuncSetAttribute rocportFuncSetAttribute\n"},
    {"cudaFuncSetCacheConfig"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportFuncSetCacheConfig(Kernel* kernel, hipFuncCache_t config)\n"
     "{\n    return {hip}(reinterpret_cast<const void*>(kernel), config);\n}\n"
     "#define cudaFuncSetCacheConfig rocportFuncSetCacheConfig\n"},
    {"cudaFuncSetSharedMemConfig"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportFuncSetSharedMemConfig(Kernel* kernel, hipSharedMemConfig config)\n"
     "{\n    return {hip}(reinterpret_cast<const void*>(kernel), config);\n}\n"
     "#define cudaFuncSetSharedMemConfig rocportFuncSetSharedMemConfig\n"},
    {"cudaGetDriverEntryPoint"sv, "#define cudaGetDriverEntryPoint(symbol, pointer, ...) "
                                  "{hip}(symbol, pointer, {version}, __VA_ARGS__)\n"},
    {"cudaGraphInstantiate"sv,
     "inline hipError_t rocportGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph,\n"
     "                                          unsigned long long flags = 0)\n"
     "{\n    return hipGraphInstantiateWithFlags(exec, graph, flags);\n}\n"
     "inline hipError_t rocportGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph,\n"
     "                                          hipGraphNode_t* node, char* log, size_t size)\n"
     "{\n    return hipGraphInstantiate(exec, graph, node, log, size);\n}\n"
     "#define cudaGraphInstantiate rocportGraphInstantiate\n"},
    // The flags are hints (CUDA runtime API, cudaGraphicsMapFlags): without them a resource is read
    // and written.
    {"cudaGraphicsResourceSetMapFlags"sv,
     "inline hipError_t rocportGraphicsResourceSetMapFlags(hipGraphicsResource_t resource, "
     "unsigned "
     "int /*flags*/)\n"
     "{\n    return resource == nullptr ? hipErrorInvalidHandle : hipSuccess;\n}\n"
     "#define cudaGraphicsResourceSetMapFlags rocportGraphicsResourceSetMapFlags\n"},
    {"cudaHostGetDevicePointer"sv,
     "template <typename T>\n"
     "inline hipError_t rocportHostGetDevicePointer(T** device, void* host, unsigned int flags)\n"
     "{\n    return {hip}(reinterpret_cast<void**>(device), host, flags);\n}\n"
     "#define cudaHostGetDevicePointer rocportHostGetDevicePointer\n"},
    {"cudaLaunchCooperativeKernel"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, "
     "void** arguments,\n"
     "                                                 size_t shared = 0, hipStream_t stream = "
     "nullptr)\n"
     "{\n    return {hip}(reinterpret_cast<const void*>(kernel), grid, block, arguments,\n"
     "                 static_cast<unsigned int>(shared), stream);\n}\n"
     "#define cudaLaunchCooperativeKernel rocportLaunchCooperativeKernel\n"},
    {"cudaLaunchKernel"sv,
     "template <typename Kernel>\n"
     "inline hipError_t rocportLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** "
     "arguments,\n"
     "                                      size_t shared = 0, hipStream_t stream = nullptr)\n"
     "{\n    return {hip}(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared, "
     "stream);\n}\n"
     "#define cudaLaunchKernel rocportLaunchKernel\n"},
    // CUDA 13 names a place where others name a device; what is no device is the host. (CUDA
    // runtime
    // API, cudaMemLocation. The host's NUMA nodes are places too, which HIP 6's call cannot tell
    // apart.)
    {"cudaMemAdvise"sv, "inline hipError_t rocportMemoryAdvise(const void* address, size_t bytes, "
                        "hipMemoryAdvise advice, int device)\n"
                        "{\n    return {hip}(address, bytes, advice, device);\n}\n"
                        "inline hipError_t rocportMemoryAdvise(const void* address, size_t bytes, "
                        "hipMemoryAdvise advice, hipMemLocation place)\n"
                        "{\n    return {hip}(address, bytes, advice, place.type == "
                        "hipMemLocationTypeDevice ? place.id : hipCpuDeviceId);\n}\n"
                        "#define cudaMemAdvise rocportMemoryAdvise\n"},
    {"cudaMemPrefetchAsync"sv,
     "inline hipError_t rocportMemoryPrefetch(const void* address, size_t bytes, int device, "
     "hipStream_t stream = nullptr)\n"
     "{\n    return {hip}(address, bytes, device, stream);\n}\n"
     "inline hipError_t rocportMemoryPrefetch(const void* address, size_t bytes, hipMemLocation "
     "place, unsigned int /*flags*/, hipStream_t stream = nullptr)\n"
     "{\n    return {hip}(address, bytes, place.type == hipMemLocationTypeDevice ? place.id : "
     "hipCpuDeviceId, stream);\n}\n"
     "#define cudaMemPrefetchAsync rocportMemoryPrefetch\n"},
    {"cuMemAdvise"sv, "inline hipError_t rocportDriverMemoryAdvise(const void* address, size_t "
                      "bytes, hipMemoryAdvise advice, int device)\n"
                      "{\n    return {hip}(address, bytes, advice, device);\n}\n"
                      "inline hipError_t rocportDriverMemoryAdvise(const void* address, size_t "
                      "bytes, hipMemoryAdvise advice, hipMemLocation place)\n"
                      "{\n    return {hip}(address, bytes, advice, place.type == "
                      "hipMemLocationTypeDevice ? place.id : hipCpuDeviceId);\n}\n"
                      "#define cuMemAdvise rocportDriverMemoryAdvise\n"},
    {"cuMemPrefetchAsync"sv,
     "inline hipError_t rocportDriverMemoryPrefetch(const void* address, size_t bytes, int device, "
     "hipStream_t stream = nullptr)\n"
     "{\n    return {hip}(address, bytes, device, stream);\n}\n"
     "inline hipError_t rocportDriverMemoryPrefetch(const void* address, size_t bytes, "
     "hipMemLocation place, unsigned int /*flags*/, hipStream_t stream = nullptr)\n"
     "{\n    return {hip}(address, bytes, place.type == hipMemLocationTypeDevice ? place.id : "
     "hipCpuDeviceId, stream);\n}\n"
     "#define cuMemPrefetchAsync rocportDriverMemoryPrefetch\n"},
    {"cudaMalloc3DArray"sv,
     "inline hipError_t rocportMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* "
     "format,\n"
     "                                       hipExtent extent, unsigned int flags = 0)\n"
     "{\n    return {hip}(array, format, extent, flags);\n}\n"
     "#define cudaMalloc3DArray rocportMalloc3DArray\n"},
    {"nvrtcCompileProgram"sv,
     "inline hiprtcResult rocportCompileProgram(hiprtcProgram program, int count, const char* "
     "const* options)\n"
     "{\n    return {hip}(program, count, const_cast<const char**>(options));\n}\n"
     "#define nvrtcCompileProgram rocportCompileProgram\n"},
    {"nvrtcCreateProgram"sv,
     "inline hiprtcResult rocportCreateProgram(hiprtcProgram* program, const char* source, const "
     "char* name,\n"
     "                                         int count, const char* const* headers,\n"
     "                                         const char* const* includeNames)\n"
     "{\n    return {hip}(program, source, name, count, const_cast<const char**>(headers),\n"
     "                 const_cast<const char**>(includeNames));\n}\n"
     "#define nvrtcCreateProgram rocportCreateProgram\n"},
    {"cusparseSpSM_solve"sv, "#define cusparseSpSM_solve(...) {hip}(__VA_ARGS__, nullptr)\n"},
};

#define ROCPORT_ADVICE(own, cuda)                                                                  \
    "inline hipError_t " own "(const void* address, size_t bytes, hipMemoryAdvise advice, "        \
    "hipMemLocation place)\n"                                                                      \
    "{\n    return {hip}(address, bytes, advice, place);\n}\n"                                     \
    "inline hipError_t " own "(const void* address, size_t bytes, hipMemoryAdvise advice, int "    \
    "device)\n"                                                                                    \
    "{\n    hipMemLocation place = {};\n"                                                          \
    "    place.type = device == hipCpuDeviceId ? (hipMemLocationType)2 : "                         \
    "hipMemLocationTypeDevice;\n"                                                                  \
    "    place.id = device == hipCpuDeviceId ? 0 : device;\n"                                      \
    "    return {hip}(address, bytes, advice, place);\n}\n"                                        \
    "#define " cuda " " own "\n"

/// From ROCm 10.2 on hipMemAdvise() takes a place, as CUDA 13's does: a number of a device becomes
/// one, the host's included. (changelog of clr; CUDA runtime API, cudaMemLocationType: the host is
/// 2)
constexpr Special kPlacedAdvice[] = {
    {"cuMemAdvise"sv, ROCPORT_ADVICE("rocportDriverMemoryAdvise", "cuMemAdvise")},
    {"cuMemAdvise_v2"sv, "#define cuMemAdvise_v2 hipMemAdvise\n"},
    {"cudaMemAdvise"sv, ROCPORT_ADVICE("rocportMemoryAdvise", "cudaMemAdvise")},
    {"cudaMemAdvise_v2"sv, "#define cudaMemAdvise_v2 hipMemAdvise\n"},
};

/// Warp functions that HIP before 7.0 does not offer by default. Their masks are dropped: what
/// comes instead works on all active lanes. (HIP 6.4 amd_warp_functions.h)
constexpr Special kWarpFunctions[] = {
    {"__activemask"sv, "#define __activemask() __ballot(1)\n"},
    {"__all_sync"sv, "#define __all_sync(mask, predicate) __all(predicate)\n"},
    {"__any_sync"sv, "#define __any_sync(mask, predicate) __any(predicate)\n"},
    {"__ballot_sync"sv, "#define __ballot_sync(mask, predicate) __ballot(predicate)\n"},
    {"__shfl_down_sync"sv, "#define __shfl_down_sync(mask, ...) __shfl_down(__VA_ARGS__)\n"},
    {"__shfl_sync"sv, "#define __shfl_sync(mask, ...) __shfl(__VA_ARGS__)\n"},
    {"__shfl_up_sync"sv, "#define __shfl_up_sync(mask, ...) __shfl_up(__VA_ARGS__)\n"},
    {"__shfl_xor_sync"sv, "#define __shfl_xor_sync(mask, ...) __shfl_xor(__VA_ARGS__)\n"},
    {"__syncwarp"sv, "#define __syncwarp(...)                                                      "
                     "               \\\n"
                     "    (__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\"), "
                     "__builtin_amdgcn_wave_barrier(), \\\n"
                     "     __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\"))\n"},
};

template <size_t N>
const Special* findSpecial(const Special (&list)[N], std::string_view name)
{
    const auto* const it = std::find_if(std::begin(list), std::end(list),
                                        [&](const Special& each) { return each.cuda == name; });
    return it == std::end(list) ? nullptr : it;
}

const char* textOf(const Special* special)
{
    return special == nullptr ? nullptr : special->text;
}

} // namespace

const char* compatCall(std::string_view cudaName)
{
    const char* const text = textOf(findSpecial(kSpecials, cudaName));
    const char* const more = text == nullptr ? compatHostCall(cudaName) : text;
    return more == nullptr ? compatGraphCall(cudaName) : more;
}

const char* compatCall(std::string_view cudaName, const Version& rocm)
{
    const char* const later =
        rocm < Version{10, 2} ? nullptr : textOf(findSpecial(kPlacedAdvice, cudaName));
    return later == nullptr ? compatCall(cudaName) : later;
}

bool isSuppliedCall(std::string_view cudaName)
{
    const char* const text = compatCall(cudaName);
    return text != nullptr && QByteArrayView(text).indexOf("{hip}") < 0;
}

const char* compatWarpCall(std::string_view cudaName)
{
    return textOf(findSpecial(kWarpFunctions, cudaName));
}

} // namespace rocport
