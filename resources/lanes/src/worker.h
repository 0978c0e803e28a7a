#pragma once

// How the engine runs a kernel on one core of the CPU: its blocks one after another, or together
// where they wait for each other, and the lanes of a block as stackful coroutines.

#include "lanes/engine.h"

#include <boost/context/detail/fcontext.hpp>

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace lanes {

constexpr unsigned kMostWaveLanes = 64;
constexpr int kPattern = 0xff; // a float of these bytes is no number, an index of them is none

enum class State : unsigned char { Idle, Ready, AtWave, AtBarrier, AtGrid, Resting };

class Worker;

/// A coroutine with the lane that it runs now.
struct Fiber : Lane
{
    void* stack = nullptr;
    boost::context::detail::fcontext_t self = nullptr;
    boost::context::detail::fcontext_t back = nullptr;
    Worker* worker = nullptr;
    State state = State::Idle;
    WaveRequest* request = nullptr;
    const char* depth = nullptr; ///< of the stack where it waits
    Site site;
    bool yes = false;
    int count = 0;
};

struct Wave
{
    Fiber* at[kMostWaveLanes] = {}; ///< who waits, by lane
    std::uint64_t waiting = 0;
};

/// A kernel that is run.
struct Job
{
    const char* name = "";
    LaunchSize size;
    void (*body)(void*) = nullptr;
    void* data = nullptr;
    Site site;
    unsigned long long blocks = 0;
    unsigned lanes = 0;
    std::atomic<unsigned long long> next{0};
};

/// A block that runs.
struct BlockRun
{
    Job* job = nullptr;
    Index3 index;
    unsigned lanes = 0;
    unsigned next = 0;    ///< first lane that has not begun
    unsigned wave = 0;    ///< that is stepped
    unsigned waveEnd = 0; ///< first lane behind it
    unsigned waiting = 0;
    unsigned atBarrier = 0;
    unsigned atGrid = 0;
    std::vector<Wave> waves;
    std::vector<std::pair<unsigned, char*>> declared;
    char* memory = nullptr; ///< the dynamic part first
    std::size_t capacity = 0;
    std::size_t used = 0;
};

class Worker
{
public:
    ~Worker();
    void work(Job& job);
    void suspend(Fiber& fiber, State state);
    bool nextLane(Fiber& fiber);

private:
    Fiber& idleFiber();
    void enter(Fiber& fiber);
    bool begin(Job& job);
    bool pass(BlockRun& block);
    bool step(BlockRun& block, unsigned wave);
    static bool joinLanes(const BlockRun& block, Wave& wave);
    static void answer(const Wave& wave, std::uint64_t members);
    static void release(BlockRun& block, State state);

    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<Fiber*> m_idle;
    std::vector<std::unique_ptr<BlockRun>> m_resident;
    std::vector<std::unique_ptr<BlockRun>> m_ended; // for the next ones
    BlockRun* m_begun = nullptr;                    ///< whose fresh lanes are run
};

/// Ends the program, with a sentence.
[[noreturn]] void fail(const char* text);

} // namespace lanes
