#pragma once

// What a call of a vendor's library is: its work goes to a stream as a copy or a kernel does, and
// what it wrote is told as a kernel's.

#include "lanes/recording.h"
#include "lanes/streams.h"

#include <complex>
#include <functional>
#include <utility>

namespace rocport_lanes {

/// How a call ended, for all libraries.
enum class Ended { Done, Invalid, NotSupported, Failed };

/// Defines the function that says how a call ended as the status of a library.
#define LANES_STATUS_OF(function, Status, done, invalid, notSupported, failed)                     \
    inline Status function(Ended ended)                                                            \
    {                                                                                              \
        switch (ended) {                                                                           \
        case Ended::Done:                                                                          \
            return done;                                                                           \
        case Ended::Invalid:                                                                       \
            return invalid;                                                                        \
        case Ended::NotSupported:                                                                  \
            return notSupported;                                                                   \
        case Ended::Failed:                                                                        \
            break;                                                                                 \
        }                                                                                          \
        return failed;                                                                             \
    }

struct LibraryCall
{
    Stream* stream = nullptr;
    const char* name = "";      ///< as the program calls it
    bool deviceScalars = false; ///< scalars and results lie in device memory

    /// Does the work, or makes a node of it where the stream is captured.
    template <typename Work>
    Ended run(Work work) const
    {
        if (!captured(stream, NodeKind::Kernel, work)) {
            work();
        }
        return Ended::Done;
    }
    /// The call wrote the memory that `place` is in.
    template <typename T>
    void wrote(const T* place) const
    {
        if (place != nullptr && records()) {
            LaunchRecord(name, Site(), LaunchSize()).wrote(place, elementName<T>());
        }
    }
};

/// A scalar of a call: the host's is read when the function is called, the device's when it runs.
template <typename T>
class CallScalar
{
public:
    CallScalar(const LibraryCall& call, const T* place)
        : m_place(call.deviceScalars ? place : nullptr),
          m_value(call.deviceScalars || place == nullptr ? T() : *place)
    {
    }
    T operator()() const { return m_place != nullptr ? *m_place : m_value; }

private:
    const T* m_place;
    T m_value;
};

/// float2 and double2 as the standard library's complex numbers, which lie in memory alike.
template <typename T>
struct FieldOf
{
    using Type = T;
    using Real = T;
};
template <typename T>
requires requires(T t)
{
    t.x, t.y;
}
struct FieldOf<T>
{
    using Real = decltype(T::x);
    using Type = std::complex<Real>;
};
template <typename T>
struct FieldOf<std::complex<T>>
{
    using Real = T;
    using Type = std::complex<T>;
};
template <typename T>
using Real = typename FieldOf<T>::Real;
template <typename T>
inline constexpr bool kIsComplex = !std::is_same_v<Real<T>, T>;

template <typename T>
auto* field(T* place)
{
    return reinterpret_cast<typename FieldOf<T>::Type*>(place);
}
template <typename T>
const auto* field(const T* place)
{
    return reinterpret_cast<const typename FieldOf<T>::Type*>(place);
}
template <typename T>
auto* const* fields(T* const* places)
{
    return reinterpret_cast<typename FieldOf<T>::Type* const*>(places);
}
template <typename T>
const auto* const* fields(const T* const* places)
{
    return reinterpret_cast<const typename FieldOf<T>::Type* const*>(places);
}

} // namespace rocport_lanes
