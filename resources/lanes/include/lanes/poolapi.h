// Pools, allocation in the order of a stream, managed memory and what is said of its use: included
// by runtimeapi.h, once for the vendor.

enum LANES_NAME(MemPoolAttr) {
    LANES_NAME(MemPoolReuseFollowEventDependencies) = 1,
    LANES_NAME(MemPoolReuseAllowOpportunistic) = 2,
    LANES_NAME(MemPoolReuseAllowInternalDependencies) = 3,
    LANES_NAME(MemPoolAttrReleaseThreshold) = 4,
    LANES_NAME(MemPoolAttrReservedMemCurrent) = 5,
    LANES_NAME(MemPoolAttrReservedMemHigh) = 6,
    LANES_NAME(MemPoolAttrUsedMemCurrent) = 7,
    LANES_NAME(MemPoolAttrUsedMemHigh) = 8,
};
enum LANES_NAME(MemAllocationType) {
    LANES_NAME(MemAllocationTypeInvalid) = 0,
    LANES_NAME(MemAllocationTypePinned) = 1,
};
enum LANES_NAME(MemAllocationHandleType) {
    LANES_NAME(MemHandleTypeNone) = 0,
    LANES_NAME(MemHandleTypePosixFileDescriptor) = 1,
};
enum LANES_NAME(MemLocationType) {
    LANES_NAME(MemLocationTypeInvalid) = 0,
    LANES_NAME(MemLocationTypeDevice) = 1,
    LANES_NAME(MemLocationTypeHost) = 2,
    LANES_NAME(MemLocationTypeHostNuma) = 3,
};
enum LANES_NAME(MemAccessFlags) {
    LANES_NAME(MemAccessFlagsProtNone) = 0,
    LANES_NAME(MemAccessFlagsProtRead) = 1,
    LANES_NAME(MemAccessFlagsProtReadWrite) = 3,
};
enum LANES_MEMORY_ADVICE {
    LANES_NAME(MemAdviseSetReadMostly) = 1,
    LANES_NAME(MemAdviseUnsetReadMostly) = 2,
    LANES_NAME(MemAdviseSetPreferredLocation) = 3,
    LANES_NAME(MemAdviseUnsetPreferredLocation) = 4,
    LANES_NAME(MemAdviseSetAccessedBy) = 5,
    LANES_NAME(MemAdviseUnsetAccessedBy) = 6,
};

struct LANES_NAME(MemLocation)
{
    LANES_NAME(MemLocationType) type;
    int id;
};
struct LANES_NAME(MemAccessDesc)
{
    LANES_NAME(MemLocation) location;
    LANES_NAME(MemAccessFlags) flags;
};
struct LANES_NAME(MemPoolProps)
{
    LANES_NAME(MemAllocationType) allocType;
    LANES_NAME(MemAllocationHandleType) handleTypes;
    LANES_NAME(MemLocation) location;
    void* win32SecurityAttributes;
    size_t maxSize;
};
struct LANES_NAME(LanesPool)
{
    int device = 0;
    std::uint64_t values[16] = {};
};
typedef LANES_NAME(LanesPool) * LANES_NAME(MemPool_t);

namespace rocport_lanes {

/// The pool that the program made the device's own; null: none.
inline LANES_NAME(MemPool_t)& chosenPool(int device)
{
    static std::vector<LANES_NAME(MemPool_t)> pools(static_cast<std::size_t>(deviceCount()));
    return pools[static_cast<std::size_t>(device)];
}
/// Those that are there from the start.
inline LANES_NAME(MemPool_t) defaultPool(int device)
{
    static auto& pools = *new std::vector<LANES_NAME(LanesPool)>(static_cast<std::size_t>(deviceCount()));
    LANES_NAME(LanesPool)& own = pools[static_cast<std::size_t>(device)];
    own.device = device;
    return &own;
}

} // namespace rocport_lanes

inline LANES_NAME(Error_t) LANES_NAME(DeviceGetDefaultMemPool)(LANES_NAME(MemPool_t) * pool, int);
inline LANES_NAME(Error_t)
    LANES_NAME(MemPoolCreate)(LANES_NAME(MemPool_t) * pool, const LANES_NAME(MemPoolProps) * properties)
{
    const auto& location = properties->location;
    const bool isDevice = location.type == LANES_NAME(MemLocationTypeDevice);
    if (isDevice && !rocport_lanes::isDevice(location.id)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    *pool = new LANES_NAME(LanesPool);
    (*pool)->device = isDevice ? location.id : 0;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(MemPoolDestroy)(LANES_NAME(MemPool_t) pool)
{
    if (pool == nullptr || pool == rocport_lanes::defaultPool(pool->device)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    LANES_NAME(MemPool_t)& chosen = rocport_lanes::chosenPool(pool->device);
    chosen = pool == chosen ? nullptr : chosen;
    delete pool;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DeviceGetDefaultMemPool)(LANES_NAME(MemPool_t) * pool, int device)
{
    if (!rocport_lanes::isDevice(device)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    *pool = rocport_lanes::defaultPool(device);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DeviceGetMemPool)(LANES_NAME(MemPool_t) * pool, int device)
{
    const LANES_NAME(Error_t) error = LANES_NAME(DeviceGetDefaultMemPool)(pool, device);
    if (error == LANES_NAME(Success) && rocport_lanes::chosenPool(device) != nullptr) {
        *pool = rocport_lanes::chosenPool(device);
    }
    return error;
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceSetMemPool)(int device, LANES_NAME(MemPool_t) pool)
{
    if (!rocport_lanes::isDevice(device) || pool == nullptr || pool->device != device) {
        return LanesCode(!rocport_lanes::isDevice(device) ? rocport_lanes::Code::InvalidDevice
                                                          : rocport_lanes::Code::InvalidValue);
    }
    rocport_lanes::chosenPool(device) = pool;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPoolSetAttribute)(LANES_NAME(MemPool_t) pool, LANES_NAME(MemPoolAttr) which,
                                    void* value)
{
    const bool isHigh = which == LANES_NAME(MemPoolAttrReservedMemHigh) ||
                        which == LANES_NAME(MemPoolAttrUsedMemHigh);
    const bool isZero = isHigh && *static_cast<std::uint64_t*>(value) == 0; // begins anew
    if (which > LANES_NAME(MemPoolAttrReleaseThreshold) && !isZero) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    const bool isFlag = which < LANES_NAME(MemPoolAttrReleaseThreshold);
    std::memcpy(&pool->values[which], value, isFlag ? sizeof(int) : sizeof(std::uint64_t));
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPoolGetAttribute)(LANES_NAME(MemPool_t) pool, LANES_NAME(MemPoolAttr) which,
                                    void* value)
{
    const bool isFlag = which < LANES_NAME(MemPoolAttrReleaseThreshold);
    if (which >= LANES_NAME(MemPoolAttrReservedMemCurrent)) {
        const rocport_lanes::WithDevice its(pool->device);
        pool->values[which] = rocport_lanes::allocated();
    }
    std::memcpy(value, &pool->values[which], isFlag ? sizeof(int) : sizeof(std::uint64_t));
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPoolSetAccess)(LANES_NAME(MemPool_t), const LANES_NAME(MemAccessDesc) *, size_t)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(MemPoolTrimTo)(LANES_NAME(MemPool_t), size_t)
{
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocFromPoolAsync)(T** place, size_t bytes, LANES_NAME(MemPool_t) pool,
                                LANES_NAME(Stream_t) stream)
{
    if (rocport_lanes::isCaptured(stream)) {
        return LANES_NAME(MallocAsync)(place, bytes, stream);
    }
    const rocport_lanes::WithDevice its(pool->device);
    return LANES_NAME(Malloc)(place, bytes);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocAsync)(T** place, size_t bytes, LANES_NAME(MemPool_t) pool, LANES_NAME(Stream_t) stream)
{
    return LANES_NAME(MallocFromPoolAsync)(place, bytes, pool, stream);
}

/// All memory is near the CPU: what is said of its place changes nothing but may be wrong.
inline LANES_NAME(Error_t) LANES_NAME(MemAdvise)(const void* memory, size_t bytes,
                                                 LANES_MEMORY_ADVICE, int device)
{
    return LanesCode(device != -1 && !rocport_lanes::isDevice(device) ? rocport_lanes::Code::InvalidDevice
                     : rocport_lanes::leaves(memory, bytes) ? rocport_lanes::Code::InvalidValue
                                                    : rocport_lanes::Code::Success);
}
inline LANES_NAME(Error_t) LANES_NAME(MemAdvise)(const void* memory, size_t bytes,
                                                 LANES_MEMORY_ADVICE advice,
                                                 LANES_NAME(MemLocation) location)
{
    const bool isDevice = location.type == LANES_NAME(MemLocationTypeDevice);
    return LANES_NAME(MemAdvise)(memory, bytes, advice, isDevice ? location.id : -1);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPrefetchAsync)(const void* memory, size_t bytes, LANES_NAME(MemLocation) location,
                                 unsigned, LANES_NAME(Stream_t) stream = nullptr)
{
    const bool isDevice = location.type == LANES_NAME(MemLocationTypeDevice);
    return LANES_NAME(MemPrefetchAsync)(memory, bytes, isDevice ? location.id : -1, stream);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(StreamAttachMemAsync)(LANES_NAME(Stream_t), T*, size_t = 0, unsigned = 4)
{
    return LANES_NAME(Success);
}

// --- In graphs -----------------------------------------------------------------------------------

struct LANES_NAME(MemAllocNodeParams)
{
    LANES_NAME(MemPoolProps) poolProps;
    const LANES_NAME(MemAccessDesc) * accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void* dptr;
};
enum LANES_NAME(GraphMemAttributeType) {
    LANES_NAME(GraphMemAttrUsedMemCurrent) = 0,
    LANES_NAME(GraphMemAttrUsedMemHigh) = 1,
    LANES_NAME(GraphMemAttrReservedMemCurrent) = 2,
    LANES_NAME(GraphMemAttrReservedMemHigh) = 3,
};
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddMemAllocNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                     rocport_lanes::Node* const* after, size_t count,
                                     LANES_NAME(MemAllocNodeParams) * what)
{
    auto memory = rocport_lanes::graphMemory(what->bytesize);
    if (memory == nullptr) {
        return LanesCode(rocport_lanes::Code::OutOfMemory);
    }
    what->dptr = memory->place;
    graph->graph->memory.push_back(memory);
    return rocport_lanes::added(node, graph, rocport_lanes::NodeKind::MemAlloc, {}, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddMemFreeNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                    rocport_lanes::Node* const* after, size_t count, void* memory)
{
    if (!rocport_lanes::isGraphMemory(memory)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    return rocport_lanes::added(node, graph, rocport_lanes::NodeKind::MemFree, {}, after, count);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceGraphMemTrim)(int)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DeviceGetGraphMemAttribute)(int, LANES_NAME(GraphMemAttributeType), void* value)
{
    *static_cast<std::uint64_t*>(value) = rocport_lanes::graphMemoryNow();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DeviceSetGraphMemAttribute)(int, LANES_NAME(GraphMemAttributeType), void*)
{
    return LANES_NAME(Success);
}
