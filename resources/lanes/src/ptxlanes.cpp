// Instructions of PTX in which lanes meet.
#include "ptx.h"

#include <algorithm>
#include <bit>

namespace rocport_lanes::ptx {

namespace {

using U64 = std::uint64_t;

/// What each lane of the wave that takes part gives; bits of the lanes are the result.
U64 gather(Machine& machine, U64 value, U64 (&values)[64], const U64* mask)
{
    WaveRequest request;
    request.call = WaveCall::Gather;
    request.hasMask = mask != nullptr;
    request.mask = mask != nullptr ? *mask & 0xffffffffu : 0;
    request.value = value;
    request.values = values;
    request.site = machine.site();
    exchange(request);
    return request.members;
}

/// The mask is the last operand where the instruction has ".sync".
U64 membersMask(Machine& machine, const Instruction& i)
{
    return machine.read(i.operands.back(), {'u', 32});
}

/// shfl.sync.mode.b32 d|p, a, b, c, mask: as the PTX manual counts lanes.
void shuffle(Machine& machine, const Instruction& i)
{
    const U64 value = machine.read(i.operands[1], {'u', 32});
    const auto by = static_cast<int>(machine.read(i.operands[2], {'u', 32}) & 31);
    const auto limit = static_cast<int>(machine.read(i.operands[3], {'u', 32}));
    const U64 mask = membersMask(machine, i);
    U64 values[64] = {};
    const U64 members = gather(machine, value, values, &mask);
    const auto lane = static_cast<int>(running().inWave());
    const int segment = limit >> 8 & 31;
    const int clamp = limit & 31;
    const int last = (lane & segment) | (clamp & ~segment);
    const int first = lane & segment;
    int from = lane;
    bool inside = true;
    if (i.has("up")) {
        from = lane - by;
        inside = from >= last;
    } else if (i.has("down")) {
        from = lane + by;
        inside = from <= last;
    } else if (i.has("bfly")) {
        from = lane ^ by;
        inside = from <= last;
    } else {
        from = first | (by & ~segment);
        inside = from <= last;
    }
    from = inside ? from : lane;
    machine.write(i.operands[0], (members >> from & 1) != 0 ? values[from] : value, {'u', 32});
    if (i.operands[0].second >= 0) {
        machine.setPredicate(i.operands[0].second, inside);
    }
}

void vote(Machine& machine, const Instruction& i)
{
    const U64 yes = machine.read(i.operands[1], {'p', 1});
    const U64 mask = membersMask(machine, i);
    U64 values[64] = {};
    const U64 members = gather(machine, yes, values, &mask);
    U64 ballot = 0;
    for (U64 rest = members; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        ballot |= values[lane] << lane;
    }
    if (i.has("ballot")) {
        machine.write(i.operands[0], ballot, {'u', 32});
        return;
    }
    const bool result = i.has("all")   ? ballot == members
                        : i.has("any") ? ballot != 0
                                       : ballot == 0 || ballot == members;
    machine.write(i.operands[0], result ? 1 : 0, {'p', 1});
}

void match(Machine& machine, const Instruction& i)
{
    const U64 value = machine.read(i.operands[1], {'u', i.type.bits});
    const U64 mask = membersMask(machine, i);
    U64 values[64] = {};
    const U64 members = gather(machine, value, values, &mask);
    U64 same = 0;
    for (U64 rest = members; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        same |= values[lane] == value ? U64{1} << lane : 0;
    }
    if (i.has("any")) {
        machine.write(i.operands[0], same, {'u', 32});
        return;
    }
    machine.write(i.operands[0], same == members ? members : 0, {'u', 32});
    if (i.operands[0].second >= 0) {
        machine.setPredicate(i.operands[0].second, same == members);
    }
}

void reduce(Machine& machine, const Instruction& i)
{
    const U64 own = machine.read(i.operands[1], i.type);
    const U64 mask = membersMask(machine, i);
    U64 values[64] = {};
    U64 rest = gather(machine, own, values, &mask);
    U64 result = values[std::countr_zero(rest)];
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        const U64 value = values[std::countr_zero(rest)];
        const bool less = i.type.kind == 's' ? static_cast<std::int64_t>(value) <
                                                   static_cast<std::int64_t>(result)
                                             : value < result;
        result = i.has("add")   ? result + value
                 : i.has("min") ? (less ? value : result)
                 : i.has("max") ? (less ? result : value)
                 : i.has("and") ? result & value
                 : i.has("or")  ? result | value
                                : result ^ value;
    }
    machine.write(i.operands[0], result, i.type);
}

void active(Machine& machine, const Instruction& i)
{
    U64 values[64] = {};
    machine.write(i.operands[0], gather(machine, 1, values, nullptr), {'u', 32});
}

void barrier(Machine& machine, const Instruction& i)
{
    if (i.has("warp")) {
        U64 values[64] = {};
        const U64 mask = machine.read(i.operands[0], {'u', 32});
        gather(machine, 0, values, &mask);
        return;
    }
    const bool isWhole = i.operands.size() <= 1 && !i.has("arrive") && !i.has("red") &&
                         (i.operands.empty() || machine.read(i.operands[0], {'u', 32}) == 0);
    if (!isWhole) {
        stop(machine.site(), "a barrier of PTX for a part of the block is not played");
    }
    blockBarrier(false, machine.site());
}

void fence(Machine&, const Instruction&)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    breathe();
}

void trap(Machine& machine, const Instruction&)
{
    stop(machine.site(), "the kernel ended with the PTX instruction trap");
}

} // namespace

Player lanePlayer(const Instruction& i)
{
    const std::string_view name = i.words[0];
    const bool sync = i.has("sync") && !i.operands.empty();
    if (name == "shfl") {
        return sync && i.operands.size() == 5 ? shuffle : nullptr;
    }
    if (name == "vote" || name == "match" || name == "redux") {
        return !sync || i.operands.size() != 3 || i.type.kind == 'f' ? nullptr
               : name == "vote"                                      ? vote
               : name == "match"                                     ? match
                                                                     : reduce;
    }
    if (name == "activemask") {
        return active;
    }
    if (name == "bar" || name == "barrier") {
        return i.has("cluster") ? nullptr : barrier;
    }
    if (name == "membar" || name == "fence") {
        return fence;
    }
    if (name == "nanosleep") {
        return fence;
    }
    return name == "trap" ? trap : nullptr;
}

} // namespace rocport_lanes::ptx
