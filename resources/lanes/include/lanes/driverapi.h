#pragma once

// The functions that both vendors' driver APIs have: the runtime's functions by other names, and
// modules. The includer defines LANES_DRIVER(name), LANES_DRIVER_RESULT and the types.

namespace rocport_lanes {

inline LANES_DRIVER_RESULT driver(LANES_NAME(Error_t) error)
{
    return static_cast<LANES_DRIVER_RESULT>(error);
}
inline LANES_DRIVER_RESULT driver(Code code)
{
    return driver(LanesCode(code));
}
inline void* pointer(LANES_DRIVER_PLACE place)
{
    return (void*)(place); // a number to CUDA, a pointer to HIP
}

} // namespace rocport_lanes

inline LANES_DRIVER_RESULT LANES_DRIVER(Init)(unsigned)
{
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(DeviceGet)(LANES_DRIVER_DEVICE* device, int number)
{
    *device = number;
    return rocport_lanes::isDevice(number) ? LANES_DRIVER_RESULT{}
                                           : rocport_lanes::driver(rocport_lanes::Code::InvalidDevice);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(DeviceTotalMem)(size_t* bytes, LANES_DRIVER_DEVICE device)
{
    LANES_DEVICE_PROPERTIES all;
    const LANES_NAME(Error_t) error = LANES_NAME(GetDeviceProperties)(&all, device);
    *bytes = error == LANES_NAME(Success) ? all.totalGlobalMem : 0;
    return rocport_lanes::driver(error);
}
// There is one context for each device.
namespace rocport_lanes {

inline int* contexts()
{
    static int all[64];
    return all;
}
inline LANES_DRIVER_CONTEXT contextOf(int device)
{
    return reinterpret_cast<LANES_DRIVER_CONTEXT>(contexts() + device);
}
inline LANES_DRIVER_RESULT useContext(LANES_DRIVER_CONTEXT context)
{
    if (context == nullptr) {
        return LANES_DRIVER_RESULT{}; // none is the one that was used last
    }
    return driver(setDevice(static_cast<int>(reinterpret_cast<int*>(context) - contexts())));
}
inline std::vector<int>& contextsBelow()
{
    static thread_local std::vector<int> devices;
    return devices;
}

} // namespace rocport_lanes
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxGetCurrent)(LANES_DRIVER_CONTEXT* context)
{
    *context = rocport_lanes::contextOf(rocport_lanes::currentDevice());
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxCreate)(LANES_DRIVER_CONTEXT* context, unsigned, LANES_DRIVER_DEVICE device)
{
    const int before = rocport_lanes::currentDevice();
    const rocport_lanes::Code code = rocport_lanes::setDevice(device);
    if (code == rocport_lanes::Code::Success) {
        rocport_lanes::contextsBelow().push_back(before); // the new one lies on it
    }
    LANES_DRIVER(CtxGetCurrent)(context);
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(DevicePrimaryCtxRetain)(LANES_DRIVER_CONTEXT* context, LANES_DRIVER_DEVICE device)
{
    if (!rocport_lanes::isDevice(device)) {
        return rocport_lanes::driver(rocport_lanes::Code::InvalidDevice);
    }
    *context = rocport_lanes::contextOf(device);
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(DevicePrimaryCtxRelease)(LANES_DRIVER_DEVICE)
{
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxSetCurrent)(LANES_DRIVER_CONTEXT context)
{
    return rocport_lanes::useContext(context);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxPushCurrent)(LANES_DRIVER_CONTEXT context)
{
    rocport_lanes::contextsBelow().push_back(rocport_lanes::currentDevice());
    return rocport_lanes::useContext(context);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxPopCurrent)(LANES_DRIVER_CONTEXT* context)
{
    if (context != nullptr) {
        LANES_DRIVER(CtxGetCurrent)(context);
    }
    std::vector<int>& below = rocport_lanes::contextsBelow();
    if (!below.empty()) {
        (void)rocport_lanes::setDevice(below.back());
        below.pop_back();
    }
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxDestroy)(LANES_DRIVER_CONTEXT context)
{
    if (context == rocport_lanes::contextOf(rocport_lanes::currentDevice())) {
        return LANES_DRIVER(CtxPopCurrent)(nullptr);
    }
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxGetDevice)(LANES_DRIVER_DEVICE* device)
{
    *device = rocport_lanes::currentDevice();
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxSynchronize)()
{
    return rocport_lanes::driver(LANES_NAME(DeviceSynchronize)());
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyHtoD)(LANES_DRIVER_PLACE to, const void* from, size_t bytes)
{
    return rocport_lanes::driver(LANES_NAME(Memcpy)(rocport_lanes::pointer(to), from, bytes, LANES_NAME(MemcpyHostToDevice)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyDtoH)(void* to, LANES_DRIVER_PLACE from, size_t bytes)
{
    return rocport_lanes::driver(LANES_NAME(Memcpy)(to, rocport_lanes::pointer(from), bytes, LANES_NAME(MemcpyDeviceToHost)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyDtoD)(LANES_DRIVER_PLACE to, LANES_DRIVER_PLACE from, size_t bytes)
{
    return rocport_lanes::driver(
        LANES_NAME(Memcpy)(rocport_lanes::pointer(to), rocport_lanes::pointer(from), bytes, LANES_NAME(MemcpyDeviceToDevice)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyHtoDAsync)(LANES_DRIVER_PLACE to, const void* from, size_t bytes, LANES_NAME(Stream_t) stream)
{
    return rocport_lanes::driver(LANES_NAME(MemcpyAsync)(rocport_lanes::pointer(to), from, bytes, LANES_NAME(MemcpyHostToDevice), stream));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyDtoHAsync)(void* to, LANES_DRIVER_PLACE from, size_t bytes, LANES_NAME(Stream_t) stream)
{
    return rocport_lanes::driver(LANES_NAME(MemcpyAsync)(to, rocport_lanes::pointer(from), bytes, LANES_NAME(MemcpyDeviceToHost), stream));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemcpyDtoDAsync)(LANES_DRIVER_PLACE to, LANES_DRIVER_PLACE from, size_t bytes, LANES_NAME(Stream_t) stream)
{
    return rocport_lanes::driver(LANES_NAME(MemcpyAsync)(rocport_lanes::pointer(to), rocport_lanes::pointer(from), bytes, LANES_NAME(MemcpyDeviceToDevice), stream));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemsetD8)(LANES_DRIVER_PLACE to, unsigned char value, size_t count)
{
    return rocport_lanes::driver(LANES_NAME(Memset)(rocport_lanes::pointer(to), value, count));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemsetD32)(LANES_DRIVER_PLACE to, unsigned value, size_t count)
{
    if (rocport_lanes::leaves(rocport_lanes::pointer(to), count * sizeof(value))) {
        return rocport_lanes::driver(rocport_lanes::Code::InvalidValue);
    }
    std::fill_n(static_cast<unsigned*>(rocport_lanes::pointer(to)), count, value);
    return LANES_DRIVER_RESULT{};
}
#include "lanes/driverarrays.h"
#include "lanes/moduleapi.h"
#include "lanes/virtualapi.h"

#undef LANES_BIG
#undef LANES_BIG_TYPE
#undef LANES_DRIVER
#undef LANES_DRIVER_RESULT
#undef LANES_DRIVER_PLACE
#undef LANES_DRIVER_DEVICE
#undef LANES_DRIVER_CONTEXT
#undef LANES_DRIVER_MODULE
#undef LANES_DRIVER_FUNCTION
#undef LANES_DEVICE_PROPERTIES
#undef LANES_DRIVER_ADDRESS_MODE
#undef LANES_DRIVER_ARRAY
#undef LANES_DRIVER_COPY_PLANES
#undef LANES_DRIVER_COPY_PLANES_ASYNC
#undef LANES_DRIVER_COPY_ROWS
#undef LANES_DRIVER_COPY_ROWS_ASYNC
#undef LANES_DRIVER_COPY_UNALIGNED
#undef LANES_DRIVER_FILTER_MODE
#undef LANES_DRIVER_FORMAT
#undef LANES_DRIVER_INPUT
#undef LANES_DRIVER_LINK
#undef LANES_DRIVER_MEMCPY_2D
#undef LANES_DRIVER_MEMCPY_3D
#undef LANES_DRIVER_MEMORY_ARRAY
#undef LANES_DRIVER_MEMORY_HOST
#undef LANES_DRIVER_MEMORY_TYPE
#undef LANES_DRIVER_OPTION
#undef LANES_DRIVER_RESOURCE_TYPE
#undef LANES_VIRTUAL_PROPERTIES
#undef LANES_VIRTUAL_GRANULARITY
#undef LANES_VIRTUAL_HANDLE
#undef LANES_VIRTUAL_HANDLES
#undef LANES_VIRTUAL_MINIMUM
#undef LANES_VIRTUAL_RECOMMENDED
