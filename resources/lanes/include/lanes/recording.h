#pragma once

// What comes back from the device, written down so that two runs can be compared: each copy to the
// host, with the kernel that wrote its memory last. LANES_COPIES names the folder for it; without
// it nothing is recorded.

#include "lanes/engine.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rocport_lanes {

/// Whether copies are recorded.
bool records();

/// What the next copy or allocation of this thread is called in the source. It is written before
/// the call when the source is rewritten.
void nameCopy(const char* text, const Site& site = Site::here());

/// Type of an element, as a name that stays valid: "float32", or the C++ type behind "T = ". Null:
/// it says nothing (void).
template<typename T>
const char* elementName()
{
    using Type = std::remove_cv_t<T>;
    if constexpr (std::is_void_v<Type> || std::is_function_v<Type>) {
        return nullptr;
    } else if constexpr (std::is_same_v<Type, bool>) {
        return "bool";
    } else if constexpr (std::is_same_v<Type, float>) {
        return "float32";
    } else if constexpr (std::is_same_v<Type, double>) {
        return "float64";
    } else if constexpr (std::is_enum_v<Type>) {
        return elementName<std::underlying_type_t<Type>>();
    } else if constexpr (std::is_integral_v<Type> && sizeof(Type) <= sizeof(std::uint64_t)) {
        constexpr const char* kSigned[] = {"int8", "int16", "int32", "int64"};
        constexpr const char* kUnsigned[] = {"uint8", "uint16", "uint32", "uint64"};
        constexpr int kPower = sizeof(Type) == 1 ? 0 : sizeof(Type) == 2 ? 1
                               : sizeof(Type) == 4                       ? 2
                                                                         : 3;
        return std::is_signed_v<Type> ? kSigned[kPower] : kUnsigned[kPower];
    } else if constexpr (std::is_array_v<Type>) {
        return elementName<std::remove_all_extents_t<Type>>();
    } else {
        return __PRETTY_FUNCTION__;
    }
}

/// Rows of bytes that were copied; one row is a plain copy.
struct CopiedRows
{
    const void* to = nullptr;
    const void* from = nullptr;
    std::size_t fromPitch = 0;
    std::size_t width = 0;
    std::size_t rows = 1;
};

/// A copy that was made. `kind` is that of cudaMemcpyKind; `hostType` and `deviceType` are
/// elementName() of what the pointers point to.
void recordCopy(const CopiedRows& copied, int kind, const char* toType, const char* fromType);

/// The same where nothing went wrong, and gives `code` back.
template<typename To, typename From>
Code recorded(Code code, To* to, const From* from, std::size_t bytes, int kind)
{
    if (code == Code::Success && bytes != 0 && records()) {
        recordCopy({to, from, bytes, bytes, 1}, kind, elementName<To>(), elementName<From>());
    }
    return code;
}

/// A symbol's memory came to the host.
template<typename T>
void recordSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset)
{
    if (bytes != 0 && records()) {
        const char* place = reinterpret_cast<const char*>(std::addressof(symbol)) + offset;
        recordCopy({to, place, bytes, bytes, 1}, 2, nullptr, elementName<T>());
    }
}

/// Memory that the host reads without a copy: recorded when it waits for the device.
void noteManaged(void* memory, std::size_t bytes, const char* type);
/// The host waited: managed memory that kernels were given since then is recorded.
void recordManaged();
/// Memory was given or taken back: what wrote there before is over.
void forgetWriter(void* memory);

/// A launch that has run, and the memory that it was given.
class LaunchRecord
{
public:
    LaunchRecord(const char* name, const Site& site, const LaunchSize& size);
    /// Memory at `place`, which the kernel may have written.
    void wrote(const void* place, const char* type) const;

    /// An argument: a pointer, or a struct that holds some.
    template<typename T>
    void add(const T& argument) const
    {
        if constexpr (std::is_pointer_v<T>) {
            if constexpr (!std::is_const_v<std::remove_pointer_t<T>> &&
                          !std::is_function_v<std::remove_pointer_t<T>>) {
                wrote(const_cast<const void*>(static_cast<const volatile void*>(argument)),
                      elementName<std::remove_pointer_t<T>>());
            }
        } else if constexpr (std::is_class_v<T> && sizeof(T) >= sizeof(void*)) {
            addWords(std::addressof(argument), sizeof(T));
        }
    }

private:
    void addWords(const void* argument, std::size_t bytes) const;

    const char* m_name;
    Site m_site;
    LaunchSize m_size;
    unsigned long long m_number;
};

template<typename T>
struct ReadOnly
{
    using Type = T;
};
template<typename T>
struct ReadOnly<T*>
{
    using Type = const T*;
};

/// Whether the kernel takes its argument number `Which` as a pointer to what it does not write:
/// `Check` has the kernel's signature.
template<typename Check, std::size_t Which, typename... Arguments, std::size_t... I>
constexpr bool onlyReads(std::index_sequence<I...>)
{
    return std::is_invocable_v<Check, std::conditional_t<I == Which,
                                                         typename ReadOnly<Arguments>::Type,
                                                         Arguments>&...>;
}

/// Notes the memory that a launch was given. Where the kernel's signature does not tell what it
/// writes, that is all of it.
template<typename Check, typename... Arguments>
void recordLaunch(const char* name, const Site& site, const LaunchSize& size,
                  const std::tuple<Arguments...>& arguments)
{
    if (!records()) {
        return;
    }
    const LaunchRecord record(name, site, size);
    [&]<std::size_t... I>(std::index_sequence<I...> all) {
        constexpr auto kIsWritten = []<std::size_t Which>() {
            using Argument = std::tuple_element_t<Which, std::tuple<Arguments...>>;
            if constexpr (!std::is_pointer_v<Argument>) {
                return false;
            } else if constexpr (std::is_const_v<std::remove_pointer_t<Argument>>) {
                return false;
            } else {
                return !onlyReads<Check, Which, Arguments...>(std::index_sequence_for<Arguments...>());
            }
        };
        constexpr bool kTells = (kIsWritten.template operator()<I>() || ... || false);
        const auto note = [&]<std::size_t Which>() {
            using Argument = std::tuple_element_t<Which, std::tuple<Arguments...>>;
            if constexpr (!kTells || !std::is_pointer_v<Argument> ||
                          kIsWritten.template operator()<Which>()) {
                record.add(std::get<Which>(arguments));
            }
        };
        (note.template operator()<I>(), ...);
        static_cast<void>(all);
    }(std::index_sequence_for<Arguments...>());
}

} // namespace rocport_lanes
