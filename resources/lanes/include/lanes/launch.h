#pragma once

// What a launch with triple angle brackets becomes:
//   ::lanes::launcher("k", lanes::Site::here(), [&](auto&... a) { k(a...); },
//                     ::lanes::Sizes(grid, block, shared, stream),
//                     [&](auto&... a) -> decltype(k(a...)) {})(arguments)

#include "lanes/engine.h"
#include "lanes/recording.h"
#include "lanes/vectors.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace lanes {

inline Index3 indexOf(const dim3& size)
{
    return {size.x, size.y, size.z};
}

template<typename T>
dim3 sizeOf(const T& size)
{
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return dim3(static_cast<unsigned>(size));
    } else {
        return dim3(size);
    }
}

/// The settings of a launch. The stream only orders what is done in order anyway.
struct Sizes
{
    LaunchSize size;
    template<typename Grid, typename Block, typename... Stream>
    Sizes(const Grid& grid, const Block& block, std::size_t sharedBytes = 0, const Stream&...)
    {
        size.grid = indexOf(sizeOf(grid));
        size.block = indexOf(sizeOf(block));
        size.sharedBytes = sharedBytes;
    }
};

/// `Check` is called as the kernel and tells its signature; void: it is not known.
template<typename Call, typename Check>
class Launcher
{
public:
    Launcher(const char* name, const Site& site, Call call, const LaunchSize& size)
        : m_name(name), m_site(site), m_call(std::move(call)), m_size(size)
    {
    }

    template<typename... Arguments>
    void operator()(Arguments&&... arguments)
    {
        // Kernels get copies, made when they are launched.
        struct Data
        {
            Call* call;
            std::tuple<std::decay_t<Arguments>...> arguments;
        } data{&m_call, {std::forward<Arguments>(arguments)...}};
        const Code code = runKernel(
            m_name, m_size,
            [](void* pointer) {
                auto& given = *static_cast<Data*>(pointer);
                std::apply(
                    [&given](auto&... all) {
                        do {
                            (*given.call)(all...);
                        } while (nextLane());
                    },
                    given.arguments);
            },
            &data, m_site);
        if (code == Code::Success) {
            recordLaunch<Check>(m_name, m_site, m_size, data.arguments);
        }
    }

private:
    const char* m_name;
    Site m_site;
    Call m_call;
    LaunchSize m_size;
};

template<typename Call>
Launcher<Call, void> launcher(const char* name, const Site& site, Call call, const Sizes& sizes)
{
    return {name, site, std::move(call), sizes.size};
}
template<typename Call, typename Check>
Launcher<Call, Check> launcher(const char* name, const Site& site, Call call, const Sizes& sizes,
                               const Check&)
{
    return {name, site, std::move(call), sizes.size};
}

/// A kernel that is named by its address with an array of pointers to its arguments.
template<typename... Parameters>
Code launchByPointer(void (*kernel)(Parameters...), const LaunchSize& size, void** arguments,
                     const Site& site)
{
    struct Data
    {
        void (*kernel)(Parameters...);
        void** arguments;
    } data{kernel, arguments};
    const Code code = runKernel(
        "kernel", size,
        [](void* pointer) {
            auto& given = *static_cast<Data*>(pointer);
            [&given]<std::size_t... I>(std::index_sequence<I...>) {
                do {
                    given.kernel(
                        *static_cast<std::remove_reference_t<Parameters>*>(given.arguments[I])...);
                } while (nextLane());
            }(std::index_sequence_for<Parameters...>());
        },
        &data, site);
    if (code == Code::Success && records()) {
        const LaunchRecord record("kernel", site, size);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (record.add(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])), ...);
        }(std::index_sequence_for<Parameters...>());
    }
    return code;
}

} // namespace lanes
