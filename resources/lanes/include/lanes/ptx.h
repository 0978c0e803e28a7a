#pragma once

// Inline PTX: the text of an asm statement is read once and its instructions are played, one lane
// at a time. What is not played ends the program with its name.
//
//   asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));      is written as
//   ::rocport_lanes::runPtx(::rocport_lanes::Site::here(), [] { static const ::rocport_lanes::PtxCode code("…");
//                   return &code; }(), ::rocport_lanes::ptxOperand("=f", y), ::rocport_lanes::ptxOperand("f", x));

#include "lanes/engine.h"

#include <cstring>
#include <memory>
#include <type_traits>

namespace rocport_lanes {

/// An operand of an asm statement: its bits, and where they go after it.
struct PtxOperand
{
    std::uint64_t bits = 0;
    void* to = nullptr; ///< of a result
    void (*store)(void* to, std::uint64_t bits, char letter) = nullptr;
    char letter = 'r'; ///< of the constraint: h, r, l, f, d or n
};

/// A value as a register holds it.
template <typename T>
std::uint64_t ptxBits(const T& value, char letter)
{
    std::uint64_t bits = 0;
    const auto keep = [&bits](const auto& same) { std::memcpy(&bits, &same, sizeof same); };
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        if (letter == 'f') {
            keep(static_cast<float>(value));
        } else if (letter == 'd') {
            keep(static_cast<double>(value));
        } else if constexpr (std::is_floating_point_v<T>) {
            keep(value);
        } else {
            bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        }
    } else if constexpr (std::is_pointer_v<std::decay_t<T>>) {
        bits = reinterpret_cast<std::uintptr_t>(&*value);
    } else {
        static_assert(sizeof(T) <= sizeof bits, "an operand of asm has up to 64 bits");
        keep(value);
    }
    return bits;
}

template <typename T>
void ptxStore(void* to, std::uint64_t bits, char letter)
{
    T& place = *static_cast<T*>(to);
    if constexpr (std::is_arithmetic_v<T>) {
        if (letter == 'f') {
            float value;
            std::memcpy(&value, &bits, sizeof value);
            place = static_cast<T>(value);
            return;
        }
        if (letter == 'd') {
            double value;
            std::memcpy(&value, &bits, sizeof value);
            place = static_cast<T>(value);
            return;
        }
    }
    std::memcpy(to, &bits, sizeof(T) < sizeof bits ? sizeof(T) : sizeof bits);
}

template <typename T>
PtxOperand ptxOperand(const char* constraint, T&& value)
{
    using Plain = std::remove_reference_t<T>;
    PtxOperand operand;
    operand.letter = constraint[std::strlen(constraint) - 1];
    const bool isResult = constraint[0] == '=' || constraint[0] == '+';
    if constexpr (std::is_lvalue_reference_v<T> && !std::is_const_v<Plain> &&
                  !std::is_array_v<Plain>) {
        if (isResult) {
            operand.to = const_cast<std::remove_cv_t<Plain>*>(std::addressof(value));
            operand.store = ptxStore<std::remove_cv_t<Plain>>;
        }
    }
    if (constraint[0] != '=') {
        operand.bits = ptxBits(value, operand.letter);
    }
    return operand;
}

/// The text of an asm statement as instructions.
class PtxCode
{
public:
    explicit PtxCode(const char* text);
    ~PtxCode();
    PtxCode(const PtxCode&) = delete;
    PtxCode& operator=(const PtxCode&) = delete;

    /// Runs it for the running lane and writes the results.
    void run(const Site& site, PtxOperand* operands, int count) const;

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

template <typename... Operands>
void runPtx(const Site& site, const PtxCode* code, Operands... operands)
{
    PtxOperand all[sizeof...(operands) + 1] = {operands...};
    code->run(site, all, sizeof...(operands));
}

/// The number of a byte of the block's shared memory, as PTX names it.
inline std::size_t sharedNumberOf(const void* place)
{
    return static_cast<std::size_t>(static_cast<const char*>(place) -
                                    static_cast<const char*>(dynamicSharedMemory()));
}

} // namespace rocport_lanes

inline std::size_t __cvta_generic_to_shared(const void* place)
{
    return rocport_lanes::sharedNumberOf(place);
}
inline void* __cvta_shared_to_generic(std::size_t number)
{
    return static_cast<char*>(rocport_lanes::dynamicSharedMemory()) + number;
}
inline std::size_t __cvta_generic_to_global(const void* place)
{
    return reinterpret_cast<std::size_t>(place);
}
