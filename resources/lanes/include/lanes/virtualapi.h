// Addresses and memory that are asked for apart: included by driverapi.h, once for the vendor.

#include "lanes/virtualmemory.h"

struct LANES_VIRTUAL_PROPERTIES
{
    LANES_NAME(MemAllocationType) type;
    int LANES_VIRTUAL_HANDLES;
    LANES_NAME(MemLocation) location;
    void* win32HandleMetaData;
    struct
    {
        unsigned char compressionType;
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
    } allocFlags;
};
enum LANES_VIRTUAL_GRANULARITY {
    LANES_VIRTUAL_MINIMUM = 0,
    LANES_VIRTUAL_RECOMMENDED = 1,
};

inline LANES_DRIVER_RESULT
    LANES_DRIVER(MemGetAllocationGranularity)(size_t* bytes,
                                              const LANES_VIRTUAL_PROPERTIES * what,
                                              LANES_VIRTUAL_GRANULARITY)
{
    if (bytes == nullptr || what == nullptr ||
        what->location.type != LANES_NAME(MemLocationTypeDevice) || !rocport_lanes::isDevice(what->location.id)) {
        return rocport_lanes::driver(rocport_lanes::Code::InvalidValue);
    }
    *bytes = rocport_lanes::kVirtualPage;
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemAddressReserve)(LANES_DRIVER_PLACE* place, size_t bytes,
                                                           size_t alignment, LANES_DRIVER_PLACE,
                                                           unsigned long long)
{
    if (bytes == 0 || bytes % rocport_lanes::kVirtualPage != 0) {
        return rocport_lanes::driver(rocport_lanes::Code::InvalidValue);
    }
    void* const found = rocport_lanes::reserveAddresses(bytes, alignment);
    *place = (LANES_DRIVER_PLACE)(found);
    return rocport_lanes::driver(found == nullptr ? rocport_lanes::Code::OutOfMemory
                                                  : rocport_lanes::Code::Success);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemAddressFree)(LANES_DRIVER_PLACE place, size_t bytes)
{
    return rocport_lanes::driver(
        rocport_lanes::freeAddresses(rocport_lanes::pointer(place), bytes));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemCreate)(LANES_VIRTUAL_HANDLE* handle, size_t bytes,
                                                   const LANES_VIRTUAL_PROPERTIES * what,
                                                   unsigned long long)
{
    rocport_lanes::VirtualMemory* memory = nullptr;
    const bool isHere = what != nullptr &&
                        what->location.type == LANES_NAME(MemLocationTypeDevice) &&
                        rocport_lanes::isDevice(what->location.id);
#ifdef LANES_AMD
    const bool isKind = true;
#else
    // As an H100 (driver 580) answers: none or generic.
    const bool isKind = isHere && what->allocFlags.compressionType <= 1;
#endif
    const rocport_lanes::Code code =
        isHere && isKind
            ? rocport_lanes::createMemory(memory, bytes,
                                          {.device = what->location.id,
                                           .handles = static_cast<int>(what->LANES_VIRTUAL_HANDLES),
                                           .compression = what->allocFlags.compressionType})
            : rocport_lanes::Code::InvalidValue;
    *handle = (LANES_VIRTUAL_HANDLE)(memory);
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(MemGetAllocationPropertiesFromHandle)(LANES_VIRTUAL_PROPERTIES * what,
                                                       LANES_VIRTUAL_HANDLE handle)
{
    rocport_lanes::VirtualAsked asked;
    const rocport_lanes::Code code =
        what == nullptr
            ? rocport_lanes::Code::InvalidValue
            : rocport_lanes::describeMemory((rocport_lanes::VirtualMemory*)(handle), asked);
    if (code == rocport_lanes::Code::Success) {
        *what = {};
        what->type = LANES_NAME(MemAllocationTypePinned);
        what->location.type = LANES_NAME(MemLocationTypeDevice);
        what->location.id = asked.device;
        what->LANES_VIRTUAL_HANDLES = asked.handles;
        what->allocFlags.compressionType = asked.compression;
    }
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemRelease)(LANES_VIRTUAL_HANDLE handle)
{
    return rocport_lanes::driver(
        rocport_lanes::releaseMemory((rocport_lanes::VirtualMemory*)(handle)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemMap)(LANES_DRIVER_PLACE place, size_t bytes,
                                                size_t offset, LANES_VIRTUAL_HANDLE handle,
                                                unsigned long long)
{
    return rocport_lanes::driver(
        rocport_lanes::mapMemory(rocport_lanes::pointer(place), bytes, offset,
                                 (rocport_lanes::VirtualMemory*)(handle)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemUnmap)(LANES_DRIVER_PLACE place, size_t bytes)
{
    return rocport_lanes::driver(rocport_lanes::unmapMemory(rocport_lanes::pointer(place), bytes));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemSetAccess)(LANES_DRIVER_PLACE place, size_t bytes,
                                                      const LANES_NAME(MemAccessDesc) * access,
                                                      size_t count)
{
    int flags = -1;
    for (size_t i = 0; i < count; ++i) {
        if (access[i].location.type == LANES_NAME(MemLocationTypeDevice) &&
            rocport_lanes::isDevice(access[i].location.id)) {
            flags = static_cast<int>(access[i].flags);
        }
    }
    return rocport_lanes::driver(
        flags < 0 ? rocport_lanes::Code::InvalidValue
                  : rocport_lanes::setAccess(rocport_lanes::pointer(place), bytes, flags));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemGetAccess)(unsigned long long* flags,
                                                      const LANES_NAME(MemLocation) *,
                                                      LANES_DRIVER_PLACE place)
{
    int access = 0;
    const rocport_lanes::Code code =
        rocport_lanes::accessOf(rocport_lanes::pointer(place), access);
    *flags = static_cast<unsigned long long>(access);
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(MemRetainAllocationHandle)(LANES_VIRTUAL_HANDLE* handle,
                                                                   void* place)
{
    rocport_lanes::VirtualMemory* const memory = rocport_lanes::memoryAt(place);
    *handle = (LANES_VIRTUAL_HANDLE)(memory);
    return rocport_lanes::driver(memory == nullptr ? rocport_lanes::Code::InvalidValue
                                                   : rocport_lanes::Code::Success);
}
