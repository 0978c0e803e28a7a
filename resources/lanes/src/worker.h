#pragma once

// How the engine runs a kernel on one core of the CPU: its blocks one after another, or together
// where they wait for each other, and the lanes of a block as stackful coroutines.

#include "lanes/engine.h"
#include "order.h"
#include "switch.h"

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
    State state = State::Idle;
    bool yes = false;
    bool guarded = true; ///< a page behind the stack cannot be written
    int count = 0;
    Context context;
    WaveRequest* request = nullptr;
    const char* depth = nullptr; ///< of the stack where it waits
    Site site;
    Worker* worker = nullptr;
    void* stack = nullptr;
    std::size_t stackBytes = 0;
    char* top = nullptr;        ///< behind the stack
    std::uintptr_t restsAt = 0; ///< code that waits for what others write
    unsigned clockReader = ~0U; ///< lane of the block that read the clock last
    unsigned clockReads = 0;    ///< how often it did
    const std::uint64_t* word = nullptr; ///< that it waits for at AtWord
    std::uint64_t wordMask = 0;          ///< of the bits that have to be others
    std::uint64_t oldWord = 0;           ///< than these
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
    /// Others of the block run first; none are begun because of it.
    void waitForTime(Fiber& fiber);
    /// The running lane ends where it is.
    [[noreturn]] void endLane(Fiber& fiber);
    bool nextLane(Fiber& fiber);
    /// Tells who of its blocks waits where, and that a lane does not come to its end; `code` is
    /// where the core is.
    void tellEndless(std::uintptr_t code);

private:
    [[noreturn]] void tellDeadlock();
    [[nodiscard]] bool mayMove() const;
    [[nodiscard]] static bool isDead(const BlockRun& block);
    [[nodiscard]] unsigned waveAt(const BlockRun& block, unsigned number) const;
    [[nodiscard]] unsigned laneAt(const BlockRun& block, unsigned position) const;
    static void runFiber();
    Fiber& idleFiber();
    std::vector<Fiber*>& idleSmall(std::size_t bytes);
    void keepIdle(Fiber& fiber);
    Fiber* takeReady();
    Fiber* takeNext();
    void enter(Fiber& fiber);
    void leave(Fiber& fiber);
    void lookAtStack(const Fiber& fiber) const;
    bool begin(Job& job);
    bool pass(BlockRun& block);
    bool step(BlockRun& block, unsigned wave);
    bool joinLanes(BlockRun& block, Wave& wave) const;
    void meet(BlockRun& block, const Wave& wave, std::uint64_t members) const;
    static bool answer(const Wave& wave, std::uint64_t members);
    static void release(BlockRun& block, State state);
    static void giveBackRow(Fiber& fiber);
    static void begin(Fiber& fiber);
    void drop(BlockRun& block);

    /// The wave that is stepped.
    struct Step
    {
        BlockRun* block = nullptr;
        unsigned number = 0;
        unsigned turn = 0;         ///< how many lanes were looked at
        std::uint64_t rest = 0;    ///< lanes to look at yet, of those that waited
        std::uint64_t rested = 0;  ///< run once in each pass
        bool ran = false;          ///< a lane went on
        bool moved = false;        ///< one did more than wait for what others write
    };

    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<Fiber*> m_idle;         ///< with guarded stacks
    std::vector<Fiber*> m_idleSmall[2]; ///< with others, the least ones first
    std::vector<std::unique_ptr<BlockRun>> m_resident;
    std::vector<std::unique_ptr<BlockRun>> m_ended; // for the next ones
    char* m_stacks = nullptr;                       ///< for the next fibers
    std::size_t m_stacksLeft = 0;
    std::size_t m_stackBytes = 32 * 1024; ///< of those without a page that cannot be written
    BlockRun* m_begun = nullptr; ///< whose fresh lanes are run
    Step m_step;
    Context m_main; ///< of the thread of the CPU, which steps the waves
    const bool m_isShuffled = isShuffled();
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
