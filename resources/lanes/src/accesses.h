#pragma once

// Checks of what kernels do with memory. The program is compiled so that it calls a function before
// each access (-fsanitize=thread, without its library); accesses.cpp has those functions.

#include "worker.h"

#include <string>

namespace rocport_lanes {

/// Which checks are done; none where the program is not compiled for them.
struct Checks
{
    bool any = false;
    bool bounds = false;
    bool uninitialised = false;
    bool race = false; ///< in shared memory
};
extern Checks checks;

/// What is known of a byte.
enum Shadow : unsigned char {
    kNowhere = 0, ///< in no allocation
    kUnwritten = 1,
    kWritten = 2,
    kFreed = 3,
};

/// Where device memory is taken from when it is checked, with a byte of shadow for each byte.
struct Arena
{
    char* begin = nullptr;
    std::size_t size = 0; ///< 0: there is none
    unsigned char* shadow = nullptr;
};
extern Arena arena;

/// Device memory with room around it that belongs to nobody; null: there is none left.
void* allocateChecked(std::size_t bytes);
void releaseChecked(void* memory, std::size_t bytes);

/// The allocations before and behind a place.
struct Neighbours
{
    const char* before = nullptr; ///< null: there is none
    std::size_t beforeBytes = 0;
    const char* after = nullptr; ///< likewise
    std::size_t afterBytes = 0;
};
void neighboursOf(const void* place, Neighbours& near);

/// Shadow of what a block shares.
void beginShared(BlockRun& block);
/// The bytes belong to an array from now on.
void declareShared(BlockRun& block, std::size_t begin, std::size_t bytes);

/// Copies without a look at what is copied.
void copyUnseen(void* to, const void* from, std::size_t bytes);

enum class Access : unsigned char { Read, Write, Atomic };

/// Bytes of shared memory are used by the lane that runs; `code` is where.
void noteRace(BlockRun& block, const Lane& lane, std::size_t begin, std::size_t bytes,
              Access access, std::uintptr_t code);
/// Tells a race whose write changed something. Called when that write was done.
void settleRace(BlockRun& block);
/// The lanes of a wave have waited for each other.
void joinRaces(BlockRun& block, unsigned wave, std::uint64_t members);
/// All of the block have, or another block begins.
void passRaces(BlockRun& block);
/// The running lane did what others may wait for: an atomic, or a fence.
void noteSignal(BlockRun& block, const Lane& lane);

/// An address in the program's code as its file has it; in that of a module with the module's
/// number above it, from bit kModuleShift on.
std::uintptr_t fileAddress(std::uintptr_t address);
constexpr int kModuleShift = 44;
/// The code of a module lies there. Modules stay where they are.
void noteModuleCode(unsigned number, std::uintptr_t begin, std::uintptr_t end);

/// "thread 3 of block 0", with commas where there is more than x.
std::string nameOf(const Lane& lane);

/// Like complain(), for an address in the program's code. `{other}` in the text is told as the line
/// of `other`.
void complainAt(const char* check, const char* kernel, const std::string& text, std::uintptr_t code,
                std::uintptr_t other = 0);
/// Whether nothing was said yet of that check and place; cheap.
bool isFirst(const char* check, std::uintptr_t code);

} // namespace rocport_lanes
