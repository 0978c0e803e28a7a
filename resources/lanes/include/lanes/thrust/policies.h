#pragma once

// The policies of the vendor's back end. Streams are in order, so that they change nothing.

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/cpp/pointer.h>
#include <thrust/system_error.h>

#ifdef LANES_AMD
#include "hip/hip_runtime.h"
#define LANES_THRUST hip
#define LANES_THRUST_INNER hip_rocprim
#else
#include "cuda_runtime.h"
#define LANES_THRUST cuda
#define LANES_THRUST_INNER cuda_cub
#endif

namespace rocport_lanes {
inline const bool thrustCallsAreThreads = libraryCallsAreThreads = true;
}

THRUST_NAMESPACE_BEGIN
namespace system {

/// Of errors of the runtime, by their numbers.
class LanesCategory final : public thrust::error_category
{
public:
    const char* name() const override { return "runtime"; }
    std::string message(int code) const override
    {
        return LANES_NAME(GetErrorString)(static_cast<LANES_NAME(Error_t)>(code));
    }
};
inline const thrust::error_category& LANES_JOIN(LANES_PREFIX, _category)()
{
    static const LanesCategory category;
    return category;
}

} // namespace system
namespace system {
namespace LANES_THRUST {
namespace detail {

struct Par : thrust::system::cpp::detail::execution_policy<Par>,
             thrust::detail::allocator_aware_execution_policy<
                 thrust::system::cpp::detail::execution_policy>
{
    constexpr Par() : thrust::system::cpp::detail::execution_policy<Par>() {}
    /// What a captured stream is asked for is refused, not recorded.
    constexpr Par on(LANES_NAME(Stream_t) stream) const
    {
        if (rocport_lanes::isCaptured(stream)) {
            throw thrust::system_error(
                static_cast<int>(LanesCode(rocport_lanes::Code::CaptureUnsupported)),
                LANES_JOIN(LANES_PREFIX, _category)());
        }
        return {};
    }
};

} // namespace detail

template <typename Policy>
using execution_policy = thrust::system::cpp::detail::execution_policy<Policy>;
using par_t = detail::Par;
using tag = thrust::system::cpp::tag;
inline constexpr detail::Par par;
inline constexpr detail::Par par_nosync;
template <typename T>
using pointer = thrust::system::cpp::pointer<T>;

} // namespace LANES_THRUST
} // namespace system

namespace LANES_THRUST {

using namespace thrust::system::LANES_THRUST;

} // namespace LANES_THRUST
namespace LANES_THRUST_INNER {

using namespace thrust::system::LANES_THRUST;

} // namespace LANES_THRUST_INNER

using thrust::system::LANES_JOIN(LANES_PREFIX, _category);
THRUST_NAMESPACE_END
