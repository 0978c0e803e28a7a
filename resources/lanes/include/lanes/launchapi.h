// Kernels by address, their attributes and occupancy: included by runtimeapi.h, once for the
// vendor.

namespace rocport_lanes {

/// Launches or, where the stream is captured, writes down with copies of the arguments.
template <typename... Parameters>
LANES_NAME(Error_t)
launchTyped(void (*kernel)(Parameters...), const LaunchSize& size, void** arguments,
            Stream* stream, const Site& site)
{
    if (!takesLaunch(stream)) {
        return LanesCode(Code::InvalidHandle);
    }
    if (current != nullptr || isCaptured(stream)) {
        auto run = [launch = bindKernel(kernel, size, arguments, site)] { (void)launch(); };
        if (current != nullptr) {
            launchLater(std::move(run));
        } else {
            captured(stream, NodeKind::Kernel, std::move(run));
        }
        return LANES_NAME(Success);
    }
    return static_cast<LANES_NAME(Error_t)>(launchByPointer(kernel, size, arguments, site));
}
inline LANES_NAME(Error_t) launchUntyped(const void* kernel, const LaunchSize& size,
                                         void** arguments, Stream* stream, const Site& site)
{
    const BindKernel* bind = kernelAt(kernel);
    if (bind == nullptr || !takesLaunch(stream)) {
        return LanesCode(bind == nullptr ? Code::InvalidDeviceFunction : Code::InvalidHandle);
    }
    auto launch = (*bind)(size, arguments, site);
    if (captured(stream, NodeKind::Kernel, [launch] { (void)launch(); })) {
        return LANES_NAME(Success);
    }
    return static_cast<LANES_NAME(Error_t)>(launch());
}

} // namespace rocport_lanes

template <typename... Parameters>
LANES_NAME(Error_t)
LANES_NAME(LaunchKernel)(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                         size_t sharedBytes = 0, LANES_NAME(Stream_t) stream = nullptr,
                         rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::launchTyped(kernel,
                              {rocport_lanes::indexOf(grid), rocport_lanes::indexOf(block), sharedBytes, false},
                              arguments, stream, site);
}
inline LANES_NAME(Error_t)
    LANES_NAME(LaunchKernel)(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t sharedBytes = 0, LANES_NAME(Stream_t) stream = nullptr,
                             rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::launchUntyped(kernel,
                                {rocport_lanes::indexOf(grid), rocport_lanes::indexOf(block), sharedBytes, false},
                                arguments, stream, site);
}
template <typename... Parameters>
LANES_NAME(Error_t)
LANES_NAME(LaunchCooperativeKernel)(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                    void** arguments, size_t sharedBytes = 0,
                                    LANES_NAME(Stream_t) stream = nullptr,
                                    rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::launchTyped(kernel,
                              {rocport_lanes::indexOf(grid), rocport_lanes::indexOf(block), sharedBytes, true},
                              arguments, stream, site);
}
inline LANES_NAME(Error_t)
    LANES_NAME(LaunchCooperativeKernel)(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t sharedBytes = 0,
                                        LANES_NAME(Stream_t) stream = nullptr,
                                        rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::launchUntyped(kernel,
                                {rocport_lanes::indexOf(grid), rocport_lanes::indexOf(block), sharedBytes, true},
                                arguments, stream, site);
}

enum LANES_NAME(LaunchAttributeID) {
    LANES_NAME(LaunchAttributeIgnore) = 0,
    LANES_NAME(LaunchAttributeAccessPolicyWindow) = 1,
    LANES_NAME(LaunchAttributeCooperative) = 2,
    LANES_NAME(LaunchAttributeSynchronizationPolicy) = 3,
    LANES_NAME(LaunchAttributeClusterDimension) = 4,
    LANES_NAME(LaunchAttributeProgrammaticStreamSerialization) = 6,
    LANES_NAME(LaunchAttributePriority) = 8,
};
enum LANES_NAME(AccessProperty) {
    LANES_NAME(AccessPropertyNormal) = 0,
    LANES_NAME(AccessPropertyStreaming) = 1,
    LANES_NAME(AccessPropertyPersisting) = 2,
};
struct LANES_NAME(AccessPolicyWindow)
{
    void* base_ptr;
    size_t num_bytes;
    float hitRatio;
    LANES_NAME(AccessProperty) hitProp;
    LANES_NAME(AccessProperty) missProp;
};
union LANES_NAME(LaunchAttributeValue)
{
    LANES_NAME(AccessPolicyWindow) accessPolicyWindow;
    int cooperative;
    struct
    {
        unsigned x;
        unsigned y;
        unsigned z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int priority;
};
struct LANES_NAME(LaunchAttribute)
{
    LANES_NAME(LaunchAttributeID) id;
    LANES_NAME(LaunchAttributeValue) val;
};
struct LANES_LAUNCH_CONFIG
{
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    LANES_NAME(Stream_t) stream;
    LANES_NAME(LaunchAttribute) * attrs;
    unsigned numAttrs;
};
typedef LANES_NAME(LaunchAttributeID) LANES_NAME(StreamAttrID);
typedef LANES_NAME(LaunchAttributeValue) LANES_NAME(StreamAttrValue);
typedef LANES_NAME(LaunchAttributeValue) LANES_NAME(KernelNodeAttrValue);
constexpr auto LANES_NAME(StreamAttributeAccessPolicyWindow) =
    LANES_NAME(LaunchAttributeAccessPolicyWindow);

/// Windows of the cache change nothing here.
inline LANES_NAME(Error_t)
    LANES_NAME(StreamSetAttribute)(LANES_NAME(Stream_t), LANES_NAME(LaunchAttributeID),
                                   const LANES_NAME(LaunchAttributeValue) *)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(CtxResetPersistingL2Cache)()
{
    return LANES_NAME(Success);
}

namespace rocport_lanes {

/// The size of a launch by its settings; of them clusters are refused.
inline Code sizeOf(const LANES_LAUNCH_CONFIG& config, LaunchSize& size)
{
    size = {indexOf(config.gridDim), indexOf(config.blockDim), config.dynamicSmemBytes, false};
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const auto& attribute = config.attrs[i];
        const auto& cluster = attribute.val.clusterDim;
        if (attribute.id == LANES_NAME(LaunchAttributeCooperative)) {
            size.cooperative = attribute.val.cooperative != 0;
        } else if (attribute.id == LANES_NAME(LaunchAttributeClusterDimension) &&
                   cluster.x * cluster.y * cluster.z != 1) {
            return Code::NotSupported;
        }
    }
    return Code::Success;
}

} // namespace rocport_lanes

inline LANES_NAME(Error_t)
    LANES_NAME(LaunchKernelExC)(const LANES_LAUNCH_CONFIG* config, const void* kernel,
                                void** arguments, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::LaunchSize size;
    const rocport_lanes::Code code = rocport_lanes::sizeOf(*config, size);
    return code != rocport_lanes::Code::Success
               ? LanesCode(code)
               : rocport_lanes::launchUntyped(kernel, size, arguments, config->stream, site);
}
template <typename... Parameters, typename... Arguments>
LANES_NAME(Error_t)
LANES_NAME(LaunchKernelEx)(const LANES_LAUNCH_CONFIG* config, void (*kernel)(Parameters...),
                           Arguments&&... arguments)
{
    rocport_lanes::LaunchSize size;
    const rocport_lanes::Code code = rocport_lanes::sizeOf(*config, size);
    if (code != rocport_lanes::Code::Success) {
        return LanesCode(code);
    }
    std::tuple<std::remove_cvref_t<Parameters>...> given(std::forward<Arguments>(arguments)...);
    void* pointers[sizeof...(Parameters) + 1] = {};
    std::apply(
        [&pointers](auto&... all) {
            void* const each[] = {static_cast<void*>(&all)..., nullptr};
            std::copy(each, each + sizeof...(Parameters), pointers);
        },
        given);
    return rocport_lanes::launchTyped(kernel, size, pointers, config->stream, rocport_lanes::Site::here());
}

struct LANES_NAME(FuncAttributes)
{
    size_t sharedSizeBytes;
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};
/// What a compiler of the GPU would say is not known: 32 registers and no memory.
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(FuncGetAttributes)(LANES_NAME(FuncAttributes) * attributes, Kernel)
{
    *attributes = {};
    attributes->maxThreadsPerBlock = rocport_lanes::limits().threadsPerBlock;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(rocport_lanes::limits().sharedPerBlock);
    return LANES_NAME(Success);
}

enum LANES_NAME(FuncAttribute) {
    LANES_NAME(FuncAttributeMaxDynamicSharedMemorySize) = 8,
    LANES_NAME(FuncAttributePreferredSharedMemoryCarveout) = 9,
};
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(FuncSetAttribute)(Kernel, LANES_NAME(FuncAttribute) attribute, int value)
{
    if (attribute == LANES_NAME(FuncAttributeMaxDynamicSharedMemorySize)) {
        const auto most = static_cast<long long>(rocport_lanes::limits().sharedPerBlockOptIn);
        if (value < 0 || value > most) {
            return LanesCode(rocport_lanes::Code::InvalidValue);
        }
        rocport_lanes::allowShared(static_cast<std::size_t>(value));
    }
    return LANES_NAME(Success);
}

template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxActiveBlocksPerMultiprocessor)(int* blocks, Kernel, int threads,
                                                      size_t sharedBytes)
{
    *blocks = rocport_lanes::blocksAtOnce(threads, sharedBytes);
    return LANES_NAME(Success);
}
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int* blocks, Kernel kernel,
                                                               int threads, size_t sharedBytes,
                                                               unsigned)
{
    return LANES_NAME(OccupancyMaxActiveBlocksPerMultiprocessor)(blocks, kernel, threads,
                                                                 sharedBytes);
}
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxPotentialBlockSize)(int* grid, int* block, Kernel, size_t sharedBytes = 0,
                                           int limit = 0)
{
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = rocport_lanes::limits().processors * rocport_lanes::blocksAtOnce(*block, sharedBytes);
    return LANES_NAME(Success);
}
template <typename Kernel, typename Shared>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxPotentialBlockSizeVariableSMem)(int* grid, int* block, Kernel kernel, Shared,
                                                       int limit = 0)
{
    return LANES_NAME(OccupancyMaxPotentialBlockSize)(grid, block, kernel, 0, limit);
}
