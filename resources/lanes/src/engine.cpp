// Runs kernels on the CPU: blocks on the cores, the lanes of a block as stackful coroutines on one
// of them. Compiled together with the program that is run; needs Boost.Context.

#include "lanes/engine.h"

#include <boost/context/detail/fcontext.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace lanes {

__thread Lane* current = nullptr;

namespace {

namespace context = boost::context::detail;

constexpr unsigned kMostWaveLanes = 64;
constexpr std::size_t kStackBytes = 128 * 1024;
constexpr int kPattern = 0xff; // a float of these bytes is no number, an index of them is none
constexpr unsigned kMostResident = 128; // blocks at once on a core, where they wait for each other

Limits playedLimits;
thread_local Code threadError = Code::Success;

enum class State : unsigned char { Idle, Ready, AtWave, AtBarrier, AtGrid, Resting };

class Worker;

} // namespace

namespace {

/// A coroutine with the lane that it runs now.
struct Fiber : Lane
{
    void* stack = nullptr;
    context::fcontext_t self = nullptr;
    context::fcontext_t back = nullptr;
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

} // namespace

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

namespace {

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
    bool joinLanes(BlockRun& block, Wave& wave);
    static void answer(const Wave& wave, std::uint64_t members);
    static void release(BlockRun& block, State state);

    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<Fiber*> m_idle;
    std::vector<std::unique_ptr<BlockRun>> m_resident;
    std::vector<std::unique_ptr<BlockRun>> m_ended; // for the next ones
    BlockRun* m_begun = nullptr;                    ///< whose fresh lanes are run
};

[[noreturn]] void fail(const char* text)
{
    std::fprintf(stderr, "lanes: %s\n", text);
    std::_Exit(70);
}

void fiberMain(context::transfer_t from)
{
    auto* fiber = static_cast<Fiber*>(from.data);
    fiber->back = from.fctx;
    for (;;) {
        current = fiber;
        if (fiber->worker->nextLane(*fiber)) {
            Job* job = fiber->run->job;
            job->body(job->data);
        }
        fiber->state = State::Idle;
        fiber->back = context::jump_fcontext(fiber->back, nullptr).fctx;
    }
}

Worker::~Worker()
{
    for (const auto& fiber : m_fibers) {
        munmap(fiber->stack, kStackBytes);
    }
    for (const auto& block : m_ended) {
        std::free(block->memory);
    }
}

Fiber& Worker::idleFiber()
{
    if (!m_idle.empty()) {
        Fiber& fiber = *m_idle.back();
        m_idle.pop_back();
        return fiber;
    }
    auto fiber = std::make_unique<Fiber>();
    fiber->stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fiber->stack == MAP_FAILED) {
        fail("there is no memory for the stack of one more thread of a kernel");
    }
    // A stack that is too deep ends the program rather than writing elsewhere.
    mprotect(fiber->stack, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), PROT_NONE);
    fiber->worker = this;
    fiber->self = context::make_fcontext(static_cast<char*>(fiber->stack) + kStackBytes,
                                         kStackBytes, fiberMain);
    m_fibers.push_back(std::move(fiber));
    return *m_fibers.back();
}

void Worker::enter(Fiber& fiber)
{
    fiber.self = context::jump_fcontext(fiber.self, &fiber).fctx;
    if (fiber.state == State::Idle) {
        m_idle.push_back(&fiber);
    }
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
        ++block->wave;
        block->waveEnd =
            std::min(block->waveEnd + static_cast<unsigned>(playedLimits.waveLanes), block->lanes);
    }
    const Index3& size = block->job->size.block;
    const unsigned lane = block->next;
    const unsigned row = lane / size.x;
    fiber.run = block;
    fiber.inBlock = lane;
    fiber.inWave = lane % static_cast<unsigned>(playedLimits.waveLanes);
    fiber.thread = {lane % size.x, row % size.y, row / size.y};
    fiber.block = block->index;
    fiber.blockSize = size;
    fiber.gridSize = block->job->size.grid;
    // The rest of the row is this fiber's as well, until it waits.
    const unsigned many = std::min(size.x - fiber.thread.x, block->waveEnd - lane);
    fiber.rowEnd = fiber.thread.x + many;
    block->next += many;
    return true;
}

void Worker::suspend(Fiber& fiber, State state)
{
    BlockRun& block = *fiber.run;
    if (fiber.rowEnd != fiber.thread.x + 1) {
        block.next -= fiber.rowEnd - fiber.thread.x - 1;
        fiber.rowEnd = fiber.thread.x + 1;
    }
    Wave& wave = block.waves[fiber.inBlock / static_cast<unsigned>(playedLimits.waveLanes)];
    wave.at[fiber.inWave] = &fiber;
    wave.waiting |= std::uint64_t{1} << fiber.inWave;
    ++block.waiting;
    block.atBarrier += state == State::AtBarrier ? 1 : 0;
    block.atGrid += state == State::AtGrid ? 1 : 0;
    fiber.state = state;
    fiber.depth = static_cast<const char*>(__builtin_frame_address(0)) -
                  reinterpret_cast<std::intptr_t>(fiber.stack);
    fiber.back = context::jump_fcontext(fiber.back, nullptr).fctx;
    current = &fiber;
}

bool Worker::begin(Job& job)
{
    const unsigned long long number = job.next.fetch_add(1);
    if (number >= job.blocks) {
        return false;
    }
    std::unique_ptr<BlockRun> block;
    if (m_ended.empty()) {
        block = std::make_unique<BlockRun>();
    } else {
        block = std::move(m_ended.back());
        m_ended.pop_back();
    }
    const auto width = static_cast<unsigned>(playedLimits.waveLanes);
    const Index3& grid = job.size.grid;
    block->job = &job;
    block->index = {static_cast<unsigned>(number % grid.x),
                    static_cast<unsigned>(number / grid.x % grid.y),
                    static_cast<unsigned>(number / grid.x / grid.y)};
    block->lanes = job.lanes;
    block->next = 0;
    block->wave = 0;
    block->waveEnd = std::min(width, job.lanes);
    block->waves.assign((job.lanes + width - 1) / width, Wave());
    block->declared.clear();
    if (block->memory == nullptr) {
        block->capacity = 1024 * 1024;
        block->memory = static_cast<char*>(std::aligned_alloc(1024, block->capacity));
        block->used = block->capacity;
    }
    if (block->memory == nullptr) {
        fail("there is no memory for what the threads of a block share");
    }
    // What the block before left is as good as any pattern to a GPU; here it is always the same.
    std::memset(block->memory, kPattern, std::max(block->used, job.size.sharedBytes));
    block->used = job.size.sharedBytes;
    m_resident.push_back(std::move(block));
    return true;
}

/// The lanes of `members` do together what they ask.
void Worker::answer(const Wave& wave, std::uint64_t members)
{
    std::uint64_t yes = 0;
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        yes |= std::uint64_t{wave.at[lane]->request->value != 0} << lane;
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        WaveRequest& request = *wave.at[lane]->request;
        request.members = members;
        request.result = yes;
        if (request.call == WaveCall::Gather) {
            for (std::uint64_t all = members; all != 0; all &= all - 1) {
                const int other = __builtin_ctzll(all);
                request.values[other] = wave.at[other]->request->value;
            }
        }
        if (request.call == WaveCall::Vote || request.call == WaveCall::Join ||
            request.call == WaveCall::Gather) {
            continue;
        }
        const int width = request.width;
        const int first = lane & ~(width - 1);
        int source = lane;
        switch (request.call) {
        case WaveCall::Shuffle:
            source = first + (request.source & (width - 1));
            break;
        case WaveCall::ShuffleUp:
            source = lane - request.source < first ? lane : lane - request.source;
            break;
        case WaveCall::ShuffleDown:
            source = (lane & (width - 1)) + request.source >= width ? lane : lane + request.source;
            break;
        default:
            source = (lane ^ request.source) >= first + width ? lane : lane ^ request.source;
        }
        const bool isThere = source >= 0 && source < static_cast<int>(kMostWaveLanes) &&
                             ((members >> source) & 1) != 0;
        // What a lane holds that does not take part is not defined; AMD GPUs give 0.
        request.result = isThere ? wave.at[source]->request->value : 0;
    }
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        wave.at[__builtin_ctzll(rest)]->state = State::Ready;
    }
}

bool sameSite(const Site& a, const Site& b)
{
    return a.line == b.line && a.column == b.column &&
           (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

std::string listOf(std::uint64_t lanes)
{
    std::string text;
    for (int lane = 0; lane < static_cast<int>(kMostWaveLanes); ++lane) {
        if (((lanes >> lane) & 1) == 0) {
            continue;
        }
        int last = lane;
        while (last + 1 < static_cast<int>(kMostWaveLanes) && ((lanes >> (last + 1)) & 1) != 0) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(lane) +
                (last > lane ? "-" + std::to_string(last) : "");
        lane = last;
    }
    return text;
}

/// Lets one group of lanes that make the same call go on: one of which nobody is missing, else, as
/// nobody else can come, the one deepest in calls and then first in the source. False: nobody waits
/// at a function of the wave, or those that are missing may still come.
bool Worker::joinLanes(BlockRun&, Wave& wave)
{
    std::uint64_t left = 0;
    bool othersMayCome = false;
    for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctzll(rest);
        if (wave.at[lane]->state == State::AtWave) {
            left |= std::uint64_t{1} << lane;
        } else if (wave.at[lane]->state == State::Resting) {
            othersMayCome = true;
        }
    }
    std::uint64_t chosen = 0;
    const Fiber* best = nullptr;
    while (left != 0) {
        const Fiber& first = *wave.at[__builtin_ctzll(left)];
        std::uint64_t group = 0;
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const Fiber& other = *wave.at[__builtin_ctzll(rest)];
            if (other.request->call == first.request->call &&
                other.request->hasMask == first.request->hasMask &&
                other.request->mask == first.request->mask &&
                sameSite(other.request->site, first.request->site)) {
                group |= rest & (~rest + 1);
            }
        }
        left &= ~group;
        const std::uint64_t meant =
            first.request->hasMask ? first.request->mask & wave.waiting : wave.waiting;
        if ((meant & ~group) == 0) {
            answer(wave, group);
            return true;
        }
        const bool isBetter =
            best == nullptr || first.depth < best->depth ||
            (first.depth == best->depth && first.request->site.line < best->request->site.line);
        if (isBetter) {
            best = &first;
            chosen = group;
        }
    }
    if (best == nullptr || othersMayCome) {
        return false;
    }
    const WaveRequest& request = *best->request;
    if (request.hasMask) {
        const std::string text = "lanes " + listOf(request.mask & wave.waiting & ~chosen) +
                                 " are named by the mask and do not come";
        complain("mask", text.c_str(), request.site);
    }
    answer(wave, chosen);
    return true;
}

/// Runs the lanes of a wave as far as they come. True: one of them did more than wait.
bool Worker::step(BlockRun& block, unsigned number)
{
    bool moved = false;
    Wave& wave = block.waves[number];
    std::uint64_t rested = 0; // run once in each pass
    const unsigned begun = block.wave;
    for (;;) {
        while (block.wave == number && block.next < block.waveEnd) {
            m_begun = &block;
            moved = true;
            enter(idleFiber());
            m_begun = nullptr;
        }
        if (block.wave != begun) {
            return true; // lanes of the next waves went through without waiting
        }
        bool ran = false;
        for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
            const int lane = __builtin_ctzll(rest);
            const std::uint64_t bit = std::uint64_t{1} << lane;
            Fiber& fiber = *wave.at[lane];
            const bool rests = fiber.state == State::Resting && (rested & bit) == 0;
            if (fiber.state != State::Ready && !rests) {
                continue;
            }
            rested |= rests ? bit : 0;
            wave.at[lane] = nullptr;
            wave.waiting &= ~bit;
            --block.waiting;
            m_begun = nullptr;
            enter(fiber);
            ran = true;
            moved = moved || fiber.state != State::Resting;
        }
        if (!ran && !joinLanes(block, wave)) {
            return moved;
        }
        moved = moved || !ran;
    }
}

void Worker::release(BlockRun& block, State state)
{
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
            ++block.wave;
            block.waveEnd = std::min(block.waveEnd + static_cast<unsigned>(playedLimits.waveLanes),
                                     block.lanes);
        }
        ++number;
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
            complain("early-return", text.c_str(), first->site);
        }
        if (other != nullptr) {
            const std::string text = "threads of the block wait at another barrier, in line " +
                                     std::to_string(other->site.line);
            complain("divergent-barrier", text.c_str(), first->site);
        }
        release(block, State::AtBarrier);
        moved = true;
    }
    return moved;
}

void Worker::work(Job& job)
{
    if (job.size.cooperative) {
        while (begin(job)) {
        }
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
        } else if (!moved && (m_resident.size() >= kMostResident || !begin(job))) {
            std::this_thread::yield(); // they wait for blocks on other cores
        }
    }
    current = nullptr; // the host goes on
}

/// The cores beside the thread that launches.
class Cores
{
public:
    Cores()
    {
        const char* asked = std::getenv("LANES_CORES");
        unsigned many = std::thread::hardware_concurrency();
        if (asked != nullptr && std::atoi(asked) > 0) {
            many = static_cast<unsigned>(std::atoi(asked));
        }
        for (unsigned i = 1; i < many; ++i) {
            m_threads.emplace_back([this] { serve(); });
        }
    }

    ~Cores()
    {
        {
            const std::lock_guard lock(m_lock);
            m_ends = true;
        }
        m_begins.notify_all();
        for (std::thread& thread : m_threads) {
            thread.join();
        }
    }

    void run(Job& job)
    {
        const std::lock_guard one(m_one);
        const bool alone = job.blocks == 1 || job.size.cooperative || m_threads.empty();
        if (!alone) {
            const std::lock_guard lock(m_lock);
            m_job = &job;
            ++m_number;
            m_busy = m_threads.size();
        }
        if (!alone) {
            m_begins.notify_all();
        }
        own().work(job);
        if (!alone) {
            std::unique_lock lock(m_lock);
            m_finished.wait(lock, [this] { return m_busy == 0; });
            m_job = nullptr;
        }
    }

    static Worker& own()
    {
        static thread_local Worker worker;
        return worker;
    }

private:
    void serve()
    {
        unsigned long long seen = 0;
        for (;;) {
            Job* job = nullptr;
            {
                std::unique_lock lock(m_lock);
                m_begins.wait(lock,
                              [&] { return m_ends || (m_job != nullptr && m_number != seen); });
                if (m_ends) {
                    return;
                }
                seen = m_number;
                job = m_job;
            }
            own().work(*job);
            const std::lock_guard lock(m_lock);
            if (--m_busy == 0) {
                m_finished.notify_all();
            }
        }
    }

    std::mutex m_one; ///< a kernel at a time
    std::mutex m_lock;
    std::condition_variable m_begins;
    std::condition_variable m_finished;
    std::vector<std::thread> m_threads;
    Job* m_job = nullptr;
    unsigned long long m_number = 0;
    std::size_t m_busy = 0;
    bool m_ends = false;
};

Cores& cores()
{
    static Cores all;
    return all;
}

Fiber& self()
{
    if (current == nullptr) {
        fail("a function of kernels was called by the host");
    }
    return *static_cast<Fiber*>(current);
}

} // namespace

bool nextLaneOf(Lane& lane)
{
    auto& fiber = static_cast<Fiber&>(lane);
    return fiber.worker->nextLane(fiber);
}

void exchange(WaveRequest& request)
{
    Fiber& fiber = self();
    fiber.request = &request;
    fiber.worker->suspend(fiber, State::AtWave);
}

int blockBarrier(bool yes, const Site& site)
{
    Fiber& fiber = self();
    fiber.yes = yes;
    fiber.site = site;
    fiber.worker->suspend(fiber, State::AtBarrier);
    return fiber.count;
}

void gridBarrier(const Site& site)
{
    Fiber& fiber = self();
    if (!fiber.run->job->size.cooperative) {
        complain("grid-barrier", "the grid waits in a launch that is not cooperative", site);
        return;
    }
    fiber.yes = false;
    fiber.site = site;
    fiber.worker->suspend(fiber, State::AtGrid);
}

void breathe()
{
    static thread_local unsigned many = 0;
    if (current != nullptr && ++many % 64 == 0) {
        Fiber& fiber = self();
        fiber.worker->suspend(fiber, State::Resting);
    }
}

unsigned nextDeclaration()
{
    static std::atomic<unsigned> next{0};
    return next.fetch_add(1);
}

void* sharedMemory(unsigned declaration, std::size_t bytes, std::size_t alignment)
{
    BlockRun& block = *self().run;
    for (const auto& [known, place] : block.declared) {
        if (known == declaration) {
            return place;
        }
    }
    const std::size_t begin = (block.used + alignment - 1) / alignment * alignment;
    if (begin + bytes > block.capacity) {
        fail("a block shares more than 1 MiB");
    }
    if (begin + bytes > playedLimits.sharedPerBlock && block.job->size.sharedBytes <= begin) {
        const std::string text = "the block shares " + std::to_string(begin + bytes) +
                                 " bytes, and the GPU has " +
                                 std::to_string(playedLimits.sharedPerBlock);
        complain("shared-size", text.c_str(), block.job->site);
    }
    block.used = begin + bytes;
    block.declared.emplace_back(declaration, block.memory + begin);
    return block.memory + begin;
}

void* dynamicSharedMemory()
{
    return self().run->memory;
}

const Limits& limits()
{
    return playedLimits;
}

SetLimits::SetLimits(const Limits& limits)
{
    playedLimits = limits;
}

Code lastError()
{
    return threadError;
}

Code takeError()
{
    return std::exchange(threadError, Code::Success);
}

Code keepError(Code code)
{
    if (code != Code::Success) {
        threadError = code;
    }
    return code;
}

namespace {

std::mutex& recordLock()
{
    static std::mutex lock;
    return lock;
}

std::string& lastKernel()
{
    static std::string name;
    return name;
}

} // namespace

void runKernel(const char* name, const LaunchSize& size, void (*body)(void*), void* data,
               const Site& site)
{
    const unsigned long long lanes = 1ULL * size.block.x * size.block.y * size.block.z;
    const unsigned long long blocks = 1ULL * size.grid.x * size.grid.y * size.grid.z;
    if (lanes == 0 || blocks == 0 ||
        lanes > static_cast<unsigned long long>(playedLimits.threadsPerBlock) ||
        size.grid.y > 65535 || size.grid.z > 65535) {
        keepError(Code::InvalidConfiguration);
        return;
    }
    if (size.sharedBytes > playedLimits.sharedPerBlockOptIn) {
        keepError(Code::InvalidValue);
        return;
    }
    if (current != nullptr) {
        fail("a kernel launches another one, which is not supported");
    }
    {
        const std::lock_guard lock(recordLock());
        lastKernel() = name;
    }
    Job job;
    job.name = name;
    job.size = size;
    job.body = body;
    job.data = data;
    job.site = site;
    job.blocks = blocks;
    job.lanes = static_cast<unsigned>(lanes);
    cores().run(job);
}

namespace {

struct Allocation
{
    std::size_t bytes = 0;
    bool onHost = false;
};

std::mutex& memoryLock()
{
    static std::mutex lock;
    return lock;
}

std::map<char*, Allocation>& allocations()
{
    static auto* all = new std::map<char*, Allocation>; // outlives what programs free at their end
    return *all;
}

std::atomic<std::size_t> allocatedBytes{0};

} // namespace

void* allocate(std::size_t bytes, bool onHost)
{
    constexpr std::size_t kAlignment = 512;
    void* memory = nullptr;
    if (posix_memalign(&memory, kAlignment, std::max<std::size_t>(bytes, 1)) != 0) {
        return nullptr;
    }
    std::memset(memory, kPattern, bytes);
    const std::lock_guard lock(memoryLock());
    allocations()[static_cast<char*>(memory)] = {bytes, onHost};
    allocatedBytes += onHost ? 0 : bytes;
    return memory;
}

Code release(void* memory)
{
    if (memory == nullptr) {
        return Code::Success;
    }
    const std::lock_guard lock(memoryLock());
    const auto found = allocations().find(static_cast<char*>(memory));
    if (found == allocations().end()) {
        return Code::InvalidValue;
    }
    allocatedBytes -= found->second.onHost ? 0 : found->second.bytes;
    allocations().erase(found);
    std::free(memory);
    return Code::Success;
}

bool allocationOf(const void* place, void*& start, std::size_t& bytes, bool& onHost)
{
    auto* byte = const_cast<char*>(static_cast<const char*>(place));
    const std::lock_guard lock(memoryLock());
    auto found = allocations().upper_bound(byte);
    if (found == allocations().begin()) {
        return false;
    }
    --found;
    if (byte >= found->first + std::max<std::size_t>(found->second.bytes, 1)) {
        return false;
    }
    start = found->first;
    bytes = found->second.bytes;
    onHost = found->second.onHost;
    return true;
}

std::size_t allocated()
{
    return allocatedBytes;
}

namespace {

std::string quoted(const char* text)
{
    std::string result = "\"";
    for (const char* at = text; *at != 0; ++at) {
        if (static_cast<unsigned char>(*at) < 0x20) {
            continue;
        }
        if (*at == '"' || *at == '\\') {
            result += '\\';
        }
        result += *at;
    }
    return result + '"';
}

std::string placeOf(const Site& site)
{
    return "\"file\":" + quoted(site.file) + ",\"line\":" + std::to_string(site.line);
}

} // namespace

void recordCopy(const void* memory, std::size_t bytes, const char* type, const Site& site)
{
    static const char* const name = std::getenv("LANES_RECORD");
    if (name == nullptr) {
        return;
    }
    const std::lock_guard lock(recordLock());
    static std::FILE* const file = std::fopen(name, "ab");
    if (file == nullptr) {
        return;
    }
    const std::string head = "{\"bytes\":" + std::to_string(bytes) + ",\"type\":" + quoted(type) +
                             ",\"kernel\":" + quoted(lastKernel().c_str()) + "," + placeOf(site) +
                             "}\n";
    std::fwrite(head.data(), 1, head.size(), file);
    std::fwrite(memory, 1, bytes, file);
    std::fflush(file);
}

void complain(const char* check, const char* text, const Site& site)
{
    const std::lock_guard lock(recordLock());
    static std::set<std::string> said;
    const std::string place = placeOf(site);
    if (!said.insert(check + place).second) {
        return;
    }
    static const char* const name = std::getenv("LANES_CHECKS");
    static std::FILE* const file = name == nullptr ? nullptr : std::fopen(name, "a");
    if (file != nullptr) {
        std::fprintf(file, "{\"check\":\"%s\",%s,\"kernel\":%s,\"text\":%s}\n", check,
                     place.c_str(), quoted(lastKernel().c_str()).c_str(), quoted(text).c_str());
        std::fflush(file);
    } else {
        std::fprintf(stderr, "%s:%u: in %s: %s\n", site.file, site.line, lastKernel().c_str(),
                     text);
    }
}

} // namespace lanes
