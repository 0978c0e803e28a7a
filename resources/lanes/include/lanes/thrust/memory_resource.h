#pragma once

// Thrust's own back end for C++ gives its vectors memory of the host; here it is the device's.

#include "lanes/engine.h"

#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/new.h>
#include <thrust/system/cpp/pointer.h>

#include <new>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {
namespace detail {

/// Device memory, filled with its pattern.
class DeviceMemory final : public thrust::mr::memory_resource<>
{
public:
    void* do_allocate(std::size_t bytes, std::size_t) override
    {
        void* memory = rocport_lanes::allocate(bytes, false);
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return memory;
    }
    void do_deallocate(void* memory, std::size_t, std::size_t) override { rocport_lanes::release(memory); }
};
using native_resource =
    thrust::mr::fancy_pointer_resource<DeviceMemory, thrust::cpp::pointer<void>>;
using universal_native_resource =
    thrust::mr::fancy_pointer_resource<DeviceMemory, thrust::cpp::universal_pointer<void>>;

} // namespace detail

using memory_resource = detail::native_resource;
using universal_memory_resource = detail::universal_native_resource;
using universal_host_pinned_memory_resource = detail::native_resource;

} // namespace cpp
} // namespace system
THRUST_NAMESPACE_END
