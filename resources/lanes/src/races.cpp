// Races in shared memory: two threads of a block use a byte, one of them writes, and nothing orders
// the two. Barriers of the block order all of its threads, functions of a wave those that made the
// call together.

#include "accesses.h"

#include <sys/mman.h>

#include <cstring>

namespace rocport_lanes {

namespace {

constexpr std::size_t kMostBytes = 256 * 1024; // that are looked at
constexpr std::size_t kWord = 4;
constexpr unsigned kMostThreads = 1024;

/// A use of a word of four bytes.
struct Use
{
    std::uint16_t thread = 0; ///< of the block, from 1; 0: none
    std::uint8_t bytes = 0;   ///< a bit for each
    bool isAtomic = false;
    std::uint32_t clock = 0; ///< of the thread
    std::uint32_t time = 0;  ///< of the block
    std::uint32_t code = 0;  ///< from the program's begin on
};

struct Cell
{
    std::uint32_t epoch = 0; ///< barriers that the block had passed
    Use write;               ///< the last one that is no atomic
    Use atomic;              ///< the last one
    Use reads[2];            ///< of different threads
};

/// A write that is a race if it changes something.
struct Pending
{
    const char* place = nullptr;
    std::size_t bytes = 0;
    char before[16] = {};
    Lane writer;
    const char* did = ""; ///< what the other thread did
    Use other;
    std::uintptr_t code = 0;
};

using Clocks = std::uint32_t[kMostWaveLanes];

} // namespace

struct Races
{
    Cell* cells = nullptr;
    std::uint32_t epoch = 1;
    std::uint32_t time = 1;
    std::uint32_t signals[kMostThreads] = {}; ///< when a thread did an atomic or a fence
    /// Of each thread, up to where it knows what the lanes of its wave did; its own clock.
    Clocks clocks[kMostThreads] = {};
    Pending pending;
};

namespace {

Races& racesOf(BlockRun& block)
{
    if (block.races == nullptr) {
        block.races = new Races;
        void* cells = mmap(nullptr, kMostBytes / kWord * sizeof(Cell), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (cells == MAP_FAILED) {
            fail("there is no memory for the check of races");
        }
        block.races->cells = static_cast<Cell*>(cells);
    }
    return *block.races;
}

std::string threadIn(const BlockRun& block, unsigned number)
{
    const Index3& size = block.job->size.block;
    std::string text = std::to_string(number % size.x);
    if (size.y * size.z > 1) {
        text += ',' + std::to_string(number / size.x % size.y);
    }
    if (size.z > 1) {
        text += ',' + std::to_string(number / size.x / size.y);
    }
    return text;
}

} // namespace

std::string nameOf(const Lane& lane)
{
    const BlockRun& block = *lane.run;
    std::string text =
        "thread " + threadIn(block, lane.inBlock()) + " of block " + std::to_string(lane.block.x);
    const Index3& grid = block.job->size.grid;
    if (grid.y * grid.z > 1) {
        text += ',' + std::to_string(lane.block.y);
    }
    if (grid.z > 1) {
        text += ',' + std::to_string(lane.block.z);
    }
    return text;
}

namespace {

/// Whether the thread comes behind that use, or may by what it waited for.
bool isOrdered(const Races& races, const Use& use, unsigned thread, bool isAtomic, unsigned width)
{
    const unsigned other = use.thread - 1U;
    if (other == thread) {
        return true;
    }
    if (other / width == thread / width && races.clocks[thread][other % width] > use.clock) {
        return true;
    }
    // A lock or a flag: each of the two did an atomic or a fence since. That they are those of one
    // variable is taken for granted.
    return !isAtomic && races.signals[other] > use.time && races.signals[thread] > use.time;
}

bool isConflict(const Races& races, const Use& use, const Use& now, unsigned width)
{
    return use.thread != 0 && (use.bytes & now.bytes) != 0 && !(use.isAtomic && now.isAtomic) &&
           !isOrdered(races, use, now.thread - 1U, now.isAtomic, width);
}

void tellLater(BlockRun& block, const Lane& lane, std::size_t begin, std::size_t bytes,
               const Use& other, const char* did, const Use& now)
{
    Pending& pending = block.races->pending;
    if (pending.place != nullptr) {
        return;
    }
    pending.place = block.memory + begin;
    pending.bytes = std::min<std::size_t>(bytes, sizeof(pending.before));
    copyUnseen(pending.before, pending.place, pending.bytes);
    pending.writer = lane;
    pending.did = did;
    pending.other = other;
    pending.code = now.code;
}

} // namespace

void settleRace(BlockRun& block)
{
    if (block.races == nullptr || block.races->pending.place == nullptr) {
        return;
    }
    Pending& pending = block.races->pending;
    // Threads may write the same value all of them.
    if (std::memcmp(pending.place, pending.before, pending.bytes) != 0 &&
        isFirst("race", pending.code)) {
        complainAt("race", block.job->name,
                   nameOf(pending.writer) + " writes shared memory that thread " +
                       threadIn(block, pending.other.thread - 1U) + ' ' + pending.did +
                       " in {other}, and no barrier is between",
                   pending.code, pending.other.code);
    }
    pending.place = nullptr;
}

void noteRace(BlockRun& block, const Lane& lane, std::size_t begin, std::size_t bytes,
              Access access, std::uintptr_t code)
{
    if (begin + bytes > kMostBytes) {
        return;
    }
    Races& races = racesOf(block);
    const auto width = static_cast<unsigned>(limits().waveLanes);
    settleRace(block);
    Use now;
    now.thread = static_cast<std::uint16_t>(lane.inBlock() + 1);
    now.isAtomic = access == Access::Atomic;
    now.clock = races.clocks[lane.inBlock()][lane.inWave()];
    now.time = ++races.time;
    now.code = static_cast<std::uint32_t>(code);
    for (std::size_t at = begin; at < begin + bytes;) {
        const std::size_t word = at / kWord;
        const std::size_t end = std::min(begin + bytes, (word + 1) * kWord);
        now.bytes = static_cast<std::uint8_t>(((1U << (end - at)) - 1U) << (at % kWord));
        Cell& cell = races.cells[word];
        if (cell.epoch != races.epoch) {
            cell = Cell();
            cell.epoch = races.epoch;
        }
        if (access == Access::Read) {
            for (const Use* write : {&cell.write, &cell.atomic}) {
                if (isConflict(races, *write, now, width) && isFirst("race", now.code)) {
                    complainAt("race", block.job->name,
                               nameOf(lane) + " reads shared memory that thread " +
                                   threadIn(block, write->thread - 1U) +
                                   " has written in {other}, and no barrier is between",
                               now.code, write->code);
                }
            }
            if (cell.reads[1].thread != now.thread) {
                cell.reads[0] = cell.reads[1];
            }
            cell.reads[1] = now;
        } else {
            for (const Use* write : {&cell.write, &cell.atomic}) {
                if (isConflict(races, *write, now, width)) {
                    tellLater(block, lane, begin, bytes, *write, "has written", now);
                }
            }
            for (const Use& read : cell.reads) {
                if (isConflict(races, read, now, width)) {
                    tellLater(block, lane, begin, bytes, read, "has read", now);
                }
            }
            (access == Access::Atomic ? cell.atomic : cell.write) = now;
        }
        at = end;
    }
    if (access == Access::Atomic) {
        races.signals[lane.inBlock()] = ++races.time;
    }
}

void noteSignal(BlockRun& block, const Lane& lane)
{
    Races& races = racesOf(block);
    races.signals[lane.inBlock()] = ++races.time;
}

void joinRaces(BlockRun& block, unsigned wave, std::uint64_t members)
{
    Races& races = racesOf(block);
    settleRace(block);
    const auto width = static_cast<unsigned>(limits().waveLanes);
    Clocks all = {};
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const Clocks& one = races.clocks[wave * width + __builtin_ctzll(rest)];
        for (unsigned i = 0; i < kMostWaveLanes; ++i) {
            all[i] = std::max(all[i], one[i]);
        }
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        ++all[__builtin_ctzll(rest)];
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        std::memcpy(races.clocks[wave * width + __builtin_ctzll(rest)], all, sizeof(all));
    }
}

void passRaces(BlockRun& block)
{
    if (block.races == nullptr) {
        return;
    }
    settleRace(block);
    ++block.races->epoch;
}

} // namespace rocport_lanes
