// What CUDA's driver API has and HIP has otherwise: launches and what is known of functions,
// contexts with parameters, streams and events by its names, and libraries. Included by cuda.h.

#define CU_LAUNCH_PARAM_END (reinterpret_cast<void*>(0))
#define CU_LAUNCH_PARAM_BUFFER_POINTER (reinterpret_cast<void*>(1))
#define CU_LAUNCH_PARAM_BUFFER_SIZE (reinterpret_cast<void*>(2))

namespace rocport_lanes {

/// The driver has no error of its own for sizes that a launch cannot have. What a kernel ended with
/// is told when the host waits.
inline CUresult driverLaunch(Code code)
{
    if (code == Code::Success) {
        return CUresult{};
    }
    return driver(code == Code::InvalidConfiguration ? Code::InvalidValue : code);
}

} // namespace rocport_lanes

inline CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                               unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                               CUstream stream, void** arguments, void** extra,
                               rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::driverLaunch(rocport_lanes::launchFunction(
        function,
        rocport_lanes::launchSize(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, false),
        arguments, extra, stream, site));
}
inline CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gridX, unsigned gridY,
                                          unsigned gridZ, unsigned blockX, unsigned blockY,
                                          unsigned blockZ, unsigned shared, CUstream stream,
                                          void** arguments,
                                          rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::driverLaunch(rocport_lanes::launchFunction(
        function,
        rocport_lanes::launchSize(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, true),
        arguments, nullptr, stream, site));
}

typedef cudaLaunchAttribute CUlaunchAttribute;
typedef cudaLaunchAttributeID CUlaunchAttributeID;
constexpr auto CU_LAUNCH_ATTRIBUTE_COOPERATIVE = cudaLaunchAttributeCooperative;
constexpr auto CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = cudaLaunchAttributeClusterDimension;
constexpr auto CU_LAUNCH_ATTRIBUTE_PRIORITY = cudaLaunchAttributePriority;
struct CUlaunchConfig
{
    unsigned gridDimX;
    unsigned gridDimY;
    unsigned gridDimZ;
    unsigned blockDimX;
    unsigned blockDimY;
    unsigned blockDimZ;
    unsigned sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute* attrs;
    unsigned numAttrs;
};
inline CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function,
                                 void** arguments, void** extra,
                                 rocport_lanes::Site site = rocport_lanes::Site::here())
{
    const cudaLaunchConfig_st same = {
        dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
        dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
        config->sharedMemBytes,
        config->hStream,
        config->attrs,
        config->numAttrs};
    rocport_lanes::LaunchSize size;
    const rocport_lanes::Code code = rocport_lanes::sizeOf(same, size);
    return rocport_lanes::driverLaunch(
        code != rocport_lanes::Code::Success
            ? code
            : rocport_lanes::launchFunction(function, size, arguments, extra, config->hStream,
                                            site));
}

enum CUfunction_attribute {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
};
inline CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function)
{
    cudaFuncAttributes all;
    cudaFuncGetAttributes(&all, function);
    switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = all.maxThreadsPerBlock;
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = all.numRegs;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = all.ptxVersion;
        break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = all.binaryVersion;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
    default:
        *value = 0;
    }
    return CUDA_SUCCESS;
}
inline CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value)
{
    return rocport_lanes::driver(
        cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(which), value));
}
inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                            int threads, size_t shared)
{
    return rocport_lanes::driver(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}
inline CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                                 CUoccupancyB2DSize, size_t shared, int limit)
{
    return rocport_lanes::driver(
        cudaOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit));
}
inline CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module)
{
    std::vector<const void*> all;
    const rocport_lanes::Code code =
        rocport_lanes::listFunctions(reinterpret_cast<rocport_lanes::Module*>(module), all);
    for (size_t i = 0; i < all.size() && i < count; ++i) {
        functions[i] = reinterpret_cast<CUfunction>(const_cast<void*>(all[i]));
    }
    return rocport_lanes::driver(code);
}
inline CUresult cuFuncGetName(const char** name, CUfunction function)
{
    const rocport_lanes::NamedKernel* const kernel = rocport_lanes::namedKernelAt(function);
    *name = kernel == nullptr ? nullptr : kernel->name;
    return rocport_lanes::driver(kernel == nullptr ? rocport_lanes::Code::InvalidHandle
                                                   : rocport_lanes::Code::Success);
}

struct CUctxCreateParams
{
    void* execAffinityParams;
    int numExecAffinityParams;
    void* cigParams;
};
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device)
{
    return cuCtxCreate(context, flags, device);
}

inline CUresult cuStreamCreate(CUstream* stream, unsigned flags)
{
    return rocport_lanes::driver(cudaStreamCreateWithFlags(stream, flags));
}
inline CUresult cuStreamDestroy(CUstream stream)
{
    return rocport_lanes::driver(cudaStreamDestroy(stream));
}
inline CUresult cuStreamSynchronize(CUstream stream)
{
    return rocport_lanes::driver(cudaStreamSynchronize(stream));
}
inline CUresult cuStreamQuery(CUstream stream)
{
    return rocport_lanes::driver(cudaStreamQuery(stream));
}
inline CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    return rocport_lanes::driver(cudaStreamWaitEvent(stream, event, flags));
}
inline CUresult cuEventCreate(CUevent* event, unsigned flags)
{
    return rocport_lanes::driver(cudaEventCreateWithFlags(event, flags));
}
inline CUresult cuEventDestroy(CUevent event)
{
    return rocport_lanes::driver(cudaEventDestroy(event));
}
inline CUresult cuEventRecord(CUevent event, CUstream stream)
{
    return rocport_lanes::driver(cudaEventRecord(event, stream));
}
inline CUresult cuEventSynchronize(CUevent event)
{
    return rocport_lanes::driver(cudaEventSynchronize(event));
}
inline CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end)
{
    return rocport_lanes::driver(cudaEventElapsedTime(milliseconds, begin, end));
}
inline CUresult cuMemHostAlloc(void** place, size_t bytes, unsigned)
{
    return rocport_lanes::driver(cudaMallocHost(place, bytes));
}
inline CUresult cuMemAllocHost(void** place, size_t bytes)
{
    return rocport_lanes::driver(cudaMallocHost(place, bytes));
}
inline CUresult cuMemFreeHost(void* place)
{
    return rocport_lanes::driver(cudaFreeHost(place));
}
inline CUresult cuCtxEnablePeerAccess(CUcontext, unsigned)
{
    return rocport_lanes::driver(rocport_lanes::Code::InvalidDevice);
}

// Libraries are modules that belong to no context.
typedef struct CUlib_st* CUlibrary;
typedef struct CUkern_st* CUkernel;
template <typename... More>
CUresult cuLibraryLoadData(CUlibrary* library, const void* image, More...)
{
    return rocport_lanes::loadedModule(reinterpret_cast<CUmodule*>(library), image,
                                       {"cuLibraryLoadData", rocport_lanes::Site::here()});
}
template <typename... More>
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, More...)
{
    return cuModuleLoad(reinterpret_cast<CUmodule*>(library), path);
}
inline CUresult cuLibraryUnload(CUlibrary library)
{
    return cuModuleUnload(reinterpret_cast<CUmodule>(library));
}
inline CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name)
{
    return cuModuleGetFunction(reinterpret_cast<CUfunction*>(kernel),
                               reinterpret_cast<CUmodule>(library), name);
}
inline CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library)
{
    *module = reinterpret_cast<CUmodule>(library);
    return CUDA_SUCCESS;
}
inline CUresult cuLibraryGetGlobal(CUdeviceptr* place, size_t* bytes, CUlibrary library,
                                   const char* name)
{
    return cuModuleGetGlobal(place, bytes, reinterpret_cast<CUmodule>(library), name);
}
inline CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel)
{
    *function = reinterpret_cast<CUfunction>(kernel);
    return CUDA_SUCCESS;
}
