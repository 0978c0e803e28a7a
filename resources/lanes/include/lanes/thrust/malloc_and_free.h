#pragma once

// thrust::malloc and the like give device memory.

#include "lanes/engine.h"

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/detail/sequential/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
namespace sequential {

template <typename Policy>
void* malloc(execution_policy<Policy>&, std::size_t bytes)
{
    return rocport_lanes::allocate(bytes, false);
}
template <typename Policy, typename Pointer>
void free(sequential::execution_policy<Policy>&, Pointer place)
{
    rocport_lanes::release(thrust::raw_pointer_cast(place));
}

} // namespace sequential
} // namespace detail
} // namespace system
THRUST_NAMESPACE_END
