// The runtime's functions, written once for both vendors: LANES_NAME(x) is cudax or hipx. Work is
// done where it is asked for, so that streams are always in order and events always reached.

#define LANES_JOIN_(a, b) a##b
#define LANES_JOIN(a, b) LANES_JOIN_(a, b)
#define LANES_NAME(x) LANES_JOIN(LANES_PREFIX, x)

typedef struct LANES_NAME(LanesStream) * LANES_NAME(Stream_t);
struct LANES_NAME(LanesEvent)
{
    std::chrono::steady_clock::time_point at;
    bool recorded = false;
};
typedef struct LANES_NAME(LanesEvent) * LANES_NAME(Event_t);

enum LANES_ERROR {
    LANES_NAME(Success) = 0,
    LANES_NAME(ErrorInvalidValue) = 1,
    LANES_NAME(ErrorMemoryAllocation) = 2,
    LANES_NAME(ErrorInvalidConfiguration) = 9,
    LANES_NAME(ErrorInvalidDevicePointer) = 17,
    LANES_NAME(ErrorInvalidMemcpyDirection) = 21,
    LANES_NAME(ErrorNoDevice) = 100,
    LANES_NAME(ErrorInvalidDevice) = 101,
    LANES_NAME(ErrorInvalidResourceHandle) = 400,
    LANES_NAME(ErrorNotReady) = 600,
    LANES_NAME(ErrorIllegalAddress) = 700,
    LANES_NAME(ErrorPeerAccessAlreadyEnabled) = 704,
    LANES_NAME(ErrorPeerAccessNotEnabled) = 705,
    LANES_NAME(ErrorAssert) = 710,
    LANES_NAME(ErrorLaunchFailure) = 719,
    LANES_NAME(ErrorCooperativeLaunchTooLarge) = 720,
    LANES_NAME(ErrorNotSupported) = 801,
    LANES_NAME(ErrorUnknown) = 999,
};

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
    LANES_NAME(HostRegisterDefault) = 0,
    LANES_NAME(MemAttachGlobal) = 1,
    LANES_NAME(DeviceScheduleAuto) = 0,
    LANES_NAME(DeviceScheduleSpin) = 1,
    LANES_NAME(DeviceScheduleYield) = 2,
    LANES_NAME(DeviceScheduleBlockingSync) = 4,
    LANES_NAME(DeviceMapHost) = 8,
};

#ifndef LANES_AMD
typedef enum cudaError cudaError_t;
#endif

inline LANES_NAME(Error_t) LanesCode(lanes::Code code)
{
    return static_cast<LANES_NAME(Error_t)>(lanes::keepError(code));
}

inline const char* LANES_NAME(GetErrorName)(LANES_NAME(Error_t) error)
{
#define LANES_TEXT_(x) #x
#define LANES_TEXT(x) LANES_TEXT_(x)
#define LANES_CASE(x)                                                                              \
    case LANES_NAME(x):                                                                            \
        return LANES_TEXT(LANES_NAME(x))
    switch (error) {
        LANES_CASE(Success);
        LANES_CASE(ErrorInvalidValue);
        LANES_CASE(ErrorInvalidConfiguration);
        LANES_CASE(ErrorInvalidDevicePointer);
        LANES_CASE(ErrorInvalidMemcpyDirection);
        LANES_CASE(ErrorInvalidDevice);
        LANES_CASE(ErrorInvalidResourceHandle);
        LANES_CASE(ErrorNotReady);
        LANES_CASE(ErrorPeerAccessAlreadyEnabled);
        LANES_CASE(ErrorCooperativeLaunchTooLarge);
        LANES_CASE(ErrorNotSupported);
#ifdef LANES_AMD
    case hipErrorMemoryAllocation:
        return "hipErrorOutOfMemory";
#else
        LANES_CASE(ErrorMemoryAllocation);
#endif
    default:
        return LANES_TEXT(LANES_NAME(ErrorUnknown));
    }
#undef LANES_CASE
#undef LANES_TEXT
#undef LANES_TEXT_
}

inline const char* LANES_NAME(GetErrorString)(LANES_NAME(Error_t) error)
{
    switch (error) {
    case LANES_NAME(Success):
        return "no error";
    case LANES_NAME(ErrorInvalidValue):
        return "invalid argument";
    case LANES_NAME(ErrorMemoryAllocation):
        return "out of memory";
    case LANES_NAME(ErrorInvalidConfiguration):
        return "invalid configuration argument";
    case LANES_NAME(ErrorInvalidDevice):
        return "invalid device ordinal";
    case LANES_NAME(ErrorNotSupported):
        return "operation not supported";
    default:
        return "unknown error";
    }
}

inline LANES_NAME(Error_t) LANES_NAME(GetLastError)()
{
    return static_cast<LANES_NAME(Error_t)>(lanes::takeError());
}
inline LANES_NAME(Error_t) LANES_NAME(PeekAtLastError)()
{
    return static_cast<LANES_NAME(Error_t)>(lanes::lastError());
}

// --- Memory ----------------------------------------------------------------------------------

namespace lanes {

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

} // namespace lanes

template <typename T>
LANES_NAME(Error_t)
LANES_NAME(Malloc)(T** place, size_t bytes)
{
    return LanesCode(lanes::allocateFor(reinterpret_cast<void**>(place), bytes, false));
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocAsync)(T** place, size_t bytes, LANES_NAME(Stream_t))
{
    return LANES_NAME(Malloc)(place, bytes);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocManaged)(T** place, size_t bytes, unsigned = 1)
{
    const LANES_NAME(Error_t) code = LANES_NAME(Malloc)(place, bytes);
    if (code == LANES_NAME(Success)) {
        lanes::noteManaged(*place, bytes, lanes::elementName<T>());
    }
    return code;
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MallocHost)(T** place, size_t bytes, unsigned = 0)
{
    return LanesCode(lanes::allocateFor(reinterpret_cast<void**>(place), bytes, true));
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
    *pitch = (width + 511) / 512 * 512;
    return LANES_NAME(Malloc)(place, *pitch * height);
}
inline LANES_NAME(Error_t) LANES_NAME(Free)(void* memory)
{
    return LanesCode(lanes::release(memory));
}
inline LANES_NAME(Error_t) LANES_NAME(FreeAsync)(void* memory, LANES_NAME(Stream_t))
{
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
    *device = static_cast<T*>(host);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(HostRegister)(void*, size_t, unsigned)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(HostUnregister)(void*)
{
    return LANES_NAME(Success);
}

template <typename To, typename From>
LANES_NAME(Error_t)
LANES_NAME(Memcpy)(To* to, const From* from, size_t bytes, LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(lanes::recorded(lanes::copy(to, from, bytes, kind), to, from, bytes, kind));
}
template <typename To, typename From>
LANES_NAME(Error_t)
LANES_NAME(MemcpyAsync)(To* to, const From* from, size_t bytes, LANES_NAME(MemcpyKind) kind,
                        LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(Memcpy)(to, from, bytes, kind);
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2D)(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                         size_t height, LANES_NAME(MemcpyKind) kind)
{
    if (width > toPitch || width > fromPitch) {
        return LanesCode(lanes::Code::InvalidValue);
    }
    for (size_t row = 0; row < height; ++row) {
        const lanes::Code code =
            lanes::copy(static_cast<char*>(to) + row * toPitch,
                        static_cast<const char*>(from) + row * fromPitch, width, kind);
        if (code != lanes::Code::Success) {
            return LanesCode(code);
        }
    }
    if (width * height != 0 && lanes::records()) {
        lanes::recordCopy({to, from, fromPitch, width, height}, kind, nullptr, nullptr);
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DAsync)(void* to, size_t toPitch, const void* from, size_t fromPitch,
                              size_t width, size_t height, LANES_NAME(MemcpyKind) kind,
                              LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(Memcpy2D)(to, toPitch, from, fromPitch, width, height, kind);
}
inline LANES_NAME(Error_t) LANES_NAME(Memset)(void* memory, int value, size_t bytes)
{
    if (bytes != 0 && (memory == nullptr || lanes::leaves(memory, bytes))) {
        return LanesCode(lanes::Code::InvalidValue);
    }
    if (bytes != 0) {
        std::memset(memory, value, bytes);
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemsetAsync)(void* memory, int value, size_t bytes, LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(Memset)(memory, value, bytes);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyToSymbol)(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                           LANES_NAME(MemcpyKind) = LANES_NAME(MemcpyHostToDevice))
{
    if (offset + bytes > sizeof(T)) {
        return LanesCode(lanes::Code::InvalidValue);
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
                                LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(MemcpyToSymbol)(symbol, from, bytes, offset, kind);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyFromSymbol)(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                             LANES_NAME(MemcpyKind) = LANES_NAME(MemcpyDeviceToHost))
{
    if (offset + bytes > sizeof(T)) {
        return LanesCode(lanes::Code::InvalidValue);
    }
    std::memcpy(to, reinterpret_cast<const char*>(std::addressof(symbol)) + offset, bytes);
    lanes::recordSymbol(to, symbol, bytes, offset);
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(GetSymbolAddress)(void** place, const T& symbol)
{
    *place = const_cast<std::remove_const_t<T>*>(std::addressof(symbol));
    return LANES_NAME(Success);
}
template <typename T>
LANES_NAME(Error_t)
LANES_NAME(MemcpyFromSymbolAsync)(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                  LANES_NAME(MemcpyKind) kind = LANES_NAME(MemcpyDeviceToHost),
                                  LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(MemcpyFromSymbol)(to, symbol, bytes, offset, kind);
}
inline LANES_NAME(Error_t) LANES_NAME(MemGetInfo)(size_t* left, size_t* all)
{
    *all = size_t{80} << 30;
    *left = *all - lanes::allocated();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemPrefetchAsync)(const void*, size_t, int, LANES_NAME(Stream_t) = nullptr)
{
    return LANES_NAME(Success);
}

// --- Devices, streams and events ---------------------------------------------------------------

inline LANES_NAME(Error_t) LANES_NAME(GetDeviceCount)(int* count)
{
    *count = 1;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(GetDevice)(int* device)
{
    *device = 0;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(SetDevice)(int device)
{
    return LanesCode(device == 0 ? lanes::Code::Success : lanes::Code::InvalidDevice);
}
inline LANES_NAME(Error_t) LANES_NAME(SetDeviceFlags)(unsigned)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceSynchronize)()
{
    lanes::recordManaged();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(DeviceReset)()
{
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
inline LANES_NAME(Error_t) LANES_NAME(DeviceCanAccessPeer)(int* can, int, int)
{
    *can = 0;
    return LANES_NAME(Success);
}

struct LANES_NAME(LanesStream)
{
};
inline LANES_NAME(Error_t) LANES_NAME(StreamCreate)(LANES_NAME(Stream_t) * stream)
{
    *stream = new LANES_NAME(LanesStream);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamCreateWithFlags)(LANES_NAME(Stream_t) * stream, unsigned)
{
    return LANES_NAME(StreamCreate)(stream);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamCreateWithPriority)(LANES_NAME(Stream_t) * stream, unsigned, int)
{
    return LANES_NAME(StreamCreate)(stream);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamDestroy)(LANES_NAME(Stream_t) stream)
{
    delete stream;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamSynchronize)(LANES_NAME(Stream_t))
{
    lanes::recordManaged();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamQuery)(LANES_NAME(Stream_t))
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamWaitEvent)(LANES_NAME(Stream_t), LANES_NAME(Event_t), unsigned = 0)
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventCreate)(LANES_NAME(Event_t) * event)
{
    *event = new LANES_NAME(LanesEvent);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventCreateWithFlags)(LANES_NAME(Event_t) * event, unsigned)
{
    return LANES_NAME(EventCreate)(event);
}
inline LANES_NAME(Error_t) LANES_NAME(EventDestroy)(LANES_NAME(Event_t) event)
{
    delete event;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(EventRecord)(LANES_NAME(Event_t) event, LANES_NAME(Stream_t) = nullptr)
{
    event->at = std::chrono::steady_clock::now();
    event->recorded = true;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventSynchronize)(LANES_NAME(Event_t))
{
    lanes::recordManaged();
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventQuery)(LANES_NAME(Event_t))
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(EventElapsedTime)(float* milliseconds, LANES_NAME(Event_t) from,
                                 LANES_NAME(Event_t) to)
{
    if (!from->recorded || !to->recorded) {
        return LanesCode(lanes::Code::InvalidHandle);
    }
    *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    return LANES_NAME(Success);
}

inline LANES_NAME(Error_t)
    LANES_NAME(StreamAddCallback)(LANES_NAME(Stream_t) stream,
                                  void (*call)(LANES_NAME(Stream_t), LANES_NAME(Error_t), void*),
                                  void* data, unsigned)
{
    call(stream, LANES_NAME(Success), data);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(LaunchHostFunc)(LANES_NAME(Stream_t), void (*call)(void*), void* data)
{
    call(data);
    return LANES_NAME(Success);
}

// --- Kernels by address --------------------------------------------------------------------------

template <typename... Parameters>
LANES_NAME(Error_t)
LANES_NAME(LaunchKernel)(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                         size_t sharedBytes = 0, LANES_NAME(Stream_t) = nullptr,
                         lanes::Site site = lanes::Site::here())
{
    return static_cast<LANES_NAME(Error_t)>(lanes::launchByPointer(
        kernel, {lanes::indexOf(grid), lanes::indexOf(block), sharedBytes, false}, arguments,
        site));
}
template <typename... Parameters>
LANES_NAME(Error_t)
LANES_NAME(LaunchCooperativeKernel)(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                    void** arguments, size_t sharedBytes = 0,
                                    LANES_NAME(Stream_t) = nullptr,
                                    lanes::Site site = lanes::Site::here())
{
    return static_cast<LANES_NAME(Error_t)>(lanes::launchByPointer(
        kernel, {lanes::indexOf(grid), lanes::indexOf(block), sharedBytes, true}, arguments, site));
}
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxActiveBlocksPerMultiprocessor)(int* blocks, Kernel, int threads, size_t)
{
    *blocks = threads > 0 ? 2048 / threads : 0;
    return LANES_NAME(Success);
}
template <typename Kernel>
LANES_NAME(Error_t)
LANES_NAME(OccupancyMaxPotentialBlockSize)(int* grid, int* block, Kernel, size_t = 0, int limit = 0)
{
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = lanes::limits().processors * 2;
    return LANES_NAME(Success);
}
