#pragma once

// Runs one kernel that a source defines with buffers that were written to files before. The main()
// that calls it is generated.

#include "lanes/launch.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

namespace rocport_lanes {

struct HarnessArgument
{
    const char* name;
    const char* file; ///< null: a number; "": memory that nobody wrote
    std::size_t bytes;
    std::vector<long long> sizes;
    double real;
    unsigned long long whole;
    bool isReal;
    void* memory = nullptr;
    bool isHeld = true; ///< by the parameter, as it is
};

template <typename>
inline constexpr bool isGivable = false;

/// A number for a type that has whole numbers only.
template <typename P>
P harnessWhole(HarnessArgument& given)
{
    if (given.isReal) {
        constexpr double kLeast = -0x1p63;
        constexpr double kEnd = 0x1p63;
        given.isHeld = given.real >= kLeast && given.real < kEnd &&
                       static_cast<double>(static_cast<long long>(given.real)) == given.real;
        given.whole =
            given.isHeld ? static_cast<unsigned long long>(static_cast<long long>(given.real)) : 0;
    }
    const P value = static_cast<P>(given.whole);
    given.isHeld = given.isHeld && static_cast<unsigned long long>(value) == given.whole;
    return value;
}

template <typename P>
P harnessValue(HarnessArgument& given)
{
    if constexpr (std::is_pointer_v<P>) {
        return (P)given.memory;
    } else if constexpr (requires { typename P::LanesAccessor; }) {
        return P::of(given.memory, given.sizes.data());
    } else if constexpr (std::is_floating_point_v<P>) {
        return given.isReal ? static_cast<P>(given.real)
                            : static_cast<P>(static_cast<long long>(given.whole));
    } else if constexpr (std::is_arithmetic_v<P> || std::is_enum_v<P>) {
        return harnessWhole<P>(given);
    } else if constexpr (requires { P(1.0F); }) {
        return P(given.isReal ? static_cast<float>(given.real)
                              : static_cast<float>(static_cast<long long>(given.whole)));
    } else {
        static_assert(isGivable<P>, "--arg cannot give a parameter of this type");
    }
}

inline bool fillFrom(const char* file, void* memory, std::size_t bytes)
{
    std::FILE* source = std::fopen(file, "rbe");
    if (source == nullptr) {
        return false;
    }
    std::vector<char> content(bytes);
    const bool isRead = std::fread(content.data(), 1, bytes, source) == bytes;
    std::fclose(source);
    return isRead && recorded(copy(memory, content.data(), bytes, 1), static_cast<char*>(memory),
                              content.data(), bytes, 1) == Code::Success;
}

/// 0, or what the program ends with. `showsHashes`: of each buffer afterwards, to be compared.
template <typename... P>
int runHarness(const char* name, void (*kernel)(P...), const dim3& grid, const dim3& block,
               std::size_t shared, std::vector<HarnessArgument>& arguments, bool showsHashes)
{
    constexpr int kFailed = 3;
    for (HarnessArgument& one : arguments) {
        if (one.file == nullptr) {
            continue;
        }
        if (allocateFor(&one.memory, one.bytes, false) != Code::Success ||
            (*one.file != '\0' && !fillFrom(one.file, one.memory, one.bytes))) {
            std::fprintf(stderr, "There is no memory for the buffer %s.\n", one.name);
            return kFailed;
        }
    }
    auto values = [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        return std::tuple<std::remove_cv_t<P>...>(
            harnessValue<std::remove_cv_t<P>>(arguments[I])...);
    }
    (std::index_sequence_for<P...>());
    for (const HarnessArgument& one : arguments) {
        if (one.isHeld) {
            continue;
        }
        if (one.isReal) {
            std::fprintf(stderr, "%s is of an integer type that has no %g.\n", one.name, one.real);
        } else {
            std::fprintf(stderr, "%s is of an integer type that has no %lld.\n", one.name,
                         static_cast<long long>(one.whole));
        }
        return kFailed;
    }
    allowShared(shared);
    takeError();
    auto start = launcher(
        name, Site::here(), [kernel](auto&... each) { kernel(each...); },
        Sizes(grid, block, shared), [&](auto&... each) requires requires { kernel(each...); } {});
    std::apply([&start](auto&... each) { start(each...); }, values);
    if (const Code code = takeError(); code != Code::Success) {
        std::fprintf(stderr,
                     code == Code::InvalidConfiguration || code == Code::InvalidValue
                         ? "The kernel was not launched: this GPU has no grid, block or shared "
                           "memory of that size.\n"
                         : "The kernel was not launched: error %d.\n",
                     static_cast<int>(code));
        return kFailed;
    }
    for (const HarnessArgument& one : arguments) {
        if (one.file == nullptr) {
            continue;
        }
        std::vector<char> content(one.bytes);
        nameCopy(one.name);
        recorded(copy(content.data(), one.memory, one.bytes, 2), content.data(),
                 static_cast<const char*>(one.memory), one.bytes, 2);
        if (showsHashes) {
            std::uint64_t hash = 0xcbf29ce484222325ULL;
            for (const char byte : content) {
                hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
            }
            std::printf("%s %016llx\n", one.name, static_cast<unsigned long long>(hash));
        }
    }
    return 0;
}

} // namespace rocport_lanes
