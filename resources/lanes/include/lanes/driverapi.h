#pragma once

// The functions that both vendors' driver APIs have, as far as they need no module: the runtime's
// functions by other names. Kernels of PTX and of binaries cannot run here, which is said where a
// program loads them. The includer defines LANES_DRIVER(name), LANES_DRIVER_RESULT and the types.

namespace rocport_lanes {

inline LANES_DRIVER_RESULT driver(LANES_NAME(Error_t) error)
{
    return static_cast<LANES_DRIVER_RESULT>(error);
}
inline LANES_DRIVER_RESULT driver(Code code)
{
    return driver(LanesCode(code));
}
inline LANES_DRIVER_RESULT noModules()
{
    std::fprintf(stderr, "A module of code for a GPU has no meaning on the CPU.\n");
    return driver(Code::NotSupported);
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
    const LANES_DRIVER_RESULT result = rocport_lanes::driver(rocport_lanes::setDevice(device));
    LANES_DRIVER(CtxGetCurrent)(context);
    return result;
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
inline LANES_DRIVER_RESULT LANES_DRIVER(CtxDestroy)(LANES_DRIVER_CONTEXT)
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
    LANES_DRIVER(CtxGetCurrent)(context);
    std::vector<int>& below = rocport_lanes::contextsBelow();
    if (!below.empty()) {
        (void)rocport_lanes::setDevice(below.back());
        below.pop_back();
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
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleLoad)(LANES_DRIVER_MODULE*, const char*)
{
    return rocport_lanes::noModules();
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleLoadData)(LANES_DRIVER_MODULE*, const void*)
{
    return rocport_lanes::noModules();
}
template <typename... More>
LANES_DRIVER_RESULT LANES_DRIVER(ModuleLoadDataEx)(LANES_DRIVER_MODULE*, const void*, More...)
{
    return rocport_lanes::noModules();
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleGetFunction)(LANES_DRIVER_FUNCTION*, LANES_DRIVER_MODULE, const char*)
{
    return rocport_lanes::noModules();
}

#undef LANES_DRIVER
#undef LANES_DRIVER_RESULT
#undef LANES_DRIVER_PLACE
#undef LANES_DRIVER_DEVICE
#undef LANES_DRIVER_CONTEXT
#undef LANES_DRIVER_MODULE
#undef LANES_DRIVER_FUNCTION
#undef LANES_DEVICE_PROPERTIES
