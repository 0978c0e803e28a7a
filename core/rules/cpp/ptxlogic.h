#pragma once

#include <array>
#include <string_view>

namespace rocport {

/// A logical function of three words, by its number in PTX's lop3, in C++ over `a`, `b` and `c`.
struct PtxLogic
{
    unsigned int table;
    std::string_view expression;
};

/// PTX ISA 8.x, lop3: the table of a function is its value for a = 0xF0, b = 0xCC and c = 0xAA.
#define ROCPORT_PTX_LOGIC(expression)                                                              \
    PtxLogic                                                                                       \
    {                                                                                              \
        [](unsigned int a, unsigned int b, unsigned int c) {                                       \
            static_cast<void>(a), static_cast<void>(b), static_cast<void>(c);                      \
            return (expression)&0xFFU;                                                             \
        }(0xF0, 0xCC, 0xAA),                                                                       \
            #expression                                                                            \
    }

/// The functions that are readable; any other is left to a person.
inline constexpr std::array kPtxLogic = {ROCPORT_PTX_LOGIC(a & b),
                                         ROCPORT_PTX_LOGIC(a | b),
                                         ROCPORT_PTX_LOGIC(a ^ b),
                                         ROCPORT_PTX_LOGIC(a& b& c),
                                         ROCPORT_PTX_LOGIC(a | b | c),
                                         ROCPORT_PTX_LOGIC(a ^ b ^ c),
                                         ROCPORT_PTX_LOGIC((a & b) | c),
                                         ROCPORT_PTX_LOGIC((a & b) ^ c),
                                         ROCPORT_PTX_LOGIC((a | b) & c),
                                         ROCPORT_PTX_LOGIC((a | b) ^ c),
                                         ROCPORT_PTX_LOGIC((a ^ b) & c),
                                         ROCPORT_PTX_LOGIC((a ^ b) | c),
                                         ROCPORT_PTX_LOGIC(a&(b | c)),
                                         ROCPORT_PTX_LOGIC(a&(b ^ c)),
                                         ROCPORT_PTX_LOGIC(a | (b & c)),
                                         ROCPORT_PTX_LOGIC(a | (b ^ c)),
                                         ROCPORT_PTX_LOGIC(a ^ (b & c)),
                                         ROCPORT_PTX_LOGIC(a ^ (b | c)),
                                         ROCPORT_PTX_LOGIC(a & ~b),
                                         ROCPORT_PTX_LOGIC((a & b) | (~a & c)),
                                         ROCPORT_PTX_LOGIC((a & b) | (a & c) | (b & c))};

#undef ROCPORT_PTX_LOGIC

} // namespace rocport
