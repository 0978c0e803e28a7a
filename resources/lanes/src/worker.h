#pragma once

// How the engine runs a kernel on one core of the CPU: its blocks one after another, or together
// where they wait for each other, and the lanes of a block as stackful coroutines.

#include "lanes/engine.h"

#include <boost/context/detail/fcontext.hpp>

#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace rocport_lanes {

constexpr unsigned kMostWaveLanes = 64;
constexpr int kPattern = 0xff;      // a float of these bytes is no number, an index of them is none
constexpr std::size_t kRoom = 1024; // before what a block shares

/// Fills memory with the pattern, which is not taken for writing to it.
void fill(void* memory, std::size_t bytes);

enum class State : unsigned char { Idle, Ready, AtWave, AtBarrier, AtGrid, AtWord, Resting, Ended };

class Worker;

/// A coroutine with the lane that it runs now.
struct Fiber : Lane
{
    void* stack = nullptr;
    char* top = nullptr; ///< behind the stack
    bool guarded = true; ///< a page behind the stack cannot be written
    boost::context::detail::fcontext_t self = nullptr;
    boost::context::detail::fcontext_t back = nullptr;
    Worker* worker = nullptr;
    State state = State::Idle;
    WaveRequest* request = nullptr;
    const char* depth = nullptr; ///< of the stack where it waits
    Site site;
    std::uintptr_t restsAt = 0; ///< code that waits for what others write
    const std::uint64_t* word = nullptr; ///< that it waits for at AtWord
    std::uint64_t wordMask = 0;          ///< of the bits that have to be others
    std::uint64_t oldWord = 0;           ///< than these
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
    std::atomic<Code> ended{Code::Success}; ///< by a lane, before its end
    std::mutex launchLock;
    std::deque<std::function<void()>> launches; ///< by the kernel, to run when it has ended
};

/// A shared variable of a block.
struct Declared
{
    unsigned declaration = 0;
    char* place = nullptr;
    std::size_t bytes = 0;
    const char* function = ""; ///< whose name has that of the variable
};

/// Of the GPU that is played.
inline unsigned waveLanes()
{
    return static_cast<unsigned>(limits().waveLanes);
}

/// A block that runs.
struct BlockRun
{
    Job* job = nullptr;
    Index3 index;
    unsigned lanes = 0;
    unsigned next = 0;    ///< first lane that has not begun
    unsigned wave = 0;    ///< that it is in, or that is stepped
    unsigned waveEnd = 0; ///< first lane behind it
    unsigned waiting = 0;
    unsigned atBarrier = 0;
    unsigned atGrid = 0;
    unsigned atWord = 0;
    bool isStuck = false; ///< nobody moved, so that lanes at words are not waited for
    std::vector<Wave> waves;
    std::vector<Declared> declared;
    char* memory = nullptr; ///< behind kRoom the dynamic part, then the variables
    std::size_t capacity = 0;
    std::size_t used = 0;
    std::size_t shared = 0;          ///< bytes that the kernel asked for
    unsigned char* shadow = nullptr; ///< of `memory`; null: it is not checked
    std::size_t shadowed = 0;        ///< bytes of it that were set
    struct Races* races = nullptr;   ///< null: none were looked for yet

    /// Lanes of the wave `number` are the next ones.
    void moveToWave(unsigned number)
    {
        wave = number;
        waveEnd = lanes - number * waveLanes() < waveLanes() ? lanes : (number + 1) * waveLanes();
    }
};

class Worker
{
public:
    ~Worker();
    void work(Job& job);
    void suspend(Fiber& fiber, State state);
    [[noreturn]] void leave(Fiber& fiber);
    bool nextLane(Fiber& fiber);
    /// Tells who of its blocks waits where, and that a lane does not come to its end; `code` is
    /// where the core is.
    void tellEndless(std::uintptr_t code);

private:
    [[noreturn]] void tellDeadlock();
    [[nodiscard]] bool mayMove() const;
    [[nodiscard]] static bool isDead(const BlockRun& block);
    static unsigned waveAt(const BlockRun& block, unsigned number);
    static unsigned laneAt(const BlockRun& block, unsigned position);
    Fiber& idleFiber();
    void enter(Fiber& fiber);
    bool begin(Job& job);
    bool pass(BlockRun& block);
    bool step(BlockRun& block, unsigned wave);
    static bool joinLanes(BlockRun& block, Wave& wave);
    static void meet(BlockRun& block, const Wave& wave, std::uint64_t members);
    static void answer(const Wave& wave, std::uint64_t members);
    static void release(BlockRun& block, State state);
    static void giveBackRow(Fiber& fiber);
    void begin(Fiber& fiber);
    void drop(BlockRun& block);

    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<Fiber*> m_idle;
    std::vector<std::unique_ptr<BlockRun>> m_resident;
    std::vector<std::unique_ptr<BlockRun>> m_ended; // for the next ones
    char* m_stacks = nullptr;                       ///< for the next fibers
    std::size_t m_stacksLeft = 0;
    BlockRun* m_begun = nullptr; ///< whose fresh lanes are run
};

/// Of a lane at AtWord.
inline bool hasChanged(const Fiber& fiber)
{
    return ((__atomic_load_n(fiber.word, __ATOMIC_SEQ_CST) ^ fiber.oldWord) & fiber.wordMask) != 0;
}

inline bool sameSite(const Site& a, const Site& b)
{
    return a.line == b.line && a.column == b.column &&
           (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

/// A worker begins to run a kernel, or has ended.
void noteWork(Worker& worker, bool works);

/// From now on it is told where a kernel of this thread of the CPU crashes.
void watchCrashes();

/// Ends the program, with a sentence.
[[noreturn]] void fail(const char* text);

} // namespace rocport_lanes
