// Instructions of PTX that move values: registers, memory, atomics.
#include "ptx.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>

namespace rocport_lanes::ptx {

std::uint64_t Machine::read(const Operand& operand, Type type) const
{
    std::uint64_t bits = operand.number;
    if (operand.kind == Operand::Kind::Register) {
        bits = m_slots[operand.slot];
    } else if (operand.kind == Operand::Kind::Special && operand.name == "WARP_SZ") {
        bits = static_cast<std::uint64_t>(limits().waveLanes);
    } else if (operand.kind != Operand::Kind::Number) {
        stop(m_site, "an operand of the asm statement cannot be read: " + operand.name);
    }
    if (type.kind == 'p') {
        return (bits & 1) ^ (operand.negated ? 1 : 0);
    }
    if (type.bits > 0 && type.bits < 64) {
        const int unused = 64 - type.bits;
        bits = type.kind == 's'
                   ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)
                   : bits << unused >> unused;
    }
    return bits;
}

void Machine::write(const Operand& operand, std::uint64_t bits, Type type)
{
    if (operand.kind != Operand::Kind::Register) {
        if (operand.kind == Operand::Kind::Special && operand.name == "_") {
            return;
        }
        stop(m_site, "a result of the asm statement is no register");
    }
    if (type.bits > 0 && type.bits < 64 && type.kind != 's') {
        const int unused = 64 - type.bits;
        bits = bits << unused >> unused;
    }
    m_slots[operand.slot] = bits;
}

namespace {

using U64 = std::uint64_t;

/// How many elements a vector of the instruction has.
std::size_t elements(const Operand& operand)
{
    return operand.kind == Operand::Kind::Vector ? operand.parts.size() : 1;
}

const Operand& element(const Operand& operand, std::size_t i)
{
    return operand.kind == Operand::Kind::Vector ? operand.parts[i] : operand;
}

bool isShared(const Instruction& i)
{
    return std::any_of(i.words.begin(), i.words.end(), [](std::string_view word) {
        return word.substr(0, 6) == "shared";
    });
}

/// Where an address leads; one of shared memory counts from its begin.
char* placeOf(Machine& machine, const Operand& operand, bool shared)
{
    Operand base = operand;
    base.kind = Operand::Kind::Register;
    U64 address = machine.read(base, {'u', 64}) + operand.number;
    for (const Operand& part : operand.parts) {
        address += machine.read(part, {'u', 64});
    }
    if (shared) {
        return static_cast<char*>(dynamicSharedMemory()) + (address & 0xffffffffu);
    }
    return reinterpret_cast<char*>(address);
}

void load(Machine& machine, const Instruction& i)
{
    const char* from = placeOf(machine, i.operands[1], isShared(i));
    const std::size_t size = static_cast<std::size_t>(i.type.bits) / 8;
    if (i.has("volatile") || i.has("acquire") || i.has("relaxed")) {
        breathe();
    }
    for (std::size_t number = 0; number < elements(i.operands[0]); ++number) {
        U64 bits = 0;
        std::memcpy(&bits, from + number * size, size);
        if (i.type.kind == 's' && i.type.bits < 64) {
            const int unused = 64 - i.type.bits;
            bits = static_cast<U64>(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        machine.write(element(i.operands[0], number), bits, i.type);
    }
}

void store(Machine& machine, const Instruction& i)
{
    char* to = placeOf(machine, i.operands[0], isShared(i));
    const std::size_t size = static_cast<std::size_t>(i.type.bits) / 8;
    for (std::size_t number = 0; number < elements(i.operands[1]); ++number) {
        const U64 bits = machine.read(element(i.operands[1], number), i.type);
        std::memcpy(to + number * size, &bits, size);
    }
}

U64 changed(const Instruction& i, U64 old, U64 value, U64 other)
{
    const bool isSigned = i.type.kind == 's';
    const auto less = [&](U64 a, U64 b) {
        return isSigned ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
    };
    if (i.has("add")) {
        if (i.type.kind != 'f') {
            return old + value;
        }
        return i.type.bits == 32
                   ? std::bit_cast<std::uint32_t>(
                         std::bit_cast<float>(static_cast<std::uint32_t>(old)) +
                         std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                   : std::bit_cast<U64>(std::bit_cast<double>(old) + std::bit_cast<double>(value));
    }
    return i.has("min")    ? (less(value, old) ? value : old)
           : i.has("max")  ? (less(old, value) ? value : old)
           : i.has("and")  ? old & value
           : i.has("or")   ? old | value
           : i.has("xor")  ? old ^ value
           : i.has("inc")  ? (old >= value ? 0 : old + 1)
           : i.has("dec")  ? (old == 0 || old > value ? value : old - 1)
           : i.has("cas")  ? (old == value ? other : old)
                           : value; // exch
}

template <typename Word>
U64 exchanged(Machine& machine, const Instruction& i, char* place, U64 value, U64 other)
{
    Word* word = reinterpret_cast<Word*>(place);
    Word old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    for (;;) {
        Operand number;
        number.number = old;
        const auto next =
            static_cast<Word>(changed(i, machine.read(number, i.type), value, other));
        if (__atomic_compare_exchange_n(word, &old, next, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            return old;
        }
    }
}

/// atom gives what was there before, red does not.
void atomic(Machine& machine, const Instruction& i)
{
    const std::size_t first = i.words[0] == "atom" ? 1 : 0;
    char* place = placeOf(machine, i.operands[first], isShared(i));
    const U64 value = machine.read(i.operands[first + 1], i.type);
    const U64 other = first + 2 < i.operands.size() ? machine.read(i.operands[first + 2], i.type) : 0;
    const U64 old = i.type.bits == 64 ? exchanged<U64>(machine, i, place, value, other)
                    : i.type.bits == 16
                        ? exchanged<std::uint16_t>(machine, i, place, value, other)
                        : exchanged<std::uint32_t>(machine, i, place, value, other);
    if (first == 1) {
        machine.write(i.operands[0], old, i.type);
    }
    breathe();
}

U64 special(Machine& machine, const std::string& name)
{
    const Lane& lane = running();
    const auto axis = [&](const char* word, const Index3& index) -> const unsigned* {
        const std::size_t size = std::strlen(word);
        if (name.size() != size + 2 || name.compare(0, size, word) != 0) {
            return nullptr;
        }
        return name[size + 1] == 'x' ? &index.x : name[size + 1] == 'y' ? &index.y : &index.z;
    };
    for (const auto& [word, index] :
         {std::pair{"tid", lane.thread}, std::pair{"ntid", lane.blockSize},
          std::pair{"ctaid", lane.block}, std::pair{"nctaid", lane.gridSize}}) {
        if (const unsigned* value = axis(word, index)) {
            return *value;
        }
    }
    const auto wave = static_cast<unsigned>(limits().waveLanes);
    const U64 own = U64{1} << lane.inWave();
    const unsigned threads = lane.blockSize.x * lane.blockSize.y * lane.blockSize.z;
    const U64 block =
        (U64{lane.block.z} * lane.gridSize.y + lane.block.y) * lane.gridSize.x + lane.block.x;
    // Nanoseconds, as clock64() counts.
    const auto now = [] {
        const auto time = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<U64>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
    };
    if (name == "laneid") {
        return lane.inWave();
    }
    if (name == "warpid") {
        return lane.inBlock() / wave;
    }
    if (name == "nwarpid") {
        return (threads + wave - 1) / wave;
    }
    if (name.compare(0, 9, "lanemask_") == 0) {
        const std::string which = name.substr(9);
        const U64 lower = own - 1;
        const U64 bits = which == "lt"   ? lower
                         : which == "le" ? lower | own
                         : which == "eq" ? own
                         : which == "ge" ? ~lower
                                         : ~(lower | own);
        return bits & 0xffffffffu;
    }
    if (name == "smid") {
        return block % static_cast<U64>(limits().processors);
    }
    if (name == "nsmid") {
        return static_cast<U64>(limits().processors);
    }
    if (name == "clock" || name == "clock_hi" || name == "clock64" || name == "globaltimer" ||
        name == "globaltimer_lo" || name == "globaltimer_hi") {
        breathe();
        return name.find("hi") != std::string::npos ? now() >> 32 : now();
    }
    if (name == "gridid" || name.compare(0, 9, "clusterid") == 0) {
        return 0;
    }
    stop(machine.site(), "the PTX register %" + name + " is not played");
}

/// mov: also of several registers to one, and back.
void move(Machine& machine, const Instruction& i)
{
    const Operand& to = i.operands[0];
    const Operand& from = i.operands[1];
    if (from.kind == Operand::Kind::Special && from.name != "WARP_SZ") {
        machine.write(to, special(machine, from.name), i.type);
    } else if (from.kind == Operand::Kind::Vector) {
        const int each = i.type.bits / static_cast<int>(from.parts.size());
        U64 bits = 0;
        for (std::size_t part = 0; part < from.parts.size(); ++part) {
            bits |= machine.read(from.parts[part], {'u', each}) << (static_cast<int>(part) * each);
        }
        machine.write(to, bits, i.type);
    } else if (to.kind == Operand::Kind::Vector) {
        const int each = i.type.bits / static_cast<int>(to.parts.size());
        const U64 bits = machine.read(from, {'u', i.type.bits});
        for (std::size_t part = 0; part < to.parts.size(); ++part) {
            machine.write(to.parts[part], bits >> (static_cast<int>(part) * each), {'u', each});
        }
    } else {
        machine.write(to, machine.read(from, i.type), i.type);
    }
}

/// cvta.to.shared and cvta.shared.
void convertAddress(Machine& machine, const Instruction& i)
{
    const U64 address = machine.read(i.operands[1], {'u', 64});
    const U64 base = isShared(i) ? reinterpret_cast<U64>(dynamicSharedMemory()) : 0;
    machine.write(i.operands[0], i.has("to") ? address - base : address + base, i.type);
}

/// cp.async copies at once; groups are complete when they are asked for.
void copyAsync(Machine& machine, const Instruction& i)
{
    if (i.operands.size() < 3 || i.operands[0].kind != Operand::Kind::Memory) {
        return; // commit_group, wait_group, wait_all
    }
    char* to = placeOf(machine, i.operands[0], true);
    const char* from = placeOf(machine, i.operands[1], false);
    const U64 size = machine.read(i.operands[2], {'u', 32});
    const U64 given = i.operands.size() > 3 ? machine.read(i.operands[3], {'u', 32}) : size;
    const U64 copied = std::min({size, given, U64{16}});
    std::memmove(to, from, copied);
    std::memset(to + copied, 0, std::min(size, U64{16}) - copied);
}

void nothing(Machine&, const Instruction&) {}

} // namespace

Player memoryPlayer(const Instruction& i)
{
    const std::string_view name = i.words[0];
    const bool typed = i.type.bits >= 8;
    if (name == "mov") {
        return i.type.kind != 0 ? move : nullptr;
    }
    if (name == "ld" || name == "ldu") {
        return typed && i.operands.size() == 2 ? load : nullptr;
    }
    if (name == "st") {
        return typed && i.operands.size() == 2 ? store : nullptr;
    }
    if (name == "atom" || name == "red") {
        const bool isHalf = i.type.kind == 'f' && i.type.bits < 32;
        return typed && !isHalf && i.operands.size() >= 2 &&
                       i.operands.back().kind != Operand::Kind::Vector
                   ? atomic
                   : nullptr;
    }
    if (name == "cvta") {
        return convertAddress;
    }
    if (name == "cp" && i.words.size() > 1 && i.words[1] == "async" && !i.has("bulk") &&
        !i.has("mbarrier")) {
        return copyAsync;
    }
    if (name == "prefetch" || name == "prefetchu" || name == "discard" || name == "applypriority") {
        return nothing;
    }
    return nullptr;
}

} // namespace rocport_lanes::ptx
