// Instructions of PTX that compute: each takes its operands as its type says.
#include "ptx.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <algorithm>

namespace rocport_lanes::ptx {

namespace {

using U64 = std::uint64_t;
using S64 = std::int64_t;

U64 low(U64 bits, int count)
{
    return count >= 64 ? bits : bits & ((U64{1} << count) - 1);
}

S64 extended(U64 bits, int count)
{
    return count >= 64 ? static_cast<S64>(bits)
                       : static_cast<S64>(bits << (64 - count)) >> (64 - count);
}

float floatOf(U64 bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

double doubleOf(U64 bits)
{
    return std::bit_cast<double>(bits);
}

U64 bitsOfFloat(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

/// The rounding that an instruction names, while it is there.
class Rounding
{
public:
    explicit Rounding(const Instruction& instruction) : m_before(std::fegetround())
    {
        if (instruction.has("rz")) {
            std::fesetround(FE_TOWARDZERO);
        } else if (instruction.has("rm")) {
            std::fesetround(FE_DOWNWARD);
        } else if (instruction.has("rp")) {
            std::fesetround(FE_UPWARD);
        }
    }
    ~Rounding() { std::fesetround(m_before); }

private:
    int m_before;
};

/// Calls `compute` with the operands behind the first as float or double, rounded as it is named.
template <typename Compute>
void real(Machine& machine, const Instruction& instruction, Compute compute)
{
    const bool ftz = instruction.has("ftz");
    const bool sat = instruction.has("sat");
    const auto with = [&]<typename T>(T) {
        // Volatile: the sum stays between the changes of rounding.
        volatile T values[3] = {};
        for (std::size_t i = 1; i < instruction.operands.size() && i < 4; ++i) {
            const U64 bits = machine.read(instruction.operands[i], instruction.type);
            T value = sizeof(T) == 4 ? static_cast<T>(floatOf(bits)) : static_cast<T>(doubleOf(bits));
            if (ftz && std::fpclassify(value) == FP_SUBNORMAL) {
                value = std::copysign(T(0), value);
            }
            values[i - 1] = value;
        }
        volatile T rounded;
        {
            const Rounding rounding(instruction);
            rounded = compute(T(values[0]), T(values[1]), T(values[2]));
        }
        T result = rounded;
        if (ftz && std::fpclassify(result) == FP_SUBNORMAL) {
            result = std::copysign(T(0), result);
        }
        if (sat) {
            result = result > 0 ? std::min(result, T(1)) : T(0);
        }
        const U64 bits = sizeof(T) == 4 ? bitsOfFloat(static_cast<float>(result))
                                        : std::bit_cast<U64>(static_cast<double>(result));
        machine.write(instruction.operands[0], bits, instruction.type);
    };
    if (instruction.type.bits == 32) {
        with(0.0f);
    } else {
        with(0.0);
    }
}

/// Calls `compute` with the operands behind the first as integers of 64 bits, and writes the result.
template <typename Compute>
void whole(Machine& machine, const Instruction& instruction, Compute compute)
{
    U64 values[3] = {};
    for (std::size_t i = 1; i < instruction.operands.size() && i < 4; ++i) {
        values[i - 1] = machine.read(instruction.operands[i], instruction.type);
    }
    machine.write(instruction.operands[0], compute(values[0], values[1], values[2]),
                  instruction.type);
}

#define LANES_BOTH(name, realResult, wholeResult)                                                  \
    void name(Machine& machine, const Instruction& i)                                              \
    {                                                                                              \
        if (i.type.kind == 'f') {                                                                  \
            real(machine, i, [&](auto a, [[maybe_unused]] auto b, [[maybe_unused]] auto c) {         \
                return realResult;                                                                 \
            });                                                                                    \
        } else {                                                                                   \
            whole(machine, i,                                                                      \
                  [&i](U64 a, [[maybe_unused]] U64 b, [[maybe_unused]] U64 c) -> U64 {             \
                      [[maybe_unused]] const bool isSigned = i.type.kind == 's';                   \
                      [[maybe_unused]] const int bits = i.type.bits;                               \
                      return wholeResult;                                                          \
                  });                                                                              \
        }                                                                                          \
    }

U64 smallest(U64 a, U64 b, bool isSigned)
{
    return isSigned ? static_cast<U64>(std::min(static_cast<S64>(a), static_cast<S64>(b)))
                    : std::min(a, b);
}

U64 largest(U64 a, U64 b, bool isSigned)
{
    return isSigned ? static_cast<U64>(std::max(static_cast<S64>(a), static_cast<S64>(b)))
                    : std::max(a, b);
}

/// Of a division by zero PTX says nothing; a GPU gives all ones.
U64 quotient(U64 a, U64 b, bool isSigned)
{
    if (b == 0) {
        return ~U64{0};
    }
    return isSigned ? (b == ~U64{0} ? 0 - a : static_cast<U64>(static_cast<S64>(a) / static_cast<S64>(b)))
                    : a / b;
}

U64 modulus(U64 a, U64 b, bool isSigned)
{
    if (b == 0) {
        return a;
    }
    return isSigned ? (b == ~U64{0} ? 0 : static_cast<U64>(static_cast<S64>(a) % static_cast<S64>(b)))
                    : a % b;
}

/// The upper half of a product of numbers of `bits` bits.
U64 upper(U64 a, U64 b, bool isSigned, int bits)
{
    if (isSigned) {
        return static_cast<U64>((static_cast<__int128>(static_cast<S64>(a)) * static_cast<S64>(b)) >>
                                bits);
    }
    return static_cast<U64>((static_cast<unsigned __int128>(a) * b) >> bits);
}

U64 shiftedRight(U64 a, U64 b, bool isSigned, int bits)
{
    const U64 by = low(b, 32);
    if (by >= static_cast<U64>(bits)) {
        return isSigned && static_cast<S64>(a) < 0 ? ~U64{0} : 0;
    }
    return isSigned ? static_cast<U64>(static_cast<S64>(a) >> by) : a >> by;
}

U64 saturated(S64 value)
{
    return static_cast<U64>(std::clamp<S64>(value, std::numeric_limits<int>::min(),
                                            std::numeric_limits<int>::max()));
}

LANES_BOTH(add, a + b,
           i.has("sat") ? saturated(static_cast<S64>(a) + static_cast<S64>(b)) : a + b)
LANES_BOTH(subtract, a - b,
           i.has("sat") ? saturated(static_cast<S64>(a) - static_cast<S64>(b)) : a - b)
LANES_BOTH(minimum, i.has("NaN") && (std::isnan(a) || std::isnan(b)) ? decltype(a)(NAN)
                                                                     : std::fmin(a, b),
           smallest(a, b, isSigned))
LANES_BOTH(maximum, i.has("NaN") && (std::isnan(a) || std::isnan(b)) ? decltype(a)(NAN)
                                                                     : std::fmax(a, b),
           largest(a, b, isSigned))
LANES_BOTH(divide, a / b, quotient(a, b, isSigned))
LANES_BOTH(absolute, std::fabs(a), static_cast<S64>(a) < 0 ? 0 - a : a)
LANES_BOTH(negate, -a, 0 - a)

#undef LANES_BOTH

void multiply(Machine& machine, const Instruction& i)
{
    if (i.type.kind == 'f') {
        real(machine, i, [](auto a, auto b, auto) { return a * b; });
        return;
    }
    const U64 a = machine.read(i.operands[1], i.type);
    const U64 b = machine.read(i.operands[2], i.type);
    const bool isSigned = i.type.kind == 's';
    const Type wide{i.type.kind, i.type.bits * 2};
    const bool isWide = i.has("wide");
    machine.write(i.operands[0], i.has("hi") ? upper(a, b, isSigned, i.type.bits) : a * b,
                  isWide ? wide : i.type);
}

void multiplyAdd(Machine& machine, const Instruction& i)
{
    if (i.type.kind == 'f') {
        real(machine, i, [](auto a, auto b, auto c) { return std::fma(a, b, c); });
        return;
    }
    const U64 a = machine.read(i.operands[1], i.type);
    const U64 b = machine.read(i.operands[2], i.type);
    const Type result = i.has("wide") ? Type{i.type.kind, i.type.bits * 2} : i.type;
    const U64 c = machine.read(i.operands[3], result);
    const U64 product = i.has("hi") ? upper(a, b, i.type.kind == 's', i.type.bits) : a * b;
    const unsigned __int128 sum =
        static_cast<unsigned __int128>(low(product, result.bits)) + low(c, result.bits) +
        (i.words[0] == "madc" && machine.carry ? 1 : 0);
    if (i.has("cc")) {
        machine.carry = (sum >> result.bits) != 0;
    }
    machine.write(i.operands[0], static_cast<U64>(sum), result);
}

/// add.cc, addc, sub.cc, subc: with the bit that is carried.
void withCarry(Machine& machine, const Instruction& i)
{
    const bool isSum = i.words[0].substr(0, 3) == "add";
    const bool takes = i.words[0].back() == 'c';
    const int bits = i.type.bits;
    const U64 a = low(machine.read(i.operands[1], i.type), bits);
    const U64 b = low(machine.read(i.operands[2], i.type), bits);
    const unsigned carried = takes && machine.carry ? 1 : 0;
    const unsigned __int128 result =
        isSum ? static_cast<unsigned __int128>(a) + b + carried
              : static_cast<unsigned __int128>(a) - b - carried;
    if (i.has("cc")) {
        machine.carry = ((result >> bits) & 1) != 0;
    }
    machine.write(i.operands[0], static_cast<U64>(result), i.type);
}

U64 reversed(U64 value, int bits)
{
    U64 result = 0;
    for (int i = 0; i < bits; ++i) {
        result |= (value >> i & 1) << (bits - 1 - i);
    }
    return result;
}

/// Place of the highest bit that is no copy of the sign; all ones: there is none.
U64 highest(U64 value, bool isSigned, int bits)
{
    U64 searched = low(isSigned && static_cast<S64>(value) < 0 ? ~value : value, bits);
    return searched == 0 ? 0xffffffffu : static_cast<U64>(63 - std::countl_zero(searched));
}

U64 logic(U64 a, U64 b, U64 c, U64 table)
{
    U64 result = 0;
    for (unsigned row = 0; row < 8; ++row) {
        if ((table >> row & 1) != 0) {
            result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
        }
    }
    return result;
}

U64 permuted(U64 a, U64 b, U64 select)
{
    const U64 all = low(b, 32) << 32 | low(a, 32);
    U64 result = 0;
    for (int i = 0; i < 4; ++i) {
        const U64 each = select >> (4 * i);
        U64 byte = all >> (8 * (each & 7)) & 0xff;
        if ((each & 8) != 0) {
            byte = (byte & 0x80) != 0 ? 0xff : 0;
        }
        result |= byte << (8 * i);
    }
    return result;
}

/// bfe: bits from `at`, with their sign where the type has one.
U64 field(U64 a, U64 at, U64 length, bool isSigned, int bits)
{
    const U64 begin = at & 0xff;
    const U64 count = length & 0xff;
    const auto all = static_cast<U64>(bits);
    if (count == 0) {
        return 0;
    }
    const U64 top = std::min(begin + count - 1, all - 1);
    const bool sign = isSigned && (low(a, bits) >> top & 1) != 0;
    U64 result = sign ? ~U64{0} : 0;
    for (U64 i = 0; i < count && i < all; ++i) {
        const bool bit = begin + i < all ? (a >> (begin + i) & 1) != 0 : sign;
        result = bit ? result | U64{1} << i : result & ~(U64{1} << i);
    }
    return result;
}

U64 inserted(U64 a, U64 into, U64 at, U64 length, int bits)
{
    const U64 begin = at & 0xff;
    for (U64 i = 0; i < (length & 0xff) && begin + i < static_cast<U64>(bits); ++i) {
        const U64 place = U64{1} << (begin + i);
        into = (a >> i & 1) != 0 ? into | place : into & ~place;
    }
    return into;
}

U64 funnel(const Instruction& i, U64 lower, U64 higher, U64 by)
{
    const U64 count = i.has("clamp") ? std::min<U64>(low(by, 32), 32) : by & 31;
    const U64 both = low(higher, 32) << 32 | low(lower, 32);
    return i.has("l") ? (count == 32 ? low(lower, 32) : both << count >> 32) : both >> count;
}

U64 ofFour(Machine& machine, const Instruction& i, std::size_t number)
{
    return number < i.operands.size() ? machine.read(i.operands[number], {'u', 32}) : 0;
}

/// Sum of products of bytes: dp4a.s32.u32 takes the first as signed.
void productOfBytes(Machine& machine, const Instruction& i)
{
    const bool signedA = i.words.size() > 1 && i.words[1] == "s32";
    const bool signedB = i.words.size() > 2 && i.words[2] == "s32";
    const U64 a = machine.read(i.operands[1], {'u', 32});
    const U64 b = machine.read(i.operands[2], {'u', 32});
    U64 sum = machine.read(i.operands[3], {'u', 32});
    for (int byte = 0; byte < 4; ++byte) {
        const U64 x = a >> (8 * byte) & 0xff;
        const U64 y = b >> (8 * byte) & 0xff;
        sum += static_cast<U64>((signedA ? extended(x, 8) : static_cast<S64>(x)) *
                                (signedB ? extended(y, 8) : static_cast<S64>(y)));
    }
    machine.write(i.operands[0], sum, {'u', 32});
}

bool compared(Machine& machine, const Instruction& i, const Operand& left, const Operand& right)
{
    const U64 a = machine.read(left, i.type);
    const U64 b = machine.read(right, i.type);
    const std::string_view how = i.words[1];
    const auto test = [&](auto x, auto y) {
        return how == "eq" || how == "equ"   ? x == y
               : how == "ne" || how == "neu" ? x != y
               : how == "lt" || how == "ltu" || how == "lo" ? x < y
               : how == "le" || how == "leu" || how == "ls" ? x <= y
               : how == "gt" || how == "gtu" || how == "hi" ? x > y
                                                            : x >= y;
    };
    if (i.type.kind == 'f') {
        const double x = i.type.bits == 32 ? floatOf(a) : doubleOf(a);
        const double y = i.type.bits == 32 ? floatOf(b) : doubleOf(b);
        const bool unordered = std::isnan(x) || std::isnan(y);
        if (how == "nan" || how == "num") {
            return unordered == (how == "nan");
        }
        return unordered ? how.size() == 3 && how.back() == 'u' : test(x, y);
    }
    return i.type.kind == 's' ? test(static_cast<S64>(a), static_cast<S64>(b)) : test(a, b);
}

void setPredicate(Machine& machine, const Instruction& i)
{
    bool result = compared(machine, i, i.operands[1], i.operands[2]);
    bool other = !result;
    if (i.operands.size() > 3) { // setp.lt.and.s32 p|q, a, b, r
        const bool third = (machine.read(i.operands[3], {'p', 1}) & 1) != 0;
        const auto join = [&](bool one) {
            return i.words[2] == "and" ? one && third : i.words[2] == "or" ? one || third : one != third;
        };
        result = join(result);
        other = join(other);
    }
    machine.write(i.operands[0], result ? 1 : 0, {'p', 1});
    if (i.operands[0].second >= 0) {
        machine.setPredicate(i.operands[0].second, other);
    }
}

void select(Machine& machine, const Instruction& i)
{
    const bool first = (machine.read(i.operands[3], {'p', 1}) & 1) != 0;
    machine.write(i.operands[0], machine.read(i.operands[first ? 1 : 2], i.type), i.type);
}

/// cvt.rni.s32.f32 and the like: the type of the result is the first.
void convert(Machine& machine, const Instruction& i)
{
    Type to;
    for (const std::string_view word : i.words) {
        const Type type = typeOf(word);
        if (type.kind != 0) {
            to = type;
            break;
        }
    }
    const U64 bits = machine.read(i.operands[1], i.type);
    if (i.type.kind != 'f' && to.kind != 'f') {
        machine.write(i.operands[0], bits, to);
        return;
    }
    double value = i.type.kind == 's'   ? static_cast<double>(static_cast<S64>(bits))
                   : i.type.kind != 'f' ? static_cast<double>(bits)
                   : i.type.bits == 32  ? static_cast<double>(floatOf(bits))
                                        : doubleOf(bits);
    value = i.has("rni")   ? std::nearbyint(value)
            : i.has("rzi") ? std::trunc(value)
            : i.has("rmi") ? std::floor(value)
            : i.has("rpi") ? std::ceil(value)
                           : value;
    if (to.kind != 'f') {
        const bool isSigned = to.kind == 's';
        const double most = std::ldexp(1.0, isSigned ? to.bits - 1 : to.bits);
        const double least = isSigned ? -most : 0.0;
        U64 result = 0;
        if (value >= most) {
            result = low(~U64{0}, isSigned ? to.bits - 1 : to.bits);
        } else if (value <= least) {
            result = isSigned ? U64{1} << (to.bits - 1) : 0;
        } else if (!std::isnan(value)) {
            result = isSigned ? static_cast<U64>(static_cast<S64>(value)) : static_cast<U64>(value);
        }
        machine.write(i.operands[0], result, to);
        return;
    }
    if (to.bits == 32) {
        volatile float rounded;
        {
            const Rounding rounding(i);
            volatile double wide = value;
            volatile S64 number = static_cast<S64>(bits);
            // An integer is rounded once.
            rounded = i.type.kind == 's'   ? static_cast<float>(static_cast<S64>(number))
                      : i.type.kind != 'f' ? static_cast<float>(static_cast<U64>(number))
                                           : static_cast<float>(static_cast<double>(wide));
        }
        const float result = rounded;
        machine.write(i.operands[0], bitsOfFloat(i.has("sat") ? std::clamp(result, 0.0f, 1.0f) : result),
                      to);
    } else {
        machine.write(i.operands[0], std::bit_cast<U64>(value), to);
    }
}

/// A function of one operand; computed in double, so that it is near for float.
template <double (*compute)(double)>
void function(Machine& machine, const Instruction& i)
{
    real(machine, i, [](auto a, auto, auto) {
        return static_cast<decltype(a)>(compute(static_cast<double>(a)));
    });
}

double reciprocal(double x)
{
    return 1 / x;
}

double reciprocalRoot(double x)
{
    return 1 / std::sqrt(x);
}

struct Named
{
    std::string_view name;
    Player play;
};

#define LANES_WHOLE(result)                                                                        \
    [](Machine& machine, const Instruction& i) {                                                   \
        whole(machine, i, [&]([[maybe_unused]] U64 a, [[maybe_unused]] U64 b,                      \
                              [[maybe_unused]] U64 c) -> U64 {                                     \
            [[maybe_unused]] const bool isSigned = i.type.kind == 's';                             \
            [[maybe_unused]] const int bits = i.type.bits;                                         \
            return result;                                                                         \
        });                                                                                        \
    }

const Named kPlayers[] = {
    {"mul", multiply},
    {"mul24", multiply},
    {"mad", multiplyAdd},
    {"madc", multiplyAdd},
    {"fma", multiplyAdd},
    {"addc", withCarry},
    {"subc", withCarry},
    {"min", minimum},
    {"max", maximum},
    {"div", divide},
    {"abs", absolute},
    {"neg", negate},
    {"rem", LANES_WHOLE(modulus(a, b, isSigned))},
    {"and", LANES_WHOLE(a & b)},
    {"or", LANES_WHOLE(a | b)},
    {"xor", LANES_WHOLE(a ^ b)},
    {"not", LANES_WHOLE(~a)},
    {"cnot", LANES_WHOLE(a == 0 ? 1 : 0)},
    {"shl", LANES_WHOLE(low(b, 32) >= U64(bits) ? 0 : a << low(b, 32))},
    {"shr", LANES_WHOLE(shiftedRight(a, b, isSigned, bits))},
    {"shf", LANES_WHOLE(funnel(i, a, b, c))},
    {"lop3", LANES_WHOLE(logic(a, b, c, ofFour(machine, i, 4)))},
    {"prmt", LANES_WHOLE(permuted(a, b, c))},
    {"bfe", LANES_WHOLE(field(a, b, c, isSigned, bits))},
    {"bfi", LANES_WHOLE(inserted(a, b, c, ofFour(machine, i, 4), bits))},
    {"brev", LANES_WHOLE(reversed(a, bits))},
    {"sad", LANES_WHOLE(c + (isSigned ? U64(std::abs(S64(a) - S64(b))) : a > b ? a - b : b - a))},
    {"popc", LANES_WHOLE(U64(std::popcount(low(a, bits))))},
    {"clz", LANES_WHOLE(U64(std::countl_zero(low(a, bits)) - (64 - bits)))},
    {"bfind", LANES_WHOLE(highest(a, isSigned, bits))},
    {"dp4a", productOfBytes},
    {"setp", setPredicate},
    {"selp", select},
    {"cvt", convert},
    {"rcp", function<reciprocal>},
    {"sqrt", function<std::sqrt>},
    {"rsqrt", function<reciprocalRoot>},
    {"ex2", function<std::exp2>},
    {"lg2", function<std::log2>},
    {"sin", function<std::sin>},
    {"cos", function<std::cos>},
    {"tanh", function<std::tanh>},
    {"copysign",
     [](Machine& machine, const Instruction& i) {
         real(machine, i, [](auto a, auto b, auto) { return std::copysign(b, a); });
     }},
};

#undef LANES_WHOLE

/// Instructions with half, packed or matrix operands are not played.
bool isPlain(const Instruction& instruction)
{
    for (const std::string_view word : instruction.words) {
        if (word == "f16" || word == "f16x2" || word == "bf16" || word == "bf16x2" ||
            word == "tf32" || word == "e4m3x2" || word == "e5m2x2" || word == "f32x2" ||
            word == "u16x2" || word == "s16x2") {
            return false;
        }
    }
    return true;
}

} // namespace

Player arithmeticPlayer(const Instruction& instruction)
{
    const std::string_view name = instruction.words[0];
    if (!isPlain(instruction)) {
        return nullptr;
    }
    if (name == "add" || name == "sub") {
        return instruction.has("cc") ? withCarry : name == "add" ? add : subtract;
    }
    for (const Named& named : kPlayers) {
        if (named.name == name) {
            return named.play;
        }
    }
    return nullptr;
}

} // namespace rocport_lanes::ptx
