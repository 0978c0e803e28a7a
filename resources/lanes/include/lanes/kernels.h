#pragma once

// Kernels that are named by their address: with its type, or by a pointer to void that the source
// made of it, which is written down when it is made.

#include "lanes/engine.h"
#include "lanes/recording.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rocport_lanes {

/// Copies the arguments that the pointers lead to and gives what launches with them.
using BindKernel = std::function<std::function<Code()>(const LaunchSize&, void**, const Site&)>;

void keepKernel(const void* address, const BindKernel& bind);
/// Null: no kernel is known by this address.
const BindKernel* kernelAt(const void* address);

/// Called in kernels: runs when the kernel that runs has ended, as a launch from it does.
void launchLater(std::function<void()> launch);

/// A kernel that is named by its address with an array of pointers to its arguments.
template<typename... Parameters>
Code launchByPointer(void (*kernel)(Parameters...), const LaunchSize& size, void** arguments,
                     const Site& site, const char* name = "kernel")
{
    struct Data
    {
        void (*kernel)(Parameters...);
        void** arguments;
    } data{kernel, arguments};
    const Code code = runKernel(
        name, size,
        [](void* pointer) {
            auto& given = *static_cast<Data*>(pointer);
            [&given]<std::size_t... I>(std::index_sequence<I...>) {
                callForLanes([&given] {
                    given.kernel(
                        *static_cast<std::remove_reference_t<Parameters>*>(given.arguments[I])...);
                });
            }(std::index_sequence_for<Parameters...>());
        },
        &data, site);
    if (code == Code::Success && records()) {
        const LaunchRecord record(name, site, size);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (record.add(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])), ...);
        }(std::index_sequence_for<Parameters...>());
    }
    return code;
}

template<typename... Parameters>
std::function<Code()> bindKernel(void (*kernel)(Parameters...), const LaunchSize& size,
                                 void** arguments, const Site& site,
                                 const char* name = "kernel")
{
    using Given = std::tuple<std::remove_cvref_t<Parameters>...>;
    const auto given = [arguments]<std::size_t... I>(std::index_sequence<I...>) {
        return std::make_shared<Given>(
            *static_cast<std::remove_cvref_t<Parameters>*>(arguments[I])...);
    }(std::index_sequence_for<Parameters...>());
    return [=] {
        void* pointers[sizeof...(Parameters) + 1] = {};
        std::apply(
            [&pointers](auto&... all) {
                void* const each[] = {static_cast<void*>(&all)..., nullptr};
                std::copy(each, each + sizeof...(Parameters), pointers);
            },
            *given);
        return launchByPointer(kernel, size, pointers, site, name);
    };
}

template<typename... Parameters>
void noteAddress(void (*kernel)(Parameters...))
{
    keepKernel(reinterpret_cast<const void*>(kernel),
               [kernel](const LaunchSize& size, void** arguments, const Site& site) {
                   return bindKernel(kernel, size, arguments, site);
               });
}

/// What "(void*)x" becomes: where x is a kernel it can be launched by the pointer.
template<typename T>
void* address(T&& given)
{
    using Pointer = std::decay_t<T>;
    if constexpr (std::is_pointer_v<Pointer>) {
        if constexpr (std::is_function_v<std::remove_pointer_t<Pointer>>) {
            if constexpr (requires(Pointer p) { noteAddress(p); }) {
                noteAddress(static_cast<Pointer>(given));
            }
        }
    }
    return (void*)(given);
}

/// A kernel without its type, as one with it.
Code launchByAddress(const void* kernel, const LaunchSize& size, void** arguments,
                     const Site& site);

} // namespace rocport_lanes

#ifndef LANES_MODULE
// Behind kernels and variables that modules have as well.
#define LANES_MODULE_KERNEL(...)
#define LANES_MODULE_VARIABLE(name)
#endif
