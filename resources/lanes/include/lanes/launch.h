#pragma once

// What a launch with triple angle brackets becomes:
//   ::rocport_lanes::launcher("k", rocport_lanes::Site::here(), [=](auto&... a) { k(a...); },
//                     ::rocport_lanes::Sizes(grid, block, shared, stream),
//                     [&](auto&... a) requires requires { k(a...); } {})(arguments)

#include "lanes/engine.h"
#include "lanes/kernels.h"
#include "lanes/recording.h"
#include "lanes/streams.h"
#include "lanes/vectors.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace rocport_lanes {

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

/// The settings of a launch. The stream matters where it is captured.
struct Sizes
{
    LaunchSize size;
    Stream* stream = nullptr;
#ifdef LANES_AMD
    template<typename Grid, typename Block, typename... Streams>
#else
    template<typename Grid = dim3, typename Block = dim3, typename... Streams> // braces are a dim3
#endif
    Sizes(const Grid& grid, const Block& block, std::size_t sharedBytes = 0,
          const Streams&... streams)
    {
        size.grid = indexOf(sizeOf(grid));
        size.block = indexOf(sizeOf(block));
        size.sharedBytes = sharedBytes;
        ((stream = streamOf(streams)), ...);
    }
};

/// "0" or NULL as an argument of a launch: no pointer or a number, as the kernel has it.
struct Zero
{
    template<typename T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
    operator T() const
    {
        return T();
    }
    template<typename T>
    operator T*() const
    {
        return nullptr;
    }
};
template<typename T>
using AsNumber = std::conditional_t<std::is_same_v<std::decay_t<T>, Zero>, int, std::decay_t<T>>;

/// `Check` is called as the kernel and tells its signature; void: it is not known.
template<typename Call, typename Check>
class Launcher
{
public:
    Launcher(const char* name, const Site& site, Call call, const Sizes& sizes)
        : m_name(name),
          m_site(site),
          m_call(std::move(call)),
          m_size(sizes.size),
          m_stream(sizes.stream)
    {
    }

    template<typename... Arguments>
    void operator()(Arguments&&... arguments)
    {
        if constexpr (takesNumbers<AsNumber<Arguments>...>()) {
            launch(static_cast<AsNumber<Arguments>>(std::forward<Arguments>(arguments))...);
        } else {
            launch(std::forward<Arguments>(arguments)...);
        }
    }

private:
    /// Whether zeros are numbers to the kernel, of which no types may be known.
    template<typename... Numbers>
    static constexpr bool takesNumbers()
    {
        if constexpr (std::is_void_v<Check>) {
            return true;
        } else {
            return std::is_invocable_v<const Check&, Numbers&...>;
        }
    }

    template<typename... Arguments>
    void launch(Arguments&&... arguments)
    {
        if (!takesLaunch(m_stream)) {
            keepError(Code::InvalidHandle);
            return;
        }
        // Kernels get copies, made when they are launched.
        using Given = std::tuple<std::decay_t<Arguments>...>;
        if (current != nullptr || isCaptured(m_stream)) {
            auto later = [launch = *this,
                          given = Given(std::forward<Arguments>(arguments)...)]() mutable {
                launch.run(given);
            };
            if (current != nullptr) {
                launchLater(std::move(later));
            } else {
                captured(m_stream, NodeKind::Kernel, std::move(later));
            }
            return;
        }
        Given given(std::forward<Arguments>(arguments)...);
        run(given);
    }

    template<typename... Arguments>
    void run(std::tuple<Arguments...>& arguments)
    {
        using Given = std::tuple<Arguments...>;
        struct Data
        {
            Call* call;
            Given& arguments;
        } data{&m_call, arguments};
        const Code code = runKernel(
            m_name, m_size,
            [](void* pointer) {
                auto& given = *static_cast<Data*>(pointer);
                // Copies that nothing else leads to can be kept in registers.
                constexpr bool isPlain = std::is_trivially_copyable_v<Call> &&
                                         (std::is_trivially_copyable_v<Arguments> && ...);
                std::conditional_t<isPlain, Given, Given&> all = given.arguments;
                std::conditional_t<isPlain, Call, Call&> call = *given.call;
                std::apply([&](auto&... each) { callForLanes([&] { call(each...); }); }, all);
            },
            &data, m_site);
        if (code == Code::Success) {
            recordLaunch<Check>(m_name, m_site, m_size, arguments);
        }
    }

    const char* m_name;
    Site m_site;
    Call m_call;
    LaunchSize m_size;
    Stream* m_stream;
};

template<typename Call>
Launcher<Call, void> launcher(const char* name, const Site& site, Call call, const Sizes& sizes)
{
    return {name, site, std::move(call), sizes};
}
template<typename Call, typename Check>
Launcher<Call, Check> launcher(const char* name, const Site& site, Call call, const Sizes& sizes,
                               const Check&)
{
    return {name, site, std::move(call), sizes};
}

} // namespace rocport_lanes
