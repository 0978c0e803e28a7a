// The runtime's functions, written once for both vendors: LANES_NAME(x) is cudax or hipx. Work is
// done where it is asked for, so that streams are always in order and events always reached.

#define LANES_JOIN_(a, b) a##b
#define LANES_JOIN(a, b) LANES_JOIN_(a, b)
#define LANES_NAME(x) LANES_JOIN(LANES_PREFIX, x)
#define LANES_TEXT_(x) #x
#define LANES_TEXT(x) LANES_TEXT_(x)

#include "lanes/kernels.h"
#include "lanes/streams.h"
#include "lanes/textures.h"

typedef struct LANES_STREAM* LANES_NAME(Stream_t);
typedef struct LANES_EVENT* LANES_NAME(Event_t);
struct LANES_STREAM : rocport_lanes::Stream
{
};
struct LANES_EVENT : rocport_lanes::Event
{
};

inline constexpr LANES_NAME(Stream_t) LANES_NAME(StreamLegacy) = nullptr;
inline constexpr LANES_NAME(Stream_t) LANES_NAME(StreamPerThread) = nullptr;

#include "lanes/errorapi.h"

namespace rocport_lanes {

/// Calls what gives an error, or makes a node of it where the stream is captured.
template <typename Call>
LANES_NAME(Error_t)
inStream(Stream* stream, NodeKind kind, Call call)
{
    if (captured(stream, kind, [call] { (void)call(); })) {
        return LANES_NAME(Success);
    }
    return call();
}

} // namespace rocport_lanes

constexpr int LANES_NAME(CpuDeviceId) = -1;
constexpr int LANES_NAME(InvalidDeviceId) = -2;

enum LANES_NAME(MemcpyKind) {
    LANES_NAME(MemcpyHostToHost) = 0,
    LANES_NAME(MemcpyHostToDevice) = 1,
    LANES_NAME(MemcpyDeviceToHost) = 2,
    LANES_NAME(MemcpyDeviceToDevice) = 3,
    LANES_NAME(MemcpyDefault) = 4,
};

enum LANES_NAME(FuncCache) {
    LANES_NAME(FuncCachePreferNone),
    LANES_NAME(FuncCachePreferShared),
    LANES_NAME(FuncCachePreferL1),
    LANES_NAME(FuncCachePreferEqual),
};

enum : unsigned {
    LANES_NAME(StreamNonBlocking) = 1,
    LANES_NAME(EventDefault) = 0,
    LANES_NAME(EventBlockingSync) = 1,
    LANES_NAME(EventDisableTiming) = 2,
    LANES_NAME(EventInterprocess) = 4,
    LANES_NAME(HostRegisterDefault) = 0,
    LANES_NAME(HostRegisterPortable) = 1,
    LANES_NAME(HostRegisterMapped) = 2,
    LANES_NAME(HostRegisterReadOnly) = 8,
    LANES_NAME(MemAttachGlobal) = 1,
    LANES_NAME(MemAttachHost) = 2,
    LANES_NAME(MemAttachSingle) = 4,
    LANES_NAME(DeviceScheduleAuto) = 0,
    LANES_NAME(DeviceScheduleSpin) = 1,
    LANES_NAME(DeviceScheduleYield) = 2,
    LANES_NAME(DeviceScheduleBlockingSync) = 4,
    LANES_NAME(DeviceMapHost) = 8,
};

inline LANES_NAME(Error_t) LANES_NAME(GetLastError)()
{
    return static_cast<LANES_NAME(Error_t)>(rocport_lanes::takeError());
}
inline LANES_NAME(Error_t) LANES_NAME(PeekAtLastError)()
{
    return static_cast<LANES_NAME(Error_t)>(rocport_lanes::lastError());
}

// --- Memory ----------------------------------------------------------------------------------

namespace rocport_lanes {

inline Code allocateFor(void** place, std::size_t bytes, bool onHost)
{
    if (place == nullptr) {
        return Code::InvalidValue;
    }
    *place = bytes == 0 ? nullptr : allocate(bytes, onHost);
    return *place == nullptr && bytes != 0 ? Code::OutOfMemory : Code::Success;
}

/// Whether `bytes` from `place` on leave the allocation that it is in.
inline bool leaves(const void* place, std::size_t bytes)
{
    void* start = nullptr;
    std::size_t size = 0;
    bool onHost = false;
    return allocationOf(place, start, size, onHost) &&
           static_cast<std::size_t>(static_cast<const char*>(place) - static_cast<char*>(start)) +
                   bytes >
               size;
}

inline Code copy(void* to, const void* from, std::size_t bytes, int kind)
{
    if (bytes == 0) {
        return Code::Success;
    }
    if (to == nullptr || from == nullptr || kind < 0 || kind > 4) {
        return kind < 0 || kind > 4 ? Code::InvalidMemcpyDirection : Code::InvalidValue;
    }
    if (leaves(to, bytes) || leaves(from, bytes)) {
        return Code::InvalidValue;
    }
    std::memmove(to, from, bytes);
    return Code::Success;
}

/// One end of a copy: where it begins, and the bytes from a row and a plane to the next.
struct CopyEnd
{
    char* place = nullptr;
    std::size_t pitch = 0;
    std::size_t plane = 0;
};

/// Planes of rows, which one entry is recorded for where they follow each other.
inline Code copyRows(const CopyEnd& to, const CopyEnd& from, std::size_t width, std::size_t height,
                     std::size_t depth, int kind)
{
    for (std::size_t z = 0; z < depth; ++z) {
        const char* const begin = from.place + z * from.plane;
        char* const end = to.place + z * to.plane;
        for (std::size_t y = 0; y < height; ++y) {
            const Code code = copy(end + y * to.pitch, begin + y * from.pitch, width, kind);
            if (code != Code::Success) {
                return code;
            }
        }
    }
    if (width * height * depth != 0 && records()) {
        const bool inOne = depth == 1 || from.plane == from.pitch * height;
        const std::size_t rows = inOne ? height * depth : height;
        for (std::size_t z = 0; z < (inOne ? 1 : depth); ++z) {
            recordCopy({to.place + z * to.plane, from.place + z * from.plane, from.pitch, width, rows},
                       kind, nullptr, nullptr);
        }
    }
    return Code::Success;
}

} // namespace rocport_lanes

template <typename T>
LANES_NAME(Error_t)
LANES_NAME(Malloc)(T** place, size_t bytes)
{
    return LanesCode(rocport_lanes::allocateFor((void**)place, bytes, false));
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocAsync)(T** place, size_t bytes, LANES_NAME(Stream_t) stream)
{
    if (rocport_lanes::isCaptured(stream)) {
        auto memory = rocport_lanes::graphMemory(bytes);
        if (memory == nullptr) {
            return LanesCode(rocport_lanes::Code::OutOfMemory);
        }
        *place = static_cast<T*>(memory->place);
        stream->capture->memory.push_back(memory);
        rocport_lanes::captured(stream, rocport_lanes::NodeKind::MemAlloc, {});
        return LANES_NAME(Success);
    }
    const rocport_lanes::WithDevice its(rocport_lanes::deviceOf(stream));
    return LANES_NAME(Malloc)(place, bytes);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocManaged)(T** place, size_t bytes, unsigned = 1)
{
    const LANES_NAME(Error_t) code = LANES_NAME(Malloc)(place, bytes);
    if (code == LANES_NAME(Success)) {
        rocport_lanes::makeManaged(*place);
        rocport_lanes::noteManaged(*place, bytes, rocport_lanes::elementName<T>());
    }
    return code;
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocHost)(T** place, size_t bytes, unsigned = 0)
{
    return LanesCode(rocport_lanes::allocateFor(reinterpret_cast<void**>(place), bytes, true));
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(HostAlloc)(T** place, size_t bytes, unsigned = 0)
{
    return LANES_NAME(MallocHost)(place, bytes);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocPitch)(T** place, size_t* pitch, size_t width, size_t height)
{
#ifdef LANES_AMD
    constexpr size_t kUnit = 256;
#else
    constexpr size_t kUnit = 512;
#endif
    *pitch = (width + kUnit - 1) / kUnit * kUnit;
    return LANES_NAME(Malloc)(place, *pitch * height);
}
inline LANES_NAME(Error_t) LANES_NAME(Free)(void* memory)
{
    return rocport_lanes::isGraphMemory(memory) ? LANES_NAME(Success) : LanesCode(rocport_lanes::release(memory));
}
inline LANES_NAME(Error_t) LANES_NAME(FreeAsync)(void* memory, LANES_NAME(Stream_t) stream)
{
    if (rocport_lanes::captured(stream, rocport_lanes::NodeKind::MemFree, {})) {
        return LANES_NAME(Success);
    }
    return LANES_NAME(Free)(memory);
}
inline LANES_NAME(Error_t) LANES_NAME(FreeHost)(void* memory)
{
    return LANES_NAME(Free)(memory);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(HostGetDevicePointer)(T** device, void* host, unsigned)
{
    const rocport_lanes::MemoryKind kind = rocport_lanes::memoryKind(host);
    if (kind != rocport_lanes::MemoryKind::Host && kind != rocport_lanes::MemoryKind::Managed) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    *device = static_cast<T*>(host);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(HostGetFlags)(unsigned* flags, void*)
{
    *flags = 2; // mapped, as all memory is
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(HostRegister)(void* memory, size_t bytes, unsigned)
{
    return LanesCode(rocport_lanes::registerHost(memory, bytes));
}
inline LANES_NAME(Error_t) LANES_NAME(HostUnregister)(void* memory)
{
    return LanesCode(rocport_lanes::unregisterHost(memory));
}

template <typename To, typename From>
LANES_NAME(Error_t)
LANES_NAME(Memcpy)(To* to, const From* from, size_t bytes, LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(rocport_lanes::recorded(rocport_lanes::copy(to, from, bytes, kind), to, from, bytes, kind));
}
template <typename To, typename From>
LANES_NAME(Error_t)
LANES_NAME(MemcpyAsync)(To* to, const From* from, size_t bytes, LANES_NAME(MemcpyKind) kind,
                        LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy,
                                   [=] { return LANES_NAME(Memcpy)(to, from, bytes, kind); });
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2D)(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                         size_t height, LANES_NAME(MemcpyKind) kind)
{
    if (width > toPitch || width > fromPitch) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    return LanesCode(rocport_lanes::copyRows({static_cast<char*>(to), toPitch, 0},
                                             {static_cast<char*>(const_cast<void*>(from)), fromPitch, 0},
                                             width, height, 1, kind));
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DAsync)(void* to, size_t toPitch, const void* from, size_t fromPitch,
                              size_t width, size_t height, LANES_NAME(MemcpyKind) kind,
                              LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=] {
        return LANES_NAME(Memcpy2D)(to, toPitch, from, fromPitch, width, height, kind);
    });
}
inline LANES_NAME(Error_t) LANES_NAME(Memset)(void* memory, int value, size_t bytes)
{
    if (bytes != 0 && (memory == nullptr || rocport_lanes::leaves(memory, bytes))) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    if (bytes != 0) {
        std::memset(memory, value, bytes);
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemsetAsync)(void* memory, int value, size_t bytes,
                            LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memset,
                                   [=] { return LANES_NAME(Memset)(memory, value, bytes); });
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyToSymbol)(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                           LANES_NAME(MemcpyKind) = LANES_NAME(MemcpyHostToDevice))
{
    if (offset + bytes > sizeof(T)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    auto* place =
        reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(std::addressof(symbol)));
    std::memcpy(place + offset, from, bytes);
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyToSymbolAsync)(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                LANES_NAME(MemcpyKind) kind = LANES_NAME(MemcpyHostToDevice),
                                LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=, &symbol] {
        return LANES_NAME(MemcpyToSymbol)(symbol, from, bytes, offset, kind);
    });
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyFromSymbol)(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                             LANES_NAME(MemcpyKind) = LANES_NAME(MemcpyDeviceToHost))
{
    if (offset + bytes > sizeof(T)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    std::memcpy(to, reinterpret_cast<const char*>(std::addressof(symbol)) + offset, bytes);
    rocport_lanes::recordSymbol(to, symbol, bytes, offset);
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(GetSymbolSize)(size_t* size, const T&)
{
    *size = sizeof(T);
    return LANES_NAME(Success);
}
template <typename Place, typename T>
LANES_NAME(Error_t)
LANES_NAME(GetSymbolAddress)(Place** place, const T& symbol)
{
    *place = (Place*)(std::addressof(symbol));
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyFromSymbolAsync)(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                  LANES_NAME(MemcpyKind) kind = LANES_NAME(MemcpyDeviceToHost),
                                  LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=, &symbol] {
        return LANES_NAME(MemcpyFromSymbol)(to, symbol, bytes, offset, kind);
    });
}
inline LANES_NAME(Error_t) LANES_NAME(MemGetInfo)(size_t* left, size_t* all)
{
    *all = rocport_lanes::kDeviceMemory;
    *left = rocport_lanes::leftToAllocate();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPrefetchAsync)(const void* memory, size_t bytes, int device,
                                 LANES_NAME(Stream_t) = nullptr)
{
    return LanesCode(device != -1 && !rocport_lanes::isDevice(device) ? rocport_lanes::Code::InvalidDevice
                     : rocport_lanes::leaves(memory, bytes) ? rocport_lanes::Code::InvalidValue
                                                    : rocport_lanes::Code::Success);
}

// --- Devices, streams and events ---------------------------------------------------------------

inline LANES_NAME(Error_t) LANES_NAME(GetDeviceCount)(int* count)
{
    *count = rocport_lanes::deviceCount();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(GetDevice)(int* device)
{
    *device = rocport_lanes::currentDevice();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(SetDevice)(int device)
{
    return LanesCode(rocport_lanes::setDevice(device));
}
inline LANES_NAME(Error_t) LANES_NAME(SetDeviceFlags)(unsigned)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceSynchronize)()
{
    rocport_lanes::recordManaged();
    return LanesCode(rocport_lanes::Code::Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceReset)()
{
    rocport_lanes::resetDevice();
    return LANES_NAME(Success);
}
template <typename Setting>
LANES_NAME(Error_t)
LANES_NAME(DeviceSetCacheConfig)(Setting)
{
    return LANES_NAME(Success);
}
template <typename Kernel, typename Setting>
LANES_NAME(Error_t)
LANES_NAME(FuncSetCacheConfig)(Kernel, Setting)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(RuntimeGetVersion)(int* version)
{
    *version = LANES_RUNTIME_VERSION;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DriverGetVersion)(int* version)
{
    return LANES_NAME(RuntimeGetVersion)(version);
}

// Each device is the peer of each other.
inline LANES_NAME(Error_t) LANES_NAME(DeviceCanAccessPeer)(int* can, int device, int peer)
{
    const bool areDevices = rocport_lanes::isDevice(device) && rocport_lanes::isDevice(peer);
    *can = areDevices && device != peer ? 1 : 0;
    return LanesCode(areDevices ? rocport_lanes::Code::Success : rocport_lanes::Code::InvalidDevice);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceEnablePeerAccess)(int peer, unsigned flags)
{
    return LanesCode(flags == 0 ? rocport_lanes::enablePeer(peer) : rocport_lanes::Code::InvalidValue);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceDisablePeerAccess)(int peer)
{
    return LanesCode(rocport_lanes::disablePeer(peer));
}
namespace rocport_lanes {

/// Whether memory that a copy between devices names may be of that device.
inline bool mayBeOf(const void* place, int device)
{
    return memoryKind(place) != MemoryKind::Device || deviceOf(place) == device;
}

} // namespace rocport_lanes
inline LANES_NAME(Error_t)
    LANES_NAME(MemcpyPeer)(void* to, int toDevice, const void* from, int fromDevice, size_t bytes)
{
    if (!rocport_lanes::isDevice(toDevice) || !rocport_lanes::isDevice(fromDevice)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    if (!rocport_lanes::mayBeOf(to, toDevice) || !rocport_lanes::mayBeOf(from, fromDevice)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    return LANES_NAME(Memcpy)(to, from, bytes, LANES_NAME(MemcpyDeviceToDevice));
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemcpyPeerAsync)(void* to, int toDevice, const void* from, int fromDevice,
                                size_t bytes, LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=] {
        return LANES_NAME(MemcpyPeer)(to, toDevice, from, fromDevice, bytes);
    });
}
enum LANES_LIMIT {
    LANES_NAME(LimitStackSize) = 0,
    LANES_NAME(LimitPrintfFifoSize) = 1,
    LANES_NAME(LimitMallocHeapSize) = 2,
    LANES_NAME(LimitDevRuntimeSyncDepth) = 3,
    LANES_NAME(LimitDevRuntimePendingLaunchCount) = 4,
    LANES_NAME(LimitMaxL2FetchGranularity) = 5,
    LANES_NAME(LimitPersistingL2CacheSize) = 6,
};
namespace rocport_lanes {

/// What programs set is answered; it limits nothing here, where a thread has 128 KiB of stack.
inline std::size_t* playedLimit(int which)
{
    static std::size_t all[] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
    return which >= 0 && which < 7 ? &all[which] : nullptr;
}

} // namespace rocport_lanes
inline LANES_NAME(Error_t) LANES_NAME(DeviceSetLimit)(LANES_LIMIT which, size_t value)
{
    std::size_t* const limit = rocport_lanes::playedLimit(which);
    if (limit == nullptr) {
        return LanesCode(rocport_lanes::Code::UnsupportedLimit);
    }
    *limit = value;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceGetLimit)(size_t* value, LANES_LIMIT which)
{
    const std::size_t* const limit = rocport_lanes::playedLimit(which);
    if (limit == nullptr || value == nullptr) {
        return LanesCode(limit == nullptr ? rocport_lanes::Code::UnsupportedLimit
                                          : rocport_lanes::Code::InvalidValue);
    }
    *value = *limit;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceGetStreamPriorityRange)(int* least, int* greatest)
{
    *least = 0;
    *greatest = -5;
    return LANES_NAME(Success);
}
enum LANES_MEMORY_TYPE {
    LANES_NAME(MemoryTypeUnregistered) = 0,
    LANES_NAME(MemoryTypeHost) = 1,
    LANES_NAME(MemoryTypeDevice) = 2,
    LANES_NAME(MemoryTypeManaged) = 3,
};
struct LANES_POINTER_ATTRIBUTES
{
    LANES_MEMORY_TYPE type;
    int device;
    void* devicePointer;
    void* hostPointer;
};
inline LANES_NAME(Error_t)
    LANES_NAME(PointerGetAttributes)(LANES_POINTER_ATTRIBUTES * attributes, const void* place)
{
    const rocport_lanes::MemoryKind kind = rocport_lanes::memoryKind(place);
    auto* const same = const_cast<void*>(place);
    const bool isKnown = kind != rocport_lanes::MemoryKind::Unregistered;
    const bool isOfDevice = kind == rocport_lanes::MemoryKind::Device;
    const int device = rocport_lanes::deviceOf(place);
    *attributes = {static_cast<LANES_MEMORY_TYPE>(kind),
                   isKnown ? device < 0 ? 0 : device : LANES_NAME(InvalidDeviceId),
                   isKnown ? same : nullptr, isOfDevice || !isKnown ? nullptr : same};
    return LANES_NAME(Success);
}

#include "lanes/streamapi.h"

// --- Kernels by address --------------------------------------------------------------------------

#include "lanes/launchapi.h"

#include "lanes/arrayapi.h"

#include "lanes/graphapi.h"
#include "lanes/poolapi.h"
#include "lanes/textureapi.h"
