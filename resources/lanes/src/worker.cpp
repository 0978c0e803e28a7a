#include "accesses.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace rocport_lanes {

__thread Lane* current = nullptr;

void failOnHost()
{
    fail("a function of kernels was called by the host");
}

const Lane& laneOfHost()
{
    static const Index3 one = {1, 1, 1};
    static const Lane only = {{}, {}, one, one};
    if (!libraryCallsAreThreads) {
        failOnHost();
    }
    return only;
}

void fail(const char* text)
{
    std::fprintf(stderr, "lanes: %s\n", text);
    std::_Exit(70);
}

namespace {

constexpr std::size_t kStackBytes = 128 * 1024;
// Each stack with a page behind it that cannot be written takes two of the 65,530 pieces of memory
// that Linux gives a process. Further ones are small and lie side by side, with words at their ends
// that are looked at.
constexpr std::size_t kMostGuarded = 12'000;
constexpr std::size_t kSmallStackBytes = 32 * 1024;
constexpr std::size_t kLeastStackBytes = 16 * 1024; // where there are so many that memory ends
constexpr unsigned long long kManyThreads = 300'000;
constexpr std::size_t kStacksTogether = 64;
// Small stacks do not begin with a page, so that the words at the end of one lie in the page where
// the stack beside it begins: a thread that uses little has one page.
constexpr std::size_t kStackShift = 3 * 1024;
constexpr std::size_t kSmallColours = 8;
constexpr std::size_t kWordsLookedAt = 32;
constexpr std::size_t kColours = 61; // of stacks' tops, each some lines of the cache further down
constexpr std::size_t kColourBytes = 64;
constexpr std::uint64_t kUntouched = 0x5afe57ac5afe57ac;
constexpr unsigned kMostResident = 4096; // blocks at once on a core, where they wait for each other

/// What is put in order by a seed.
enum Ordered : unsigned { kBlocks, kWaves, kLanes };

std::atomic<std::size_t> guardedStacks{0};

char* mappedStacks(std::size_t bytes)
{
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        fail("there is no memory for the stack of one more thread of a kernel");
    }
    return static_cast<char*>(memory);
}

} // namespace

Worker::~Worker()
{
    for (const auto& fiber : m_fibers) {
        if (fiber->guarded) {
            munmap(fiber->stack, kStackBytes);
        }
    }
    for (const auto& block : m_ended) {
        std::free(block->memory);
    }
}

/// Those with a stack of one size and no page behind it.
std::vector<Fiber*>& Worker::idleSmall(std::size_t bytes)
{
    return m_idleSmall[bytes == kLeastStackBytes ? 0 : 1];
}

void Worker::keepIdle(Fiber& fiber)
{
    (fiber.guarded ? m_idle : idleSmall(fiber.stackBytes)).push_back(&fiber);
}

/// Guarded stacks come first: kernels may need all of one. Of the small ones only those of the size
/// that this launch has.
Fiber& Worker::idleFiber()
{
    std::vector<Fiber*>& idle = m_idle.empty() ? idleSmall(m_stackBytes) : m_idle;
    if (!idle.empty()) {
        Fiber& fiber = *idle.back();
        idle.pop_back();
        return fiber;
    }
    auto fiber = std::make_unique<Fiber>();
    fiber->guarded = guardedStacks.fetch_add(1) < kMostGuarded;
    if (fiber->guarded) {
        fiber->stack = mappedStacks(kStackBytes);
        // A stack that is too deep ends the program rather than writing elsewhere: kernels are
        // compiled so that they touch each page of it.
        if (mprotect(fiber->stack, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), PROT_NONE) !=
            0) {
            fail("too many threads of kernels wait for each other");
        }
    } else {
        if (m_stacksLeft == 0) {
            // As long as the program runs.
            m_stacks = mappedStacks(kStacksTogether * m_stackBytes + kStackShift) + kStackShift;
            m_stacksLeft = kStacksTogether;
        }
        fiber->stack = m_stacks + --m_stacksLeft * m_stackBytes;
        std::fill_n(static_cast<std::uint64_t*>(fiber->stack), kWordsLookedAt, kUntouched);
    }
    fiber->worker = this;
    fiber->stackBytes = fiber->guarded ? kStackBytes : m_stackBytes;
    // Stacks lie at equal distances: were their tops so too, what lanes use of theirs would share a
    // few sets of the cache, and each switch would miss it.
    const std::size_t colours = fiber->guarded ? kColours : kSmallColours;
    const std::size_t colour = m_fibers.size() % colours * kColourBytes;
    fiber->top = static_cast<char*>(fiber->stack) + fiber->stackBytes - colour;
    begin(*fiber);
    m_fibers.push_back(std::move(fiber));
    return *m_fibers.back();
}

/// On an empty stack.
void Worker::begin(Fiber& fiber)
{
    const auto bytes = static_cast<std::size_t>(fiber.top - static_cast<char*>(fiber.stack));
    beginContext(fiber.context, fiber.top, bytes, &Worker::runFiber);
    fiber.state = State::Idle;
}

/// What each stack runs: lanes to their end, one after another.
void Worker::runFiber()
{
    for (;;) {
        auto& fiber = static_cast<Fiber&>(*current);
        Worker& worker = *fiber.worker;
        if (worker.nextLane(fiber)) {
            const Job& job = *fiber.run->job;
            job.body(job.data);
            fiber.run->isStuck = false;
        }
        fiber.state = State::Idle;
        worker.m_step.moved = true;
        worker.keepIdle(fiber);
        worker.leave(fiber);
    }
}

/// Stacks of a block's lanes together are more than the nearest cache has.
inline void prefetchNext(const Wave& wave, std::uint64_t rest)
{
#if defined(__x86_64__)
    if (rest != 0) {
        __builtin_prefetch(wave.at[__builtin_ctzll(rest)]->context.stack);
    }
#else
    (void)wave, (void)rest;
#endif
}

/// The next lane of the wave that is stepped that can go on, which waits no longer; null: none.
Fiber* Worker::takeReady()
{
    Step& step = m_step;
    BlockRun& block = *step.block;
    Wave& wave = block.waves[step.number];
    while (step.rest != 0) {
        // Lanes go on in the order in which they began.
        const unsigned lane =
            m_isShuffled ? laneAt(block, step.number * waveLanes() + step.turn++) % waveLanes()
                         : static_cast<unsigned>(__builtin_ctzll(step.rest));
        const std::uint64_t bit = std::uint64_t{1} << lane;
        if ((step.rest & bit) == 0) {
            continue;
        }
        step.rest &= ~bit;
        Fiber& fiber = *wave.at[lane];
        if (fiber.state == State::AtWord && hasChanged(fiber)) {
            fiber.state = State::Ready;
            --block.atWord;
        }
        const bool rests = fiber.state == State::Resting && (step.rested & bit) == 0;
        if (fiber.state != State::Ready && !rests) {
            continue;
        }
        step.rested |= rests ? bit : 0;
        wave.at[lane] = nullptr;
        wave.waiting &= ~bit;
        --block.waiting;
        block.isStuck = block.isStuck && rests; // else see suspend()
        step.ran = true;
        prefetchNext(wave, step.rest);
        return &fiber;
    }
    return nullptr;
}

/// Who goes on after a lane that waits: one that has not begun, or one that can go on; null: the
/// wave is stepped by the thread of the CPU.
Fiber* Worker::takeNext()
{
    if (m_begun == nullptr) {
        return takeReady();
    }
    const bool isFresh = m_begun->wave == m_step.number && m_begun->next < m_begun->waveEnd;
    return isFresh ? &idleFiber() : nullptr;
}

void Worker::enter(Fiber& fiber)
{
    current = &fiber;
    switchContext(m_main, fiber.context);
    auto& last = static_cast<Fiber&>(*current); // who came back
    if (last.state == State::Ended) {
        begin(last);
        keepIdle(last);
    }
}

/// Ends the program where a lane has used all of a stack without a page behind it.
void Worker::lookAtStack(const Fiber& fiber) const
{
    if (!fiber.guarded) {
        const auto* words = static_cast<const std::uint64_t*>(fiber.stack);
        for (std::size_t i = 0; i < kWordsLookedAt; ++i) {
            if (words[i] != kUntouched) {
                fail(fiber.stackBytes == kLeastStackBytes
                         ? "a thread of a kernel of so large a grid needs more than 16 KiB of stack"
                         : "a thread of a kernel of so large a grid needs more than 32 KiB of "
                           "stack");
            }
        }
    }
}

/// From the stack of a lane to that of the next one.
void Worker::leave(Fiber& fiber)
{
    lookAtStack(fiber);
    Fiber* const next = fiber.state == State::Idle && m_begun != nullptr ? nullptr : takeNext();
    if (next == nullptr) {
        switchContext(fiber.context, m_main);
    } else {
        current = next;
        switchContext(fiber.context, next->context);
    }
}

/// The place among a block's waves of one by its number, and the other way round. What is not whole
/// stays the last.
unsigned Worker::waveAt(const BlockRun& block, unsigned number) const
{
    if (!m_isShuffled) {
        return number;
    }
    const unsigned whole = block.lanes / waveLanes();
    return number < whole ? inTurn(number, whole, kWaves) : number;
}

/// The lane of a block that comes `position`-th.
unsigned Worker::laneAt(const BlockRun& block, unsigned position) const
{
    const unsigned width = waveLanes();
    const unsigned first = waveAt(block, position / width) * width;
    return first + inTurn(position % width, std::min(width, block.lanes - first), kLanes);
}

/// Gives the fiber the next lane that has not begun; false: there is none in this wave, or others
/// wait in it.
bool Worker::nextLane(Fiber& fiber)
{
    BlockRun* block = m_begun;
    if (block == nullptr) {
        return false;
    }
    if (block->next == block->waveEnd) {
        if (block->waves[block->wave].waiting != 0 || block->waveEnd == block->lanes) {
            return false;
        }
        block->moveToWave(block->wave + 1);
    }
    const Index3& size = block->job->size.block;
    const unsigned lane = m_isShuffled ? laneAt(*block, block->next) : block->next;
    const unsigned row = lane < size.x ? 0 : lane / size.x; // most blocks have one
    fiber.run = block;
    fiber.clockReader = ~0U;
    fiber.thread = row < size.y ? Index3{lane - row * size.x, row, 0}
                                : Index3{lane - row * size.x, row % size.y, row / size.y};
    fiber.row = row * size.x;
    fiber.waveMask = waveLanes() - 1;
    fiber.block = block->index;
    fiber.blockSize = size;
    fiber.gridSize = block->job->size.grid;
    // The rest of the row is this fiber's as well, until it waits; so are those of the next waves,
    // if nobody waits in this one.
    unsigned many = m_isShuffled ? 1 : size.x - fiber.thread.x;
    if (block->waves[block->wave].waiting != 0) {
        many = std::min(many, block->waveEnd - block->next);
    }
    fiber.rowEnd = fiber.thread.x + many;
    block->next += many;
    block->moveToWave((block->next - 1) / waveLanes());
    return true;
}

/// The lanes that would have run next on this stack are others' now.
void Worker::giveBackRow(Fiber& fiber)
{
    BlockRun& block = *fiber.run;
    if (fiber.rowEnd != fiber.thread.x + 1) {
        block.next -= fiber.rowEnd - fiber.thread.x - 1;
        fiber.rowEnd = fiber.thread.x + 1;
        block.moveToWave((block.next - 1) / waveLanes());
    }
}

/// What the lane left on its stack is dropped: the thread of the CPU begins the stack anew.
void Worker::endLane(Fiber& fiber)
{
    giveBackRow(fiber);
    lookAtStack(fiber);
    fiber.run->isStuck = false;
    fiber.state = State::Ended;
    m_step.moved = true;
    switchContext(fiber.context, m_main);
    fail("a lane that has ended goes on");
}

/// Nobody of a block that a lane has ended goes on.
void Worker::drop(BlockRun& block)
{
    for (Wave& wave : block.waves) {
        for (; wave.waiting != 0; wave.waiting &= wave.waiting - 1) {
            Fiber& fiber = *wave.at[__builtin_ctzll(wave.waiting)];
            begin(fiber);
            keepIdle(fiber);
        }
    }
    block.waiting = block.atBarrier = block.atGrid = block.atWord = 0;
    block.next = block.lanes;
}

void Worker::suspend(Fiber& fiber, State state)
{
    BlockRun& block = *fiber.run;
    giveBackRow(fiber);
    Wave& wave = block.waves[waveAt(block, fiber.inBlock() / waveLanes())];
    wave.at[fiber.inWave()] = &fiber;
    wave.waiting |= std::uint64_t{1} << fiber.inWave();
    ++block.waiting;
    block.atBarrier += state == State::AtBarrier ? 1 : 0;
    block.atGrid += state == State::AtGrid ? 1 : 0;
    block.atWord += state == State::AtWord ? 1 : 0;
    // Who only looked whether others have written keeps nobody from being stuck.
    block.isStuck = block.isStuck && state == State::Resting;
    fiber.state = state;
    fiber.depth = static_cast<const char*>(__builtin_frame_address(0)) -
                  reinterpret_cast<std::intptr_t>(fiber.top);
    m_step.moved = m_step.moved || state != State::Resting;
    leave(fiber);
}

void Worker::waitForTime(Fiber& fiber)
{
    fiber.restsAt = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    m_step.moved = true; // time moves
    suspend(fiber, State::Resting);
}

bool Worker::begin(Job& job)
{
    const unsigned long long position = job.next.fetch_add(1);
    if (position >= job.blocks || job.ended != Code::Success) {
        return false;
    }
    const unsigned long long number = inOrder(position, job.blocks, kBlocks);
    std::unique_ptr<BlockRun> block;
    if (m_ended.empty()) {
        block = std::make_unique<BlockRun>();
    } else {
        block = std::move(m_ended.back());
        m_ended.pop_back();
    }
    const unsigned width = waveLanes();
    const Index3& grid = job.size.grid;
    block->job = &job;
    block->index = {static_cast<unsigned>(number % grid.x),
                    static_cast<unsigned>(number / grid.x % grid.y),
                    static_cast<unsigned>(number / grid.x / grid.y)};
    block->lanes = job.lanes;
    block->next = 0;
    block->moveToWave(0);
    block->waves.resize((job.lanes + width - 1) / width); // in those of a block before nobody waits
    block->atWord = 0;
    block->isStuck = false;
    block->declared.clear();
    if (block->memory == nullptr) {
        block->capacity = 1024 * 1024;
        block->memory = static_cast<char*>(std::aligned_alloc(1024, block->capacity));
    }
    if (block->memory == nullptr) {
        fail("there is no memory for what the threads of a block share");
    }
    // What the block before left is as good as any pattern to a GPU; here it is always the same.
    fill(block->memory + kRoom, job.size.sharedBytes);
    block->used = kRoom + job.size.sharedBytes;
    block->shared = job.size.sharedBytes;
    beginShared(*block);
    m_resident.push_back(std::move(block));
    return true;
}

/// Runs the lanes of a wave as far as they come. True: one of them did more than wait.
bool Worker::step(BlockRun& block, unsigned number)
{
    Wave& wave = block.waves[number];
    m_step = {&block, number};
    const unsigned begun = block.wave;
    for (;;) {
        while (block.wave == number && block.next < block.waveEnd) {
            m_begun = &block;
            m_step.moved = true;
            enter(idleFiber());
            m_begun = nullptr;
        }
        if (block.wave != begun) {
            return true; // lanes of the next waves went through without waiting
        }
        m_step.rest = wave.waiting;
        m_step.turn = 0;
        m_step.ran = false;
        while (Fiber* const fiber = takeReady()) {
            enter(*fiber);
        }
        if (!m_step.ran) {
            if (!joinLanes(block, wave)) {
                return m_step.moved;
            }
            m_step.moved = true;
        }
    }
}

void Worker::release(BlockRun& block, State state)
{
    passRaces(block);
    int yes = 0;
    for (const bool asks : {true, false}) {
        for (Wave& wave : block.waves) {
            for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
                Fiber& fiber = *wave.at[__builtin_ctzll(rest)];
                if (asks) {
                    yes += fiber.yes ? 1 : 0;
                } else if (fiber.state == state) {
                    fiber.count = yes;
                    fiber.state = State::Ready;
                }
            }
        }
    }
    block.atBarrier = 0;
    block.atGrid = 0;
}

/// Whether the lanes of a block wait for words in its own memory that nobody can change any more.
bool Worker::isDead(const BlockRun& block)
{
    bool waitsForOwn = false;
    for (const Wave& wave : block.waves) {
        for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
            const Fiber& fiber = *wave.at[__builtin_ctzll(rest)];
            if (fiber.state != State::AtWord) {
                if (fiber.state == State::Resting || fiber.state == State::Ready) {
                    return false;
                }
                continue;
            }
            const auto* place = reinterpret_cast<const char*>(fiber.word);
            if (place < block.memory || place >= block.memory + block.capacity ||
                hasChanged(fiber)) {
                return false;
            }
            waitsForOwn = true;
        }
    }
    return waitsForOwn;
}

bool Worker::pass(BlockRun& block)
{
    bool moved = false;
    unsigned number = 0;
    while (number < block.waves.size()) {
        const unsigned begun = block.wave;
        moved = step(block, number) || moved;
        if (block.wave != begun) {
            number = block.wave;
            continue;
        }
        if (number == block.wave && block.waveEnd < block.lanes) {
            block.moveToWave(block.wave + 1);
        }
        ++number;
    }
    if (block.job->ended != Code::Success) {
        drop(block);
        return true;
    }
    if (block.waiting != 0 && block.atBarrier == block.waiting) {
        const Fiber* first = nullptr;
        const Fiber* other = nullptr;
        for (const Wave& wave : block.waves) {
            for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
                const Fiber* fiber = wave.at[__builtin_ctzll(rest)];
                first = first == nullptr ? fiber : first;
                other = sameSite(first->site, fiber->site) ? other : fiber;
            }
        }
        if (block.waiting != block.lanes) {
            const std::string text = std::to_string(block.lanes - block.waiting) + " of " +
                                     std::to_string(block.lanes) +
                                     " threads of the block have returned before the barrier";
            complain("early-return", block.job->name, text.c_str(), first->site);
        }
        if (other != nullptr) {
            const std::string text = "threads of the block wait at another barrier, in line " +
                                     std::to_string(other->site.line);
            complain("divergent-barrier", block.job->name, text.c_str(), first->site);
        }
        release(block, State::AtBarrier);
        moved = true;
    }
    if (!moved && block.atWord != 0) {
        if (block.isStuck && isDead(block)) {
            tellDeadlock();
        }
        moved = !block.isStuck; // once more, without those who wait for a word
        block.isStuck = true;
    }
    return moved;
}

void Worker::work(Job& job)
{
    noteWork(*this, true);
    const bool isLarge = job.size.cooperative && job.blocks * job.lanes > kManyThreads;
    const std::size_t bytes = isLarge ? kLeastStackBytes : kSmallStackBytes;
    m_stacksLeft = bytes == m_stackBytes ? m_stacksLeft : 0;
    m_stackBytes = bytes;
    while (job.size.cooperative && begin(job)) {
    }
    for (;;) {
        if (m_resident.empty() && !begin(job)) {
            break;
        }
        bool moved = false;
        bool allAtGrid = true;
        for (const auto& block : m_resident) {
            moved = pass(*block) || moved;
        }
        for (std::size_t i = 0; i < m_resident.size();) {
            BlockRun& block = *m_resident[i];
            if (block.waiting == 0 && block.next == block.lanes) {
                m_ended.push_back(std::move(m_resident[i]));
                m_resident[i] = std::move(m_resident.back());
                m_resident.pop_back();
                continue;
            }
            allAtGrid = allAtGrid && block.atGrid == block.waiting;
            ++i;
        }
        if (m_resident.empty()) {
            continue;
        }
        if (allAtGrid) {
            for (const auto& block : m_resident) {
                release(*block, State::AtGrid);
            }
        } else if (!moved && job.size.cooperative && !mayMove()) {
            tellDeadlock();
        } else if (!moved && (m_resident.size() >= kMostResident || !begin(job))) {
            std::this_thread::yield(); // they wait for blocks on other cores
        }
    }
    current = nullptr; // the host goes on
    noteWork(*this, false);
}
} // namespace rocport_lanes
