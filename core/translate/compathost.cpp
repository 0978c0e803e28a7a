#include "core/translate/compathost.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct HostName
{
    std::string_view cuda;
    const char* text;
    std::string_view base = {};
};

constexpr std::string_view kAttributes = "host/attributes.h"sv;
constexpr std::string_view kLaunches = "host/launches.h"sv;
constexpr std::string_view kLimits = "host/limits.h"sv;
constexpr std::string_view kProducts = "host/matmuldesc.h"sv;

/// A name that means another one, or a value.
#define ROCPORT_MEANS(name, meaning)                                                               \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "#define " name " " meaning "\n"                                                \
    }
/// A question about what no AMD GPU has, by its number in CUDA.
#define ROCPORT_NONE(name, number)                                                                 \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "#define " name " ((hipDeviceAttribute_t)30" number ")\n", kAttributes          \
    }
/// A limit that HIP lacks, by its number in CUDA.
#define ROCPORT_LIMIT(name, number)                                                                \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "#define " name " ((hipLimit_t)" number ")\n", kLimits                          \
    }
/// An attribute that descriptions of products lack in hipBLASLt.
#define ROCPORT_PRODUCT(name, number)                                                              \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "#define " name " ((hipblasLtMatmulDescAttributes_t)" number ")\n", kProducts   \
    }
/// A part of launches by a configuration.
#define ROCPORT_LAUNCH(name, meaning)                                                              \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "#define " name " " meaning "\n", kLaunches                                     \
    }
/// A function that hands out an address, which is a pointer in HIP: its other parameters and their
/// names.
#define ROCPORT_ADDRESS(name, parameters, arguments)                                               \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv,                                                                                 \
            "inline hipError_t rocport_{cuda}(rocportDevicePointer* address" parameters            \
            ")\n{\n    return {hip}(reinterpret_cast<void**>(address)" arguments ");\n}\n"         \
            "#define {cuda} rocport_{cuda}\n",                                                     \
            kCompatAddresses                                                                       \
    }
/// A call whose last argument is a place or stands after one; what is no device is the host.
#define ROCPORT_PLACE(name, parameters, call)                                                      \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv,                                                                                 \
            "inline hipError_t rocport_{cuda}(const void* address, size_t bytes, " parameters      \
            ")\n{\n    const int device = place.type == hipMemLocationTypeDevice ? place.id : "    \
            "hipCpuDeviceId;\n    return " call ";\n}\n#define {cuda} rocport_{cuda}\n"            \
    }

/// Names that HIP 6.4 declares under another name than the tables have, or that they have none for.
constexpr std::array kNames = {
    ROCPORT_MEANS("CUBLASLT_EPILOGUE_RELU_AUX", "HIPBLASLT_EPILOGUE_RELU_AUX"),
    ROCPORT_MEANS("CUBLASLT_EPILOGUE_RELU_AUX_BIAS", "HIPBLASLT_EPILOGUE_RELU_AUX_BIAS"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS",
                  "hipDeviceAttributeCanUseStreamWaitValue"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1",
                  "hipDeviceAttributeCanUseStreamWaitValue"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS",
                  "hipDeviceAttributeCanUseStreamWaitValue"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1",
                  "hipDeviceAttributeCanUseStreamWaitValue"),
    // HIP's memory of virtual addresses is exported by file descriptors.
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED",
                  "hipDeviceAttributeVirtualMemoryManagementSupported"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE",
                  "hipDeviceAttributeAccessPolicyMaxWindowSize"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE",
                  "hipDeviceAttributePersistingL2CacheMaxSize"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES",
                  "hipDeviceAttributeMemoryPoolSupportedHandleTypes"),
    ROCPORT_MEANS("CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK",
                  "hipDeviceAttributeReservedSharedMemPerBlock"),
    ROCPORT_MEANS("CU_EVENT_WAIT_DEFAULT", "hipEventWaitDefault"),
    ROCPORT_MEANS("CU_EVENT_WAIT_EXTERNAL", "hipEventWaitExternal"),
    ROCPORT_MEANS("CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE",
                  "hipExternalSemaphoreHandleTypeD3D11Fence"),
    ROCPORT_MEANS("CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX",
                  "hipExternalSemaphoreHandleTypeKeyedMutex"),
    ROCPORT_MEANS("CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT",
                  "hipExternalSemaphoreHandleTypeKeyedMutexKmt"),
    ROCPORT_MEANS("CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD",
                  "hipExternalSemaphoreHandleTypeTimelineSemaphoreFd"),
    ROCPORT_MEANS("CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32",
                  "hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32"),
    ROCPORT_MEANS("CU_JIT_CACHE_OPTION_CA", "hipJitCacheOptionCA"),
    ROCPORT_MEANS("CU_JIT_CACHE_OPTION_CG", "hipJitCacheOptionCG"),
    ROCPORT_MEANS("CU_JIT_CACHE_OPTION_NONE", "hipJitCacheOptionNone"),
    ROCPORT_MEANS("CU_MEM_ALLOCATION_COMP_GENERIC", "1"),
    ROCPORT_MEANS("CU_MEM_ALLOCATION_COMP_NONE", "0"),
    ROCPORT_MEANS("CU_PREFER_BINARY", "hipJitPreferBinary"),
    ROCPORT_MEANS("CU_PREFER_PTX", "hipJitPreferPTX"),
    ROCPORT_MEANS("CUjit_cacheMode", "hipJitCacheMode"),
    ROCPORT_MEANS("CUjit_fallback", "hipJitFallback"),
    ROCPORT_MEANS("CUmemAllocationCompType", "unsigned char"),
    ROCPORT_MEANS("cuuint32_t", "uint32_t"), ROCPORT_MEANS("cuuint64_t", "uint64_t"),
    ROCPORT_MEANS("cuEventElapsedTime_v2", "hipEventElapsedTime"),
    ROCPORT_MEANS("cuStreamGetDevice", "hipStreamGetDevice"),
    ROCPORT_MEANS("cublasDrotg_64", "hipblasDrotg_64"),
    ROCPORT_MEANS("cublasDrotg_v2_64", "hipblasDrotg_64"),
    ROCPORT_MEANS("cublasDrotmg_64", "hipblasDrotmg_64"),
    ROCPORT_MEANS("cublasDrotmg_v2_64", "hipblasDrotmg_64"),
    ROCPORT_MEANS("cublasSrotg_64", "hipblasSrotg_64"),
    ROCPORT_MEANS("cublasSrotg_v2_64", "hipblasSrotg_64"),
    ROCPORT_MEANS("cublasSrotmg_64", "hipblasSrotmg_64"),
    ROCPORT_MEANS("cublasSrotmg_v2_64", "hipblasSrotmg_64"),
    ROCPORT_MEANS("cudaCreateChannelDescHalf", "hipCreateChannelDescHalf"),
    ROCPORT_MEANS("cudaCreateChannelDescHalf1", "hipCreateChannelDescHalf1"),
    ROCPORT_MEANS("cudaCreateChannelDescHalf2", "hipCreateChannelDescHalf2"),
    ROCPORT_MEANS("cudaCreateChannelDescHalf4", "hipCreateChannelDescHalf4"),
    ROCPORT_MEANS("cudaDevAttrMaxAccessPolicyWindowSize",
                  "hipDeviceAttributeAccessPolicyMaxWindowSize"),
    ROCPORT_MEANS("cudaDevAttrReservedSharedMemoryPerBlock",
                  "hipDeviceAttributeReservedSharedMemPerBlock"),
    ROCPORT_MEANS("cudaEventWaitDefault", "hipEventWaitDefault"),
    ROCPORT_MEANS("cudaEventWaitExternal", "hipEventWaitExternal"),
    ROCPORT_MEANS("cudaExternalSemaphoreHandleTypeD3D11Fence",
                  "hipExternalSemaphoreHandleTypeD3D11Fence"),
    ROCPORT_MEANS("cudaExternalSemaphoreHandleTypeKeyedMutex",
                  "hipExternalSemaphoreHandleTypeKeyedMutex"),
    ROCPORT_MEANS("cudaExternalSemaphoreHandleTypeKeyedMutexKmt",
                  "hipExternalSemaphoreHandleTypeKeyedMutexKmt"),
    ROCPORT_MEANS("cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd",
                  "hipExternalSemaphoreHandleTypeTimelineSemaphoreFd"),
    ROCPORT_MEANS("cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32",
                  "hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32"),
    ROCPORT_MEANS("cudaJitCacheOptionCA", "hipJitCacheOptionCA"),
    ROCPORT_MEANS("cudaJitCacheOptionCG", "hipJitCacheOptionCG"),
    ROCPORT_MEANS("cudaJitCacheOptionNone", "hipJitCacheOptionNone"),
    ROCPORT_MEANS("cudaJit_CacheMode", "hipJitCacheMode"),
    ROCPORT_MEANS("cudaJit_Fallback", "hipJitFallback"),
    ROCPORT_MEANS("cudaPeerAccessDefault", "0"),
    ROCPORT_MEANS("cudaPreferBinary", "hipJitPreferBinary"),
    ROCPORT_MEANS("cudaPreferPtx", "hipJitPreferPTX"),
    ROCPORT_MEANS("cudaStreamGetDevice", "hipStreamGetDevice")};

/// What AMD GPUs lack and a program can ask for. (CUDA runtime API, cudaDeviceGetAttribute and
/// cudaDeviceSetLimit; cuBLASLt, cublasLtMatmulDescAttributes_t)
constexpr std::array kLacked = {
    ROCPORT_PRODUCT("CUBLASLT_MATMUL_DESC_FAST_ACCUM", "30002"),
    ROCPORT_PRODUCT("CUBLASLT_MATMUL_DESC_SCALE_TYPE", "30001"),
    ROCPORT_PRODUCT("CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET", "30003"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH", "120"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED", "135"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED", "121"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED", "107"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK", "136"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH", "137"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_MPS_ENABLED", "133"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED", "132"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED", "112"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED", "127"),
    ROCPORT_NONE("CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED", "138"),
    ROCPORT_NONE("cudaDevAttrClusterLaunch", "120"),
    ROCPORT_NONE("cudaDevAttrD3D12CigSupported", "135"),
    ROCPORT_NONE("cudaDevAttrDeferredMappingCudaArraySupported", "121"),
    ROCPORT_NONE("cudaDevAttrMpsEnabled", "133"),
    ROCPORT_NONE("cudaDevAttrSparseCudaArraySupported", "112"),
    ROCPORT_NONE("cudaDevAttrVulkanCigSupported", "138"),
    ROCPORT_LIMIT("CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT", "4"),
    ROCPORT_LIMIT("CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH", "3"),
    ROCPORT_LIMIT("CU_LIMIT_MAX_L2_FETCH_GRANULARITY", "5"),
    ROCPORT_LIMIT("CU_LIMIT_PERSISTING_L2_CACHE_SIZE", "6"),
    ROCPORT_LIMIT("cudaLimitDevRuntimePendingLaunchCount", "4"),
    ROCPORT_LIMIT("cudaLimitDevRuntimeSyncDepth", "3"),
    ROCPORT_LIMIT("cudaLimitMaxL2FetchGranularity", "5"),
    ROCPORT_LIMIT("cudaLimitPersistingL2CacheSize", "6")};

/// (CUDA runtime API, cudaLaunchKernelExC and cudaLaunchAttributeID: the numbers are CUDA's.)
constexpr std::array kLaunchNames = {
    ROCPORT_LAUNCH("cudaLaunchAttribute", "rocportLaunchAttribute"),
    ROCPORT_LAUNCH("cudaLaunchAttributeClusterDimension", "((hipLaunchAttributeID)4)"),
    ROCPORT_LAUNCH("cudaLaunchAttributeIgnore", "((hipLaunchAttributeID)0)"),
    ROCPORT_LAUNCH("cudaLaunchAttributeProgrammaticStreamSerialization",
                   "((hipLaunchAttributeID)6)"),
    ROCPORT_LAUNCH("cudaLaunchAttribute_st", "rocportLaunchAttribute"),
    ROCPORT_LAUNCH("cudaLaunchConfig_st", "rocportLaunchConfig"),
    ROCPORT_LAUNCH("cudaLaunchConfig_t", "rocportLaunchConfig"),
    ROCPORT_LAUNCH("cudaLaunchKernelEx", "rocportLaunchKernelEx"),
    ROCPORT_LAUNCH("cudaLaunchKernelExC", "rocportLaunchKernelExC")};

constexpr const char* kDevicePointer = "typedef rocportDevicePointer rocport_{cuda};\n"
                                       "#define {cuda} rocport_{cuda}\n";

/// The type of addresses, which is a number in CUDA: sums and differences count bytes. (CUDA driver
/// API, CUdeviceptr)
constexpr std::array kAddressNames = {
    HostName{"CUdeviceptr"sv, kDevicePointer, kCompatAddresses},
    HostName{"CUdeviceptr_v2"sv, kDevicePointer, kCompatAddresses},
    ROCPORT_ADDRESS("cuExternalMemoryGetMappedBuffer",
                    ", hipExternalMemory_t memory, const hipExternalMemoryBufferDesc* description",
                    ", memory, description"),
    ROCPORT_ADDRESS("cuGraphicsResourceGetMappedPointer",
                    ", size_t* bytes, hipGraphicsResource_t resource", ", bytes, resource"),
    ROCPORT_ADDRESS("cuIpcOpenMemHandle", ", hipIpcMemHandle_t handle, unsigned int flags",
                    ", handle, flags"),
    ROCPORT_ADDRESS("cuMemAddressReserve",
                    ", size_t bytes, size_t alignment, rocportDevicePointer wanted, unsigned long "
                    "long flags",
                    ", bytes, alignment, wanted, flags"),
    ROCPORT_ADDRESS("cuMemAllocPitch",
                    ", size_t* pitch, size_t width, size_t height, unsigned int element",
                    ", pitch, width, height, element"),
    ROCPORT_ADDRESS("cuMemGetAddressRange", ", size_t* bytes, rocportDevicePointer inside",
                    ", bytes, inside"),
    ROCPORT_ADDRESS("cuMemHostGetDevicePointer", ", void* host, unsigned int flags",
                    ", host, flags"),
    ROCPORT_ADDRESS("cuMemPoolImportPointer", ", hipMemPool_t pool, hipMemPoolPtrExportData* data",
                    ", pool, data"),
    ROCPORT_ADDRESS("cuModuleGetGlobal", ", size_t* bytes, hipModule_t module, const char* name",
                    ", bytes, module, name"),
    ROCPORT_ADDRESS("cuTexRefGetAddress", ", const textureReference* texture", ", texture"),
    HostName{"cuMemcpy"sv,
             "inline hipError_t rocportDriverMemcpy(rocportDevicePointer to, rocportDevicePointer "
             "from, size_t bytes)\n"
             "{\n    return hipMemcpy(to, from, bytes, hipMemcpyDefault);\n}\n"
             "#define cuMemcpy rocportDriverMemcpy\n",
             kCompatAddresses},
    HostName{"cuMemcpyAsync"sv,
             "inline hipError_t rocportDriverMemcpyAsync(rocportDevicePointer to, "
             "rocportDevicePointer from, size_t bytes,\n"
             "                                           hipStream_t stream)\n"
             "{\n    return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);\n}\n"
             "#define cuMemcpyAsync rocportDriverMemcpyAsync\n",
             kCompatAddresses}};

#define ROCPORT_FROM_HOST(name)                                                                    \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv, "inline hipError_t rocport_{cuda}(hipDeviceptr_t to, const void* from, size_t " \
                   "bytes)\n{\n    return {hip}(to, const_cast<void*>(from), bytes);\n}\n"         \
                   "#define {cuda} rocport_{cuda}\n"                                               \
    }
#define ROCPORT_FROM_HOST_LATER(name)                                                              \
    HostName                                                                                       \
    {                                                                                              \
        name ""sv,                                                                                 \
            "inline hipError_t rocport_{cuda}(hipDeviceptr_t to, const void* from, size_t bytes, " \
            "hipStream_t stream)\n{\n    return {hip}(to, const_cast<void*>(from), bytes, "        \
            "stream);\n}\n#define {cuda} rocport_{cuda}\n"                                         \
    }

/// (CUDA driver and runtime API: the _v2 forms of CUDA 12 are those of CUDA 13.)
constexpr std::array kOthers = {
    // HIP 6's read from memory that is not constant.
    ROCPORT_FROM_HOST("cuMemcpyHtoD"), ROCPORT_FROM_HOST("cuMemcpyHtoD_v2"),
    ROCPORT_FROM_HOST_LATER("cuMemcpyHtoDAsync"), ROCPORT_FROM_HOST_LATER("cuMemcpyHtoDAsync_v2"),
    ROCPORT_PLACE("cuMemAdvise_v2", "hipMemoryAdvise advice, hipMemLocation place",
                  "hipMemAdvise(address, bytes, advice, device)"),
    ROCPORT_PLACE("cuMemPrefetchAsync_v2",
                  "hipMemLocation place, unsigned int /*flags*/, hipStream_t stream",
                  "hipMemPrefetchAsync(address, bytes, device, stream)"),
    ROCPORT_PLACE("cudaMemAdvise_v2", "hipMemoryAdvise advice, hipMemLocation place",
                  "hipMemAdvise(address, bytes, advice, device)"),
    ROCPORT_PLACE("cudaMemPrefetchAsync_v2",
                  "hipMemLocation place, unsigned int /*flags*/, hipStream_t stream = nullptr",
                  "hipMemPrefetchAsync(address, bytes, device, stream)"),
    HostName{"cuGraphBatchMemOpNodeSetParams"sv,
             "#define cuGraphBatchMemOpNodeSetParams(node, parameters) \\\n"
             "    {hip}(node, (hipBatchMemOpNodeParams*)(parameters))\n"},
    HostName{
        "cuGraphExecGetFlags"sv,
        "#define cuGraphExecGetFlags(exec, flags) {hip}(exec, (unsigned long long*)(flags))\n"},
    HostName{"cuMipmappedArrayCreate"sv,
             "#define cuMipmappedArrayCreate(array, description, levels) \\\n"
             "    {hip}(array, (HIP_ARRAY3D_DESCRIPTOR*)(description), levels)\n"},
    HostName{"cuCtxGetApiVersion"sv,
             "inline hipError_t rocportCtxGetApiVersion(hipCtx_t context, unsigned int* version)\n"
             "{\n    return {hip}(context, reinterpret_cast<int*>(version));\n}\n"
             "#define cuCtxGetApiVersion rocportCtxGetApiVersion\n"},
    HostName{"cuTexRefGetAddressMode"sv,
             "#define cuTexRefGetAddressMode(mode, reference, dimension) \\\n"
             "    {hip}((enum hipTextureAddressMode*)(mode), reference, dimension)\n"},
    HostName{"cuTexRefGetFilterMode"sv,
             "#define cuTexRefGetFilterMode(mode, reference) \\\n"
             "    {hip}((enum hipTextureFilterMode*)(mode), reference)\n"},
    HostName{"cuTexRefGetMipmapFilterMode"sv,
             "#define cuTexRefGetMipmapFilterMode(mode, reference) \\\n"
             "    {hip}((enum hipTextureFilterMode*)(mode), reference)\n"},
    HostName{"cuTexRefSetAddressMode"sv,
             "#define cuTexRefSetAddressMode(reference, dimension, mode) \\\n"
             "    {hip}(reference, dimension, (enum hipTextureAddressMode)(mode))\n"},
    HostName{"cuTexRefSetFilterMode"sv,
             "#define cuTexRefSetFilterMode(reference, mode) \\\n"
             "    {hip}(reference, (enum hipTextureFilterMode)(mode))\n"},
    HostName{"cuTexRefSetMipmapFilterMode"sv,
             "#define cuTexRefSetMipmapFilterMode(reference, mode) \\\n"
             "    {hip}(reference, (enum hipTextureFilterMode)(mode))\n"},
    // Arrays of pointers that are not constant are taken too.
    HostName{
        "cublasGemmBatchedEx"sv,
        "template <typename Type, typename Compute>\n"
        "inline hipblasStatus_t rocportGemmBatchedEx(\n"
        "    hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int "
        "n, int k, const void* alpha,\n"
        "    const void* const* a, Type typeA, int lda, const void* const* b, Type typeB, int "
        "ldb, const void* beta,\n"
        "    void* const* c, Type typeC, int ldc, int count, Compute compute, hipblasGemmAlgo_t "
        "algorithm)\n"
        "{\n    return {hip}(handle, opA, opB, m, n, k, alpha, const_cast<const void**>(a), "
        "typeA, lda, const_cast<const void**>(b),\n"
        "                 typeB, ldb, beta, const_cast<void**>(c), typeC, ldc, count, compute, "
        "algorithm);\n}\n"
        "#define cublasGemmBatchedEx rocportGemmBatchedEx\n"},
    HostName{"curandGetScrambleConstants32"sv,
             "#define curandGetScrambleConstants32(constants) {hip}((const unsigned "
             "int**)(constants))\n"},
    HostName{"curandGetScrambleConstants64"sv,
             "#define curandGetScrambleConstants64(constants) {hip}((const unsigned long "
             "long**)(constants))\n"},
    // HIP keeps what was asked for, and compresses nothing.
    HostName{"cuMemGetAllocationPropertiesFromHandle"sv,
             "inline hipError_t rocportAllocationProperties(hipMemAllocationProp* properties,\n"
             "                                              hipMemGenericAllocationHandle_t "
             "handle)\n"
             "{\n    const hipError_t error = {hip}(properties, handle);\n"
             "    if (error == hipSuccess)\n        properties->allocFlags.compressionType = 0;\n"
             "    return error;\n}\n"
             "#define cuMemGetAllocationPropertiesFromHandle rocportAllocationProperties\n"}};

/// What the header that stands for <cublasXt.h> declares under its own name.
constexpr std::array kOfHeader = {HostName{"CUBLASXT_PINNING_DISABLED"sv, ""},
                                  HostName{"CUBLASXT_PINNING_ENABLED"sv, ""},
                                  HostName{"cublasXtCgemm"sv, ""},
                                  HostName{"cublasXtCreate"sv, ""},
                                  HostName{"cublasXtDestroy"sv, ""},
                                  HostName{"cublasXtDeviceSelect"sv, ""},
                                  HostName{"cublasXtDgemm"sv, ""},
                                  HostName{"cublasXtGetBlockDim"sv, ""},
                                  HostName{"cublasXtGetPinningMemMode"sv, ""},
                                  HostName{"cublasXtHandle_t"sv, ""},
                                  HostName{"cublasXtPinnedMemMode_t"sv, ""},
                                  HostName{"cublasXtSetBlockDim"sv, ""},
                                  HostName{"cublasXtSetPinningMemMode"sv, ""},
                                  HostName{"cublasXtSgemm"sv, ""},
                                  HostName{"cublasXtZgemm"sv, ""}};

template <size_t kCount>
const HostName* findIn(const std::array<HostName, kCount>& names, std::string_view name)
{
    const auto* const found = std::find_if(names.begin(), names.end(),
                                           [&](const HostName& one) { return one.cuda == name; });
    return found == names.end() ? nullptr : found;
}

const HostName* hostName(std::string_view name)
{
    if (!name.starts_with("cu"sv) && !name.starts_with("CU"sv)) {
        return nullptr;
    }
    for (const HostName* const found :
         {findIn(kNames, name), findIn(kLacked, name), findIn(kLaunchNames, name),
          findIn(kOthers, name), findIn(kOfHeader, name)}) {
        if (found != nullptr) {
            return found;
        }
    }
    if (const HostName* const found = findIn(kAddressNames, name)) {
        return found;
    }
    // An older program may name the version that is the only one today.
    return name.ends_with("_v2"sv) ? findIn(kAddressNames, name.substr(0, name.size() - 3))
                                   : nullptr;
}

} // namespace

const char* compatHostCall(std::string_view cudaName)
{
    const HostName* const found = hostName(cudaName);
    return found == nullptr ? nullptr : found->text;
}

std::string_view compatHostBase(std::string_view cudaName)
{
    const HostName* const found = hostName(cudaName);
    return found == nullptr ? std::string_view() : found->base;
}

bool needsCallOfHeader(std::string_view cudaName)
{
    const std::string_view base = compatHostBase(cudaName);
    return base == kAttributes || base == kLimits || base == kProducts;
}

} // namespace rocport
