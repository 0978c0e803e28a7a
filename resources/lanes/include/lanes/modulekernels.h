#pragma once

// What the source of a module has behind each of its kernels, and behind its end for expressions.

#include "lanes/modules.h"

#include <memory>
#include <type_traits>

namespace rocport_lanes {

template <typename... Parameters>
void keepModuleKernel(const char* name, void (*kernel)(Parameters...))
{
    keepNamedKernel(
        reinterpret_cast<const void*>(kernel),
        {name,
         [kernel, name](const LaunchSize& size, void** arguments, const Site& site) {
             return bindKernel(kernel, size, arguments, site, name);
         },
         {{sizeof(Parameters), alignof(Parameters)}...}});
}

struct ModuleEntry
{
    template <typename... Parameters>
    ModuleEntry(const char* name, void (*kernel)(Parameters...))
    {
        keepModuleKernel(name, kernel);
    }
};

struct ModuleVariable
{
    template <typename T>
    ModuleVariable(const char* name, const T& variable)
    {
        keepVariable(name, std::addressof(variable), sizeof(T));
    }
};

struct ModuleExpression
{
    template <typename... Parameters>
    ModuleExpression(unsigned number, const char* name, void (*kernel)(Parameters...))
    {
        keepModuleKernel(name, kernel);
        keepExpression(number, reinterpret_cast<const void*>(kernel), 0);
    }
    template <typename T>
    requires(!std::is_function_v<T>)
    ModuleExpression(unsigned number, const char*, T* variable)
    {
        keepExpression(number, const_cast<const void*>(static_cast<const volatile void*>(variable)),
                       sizeof(T));
    }
};

} // namespace rocport_lanes

#define LANES_MODULE_JOIN_(a, b) a##b
#define LANES_MODULE_JOIN(a, b) LANES_MODULE_JOIN_(a, b)
#define LANES_MODULE_KERNEL(name, ...)                                                             \
    static const ::rocport_lanes::ModuleEntry LANES_MODULE_JOIN(lanes_kernel_, __COUNTER__)(       \
        #name, static_cast<void (*)(__VA_ARGS__)>(&name));
#define LANES_MODULE_VARIABLE(name)                                                                \
    static const ::rocport_lanes::ModuleVariable LANES_MODULE_JOIN(lanes_variable_,                \
                                                                   __COUNTER__)(#name, name);
#define LANES_MODULE_EXPRESSION(number, ...)                                                       \
    static const ::rocport_lanes::ModuleExpression LANES_MODULE_JOIN(lanes_expression_,            \
                                                                     __COUNTER__)(                 \
        number, #__VA_ARGS__, &__VA_ARGS__);
