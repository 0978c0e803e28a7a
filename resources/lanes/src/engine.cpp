// Runs kernels on the CPU: blocks on the cores, each core by a Worker.

#include "accesses.h"
#include "launches.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

namespace rocport_lanes {

namespace {

Limits playedLimits;
std::atomic<std::size_t> allowedShared{0}; ///< dynamic, by kernels that asked for more

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
        // Never destroyed: destructors of the program's globals may launch as well.
        static thread_local Worker* const worker = new Worker;
        return *worker;
    }

private:
    void serve()
    {
        unsigned long long seen = 0;
        for (;;) {
            Job* job = nullptr;
            {
                std::unique_lock lock(m_lock);
                m_begins.wait(lock, [&] { return m_job != nullptr && m_number != seen; });
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
};

Cores& cores()
{
    static Cores& all = *new Cores; // likewise
    return all;
}

Fiber& self()
{
    if (current == nullptr) {
        failOnHost();
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
        complain("grid-barrier", fiber.run->job->name,
                 "the grid waits in a launch that is not cooperative", site);
        return;
    }
    fiber.yes = false;
    fiber.site = site;
    fiber.worker->suspend(fiber, State::AtGrid);
}

void waitForChange(const std::uint64_t* word, std::uint64_t mask, std::uint64_t old,
                   const Site& site)
{
    if (((__atomic_load_n(word, __ATOMIC_SEQ_CST) ^ old) & mask) != 0) {
        return;
    }
    Fiber& fiber = self();
    fiber.word = word;
    fiber.wordMask = mask;
    fiber.oldWord = old;
    fiber.site = site;
    fiber.worker->suspend(fiber, State::AtWord);
}

void endKernel(Code code)
{
    Fiber& fiber = self();
    fiber.run->job->ended = code;
    fiber.worker->endLane(fiber);
}

void breathe()
{
    static thread_local unsigned many = 0;
    if (current != nullptr && ++many % 64 == 0) {
        Fiber& fiber = self();
        fiber.restsAt = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
        fiber.worker->suspend(fiber, State::Resting);
    }
}

void noteClock()
{
    constexpr unsigned kOften = 2; // when something begins and when it ends
    if (current == nullptr) {
        return;
    }
    Fiber& fiber = self();
    const bool isSame = fiber.clockReader == fiber.inBlock();
    fiber.clockReader = fiber.inBlock();
    fiber.clockReads = isSame ? fiber.clockReads + 1 : 1;
    if (fiber.clockReads > kOften) {
        fiber.worker->waitForTime(fiber);
    }
}

void standBack()
{
    if (current != nullptr) {
        Fiber& fiber = self();
        fiber.worker->suspend(fiber, State::Resting);
    }
}

unsigned nextDeclaration()
{
    static std::atomic<unsigned> next{0};
    return next.fetch_add(1);
}

void* sharedMemory(unsigned declaration, std::size_t bytes, std::size_t alignment,
                   const char* function)
{
    BlockRun& block = *self().run;
    for (const Declared& known : block.declared) {
        if (known.declaration == declaration) {
            return known.place;
        }
    }
    const auto upTo = [alignment](std::size_t bytes) {
        return (bytes + alignment - 1) / alignment * alignment;
    };
    // Where accesses are checked there is room between the variables.
    const std::size_t begin = upTo(block.used + (checks.any ? kRoom / 4 : 0));
    if (begin + bytes > block.capacity) {
        fail("a block shares more than 1 MiB");
    }
    const std::size_t dynamic = block.job->size.sharedBytes;
    block.shared = upTo(block.shared) + bytes;
    const bool isTooMuch = block.shared - dynamic > playedLimits.sharedPerBlock ||
                           block.shared > playedLimits.sharedPerBlockOptIn;
    if (isTooMuch) {
        const std::string text = "the block shares " + std::to_string(block.shared) +
                                 " bytes, and the GPU has " +
                                 std::to_string(dynamic == 0 ? playedLimits.sharedPerBlock
                                                             : playedLimits.sharedPerBlockOptIn);
        complain("shared-size", block.job->name, text.c_str(), block.job->site);
    }
    fill(block.memory + begin, bytes);
    block.used = begin + bytes;
    declareShared(block, begin, bytes);
    block.declared.push_back({declaration, block.memory + begin, bytes, function});
    return block.memory + begin;
}

void* dynamicSharedMemory()
{
    return self().run->memory + kRoom;
}

const Limits& limits()
{
    return playedLimits;
}

int blocksAtOnce(int threads, std::size_t sharedBytes)
{
    constexpr int kThreads = 2048;
    constexpr int kMostBlocks = 32;
    if (threads <= 0 || threads > playedLimits.threadsPerBlock ||
        sharedBytes > playedLimits.sharedPerBlockOptIn) {
        return 0;
    }
    const int width = playedLimits.waveLanes;
    const int blocks = std::min(kThreads / ((threads + width - 1) / width * width), kMostBlocks);
    // NVIDIA's take a KiB for themselves in each block, beside what one block may have.
    const bool takesOwn = playedLimits.sharedPerBlockOptIn > playedLimits.sharedPerBlock;
    const std::size_t own = takesOwn ? 1024 : 0;
    const std::size_t each = sharedBytes + own;
    const std::size_t all = playedLimits.sharedPerBlockOptIn + own;
    return each == 0 ? blocks : std::min<int>(blocks, static_cast<int>(all / each));
}

SetLimits::SetLimits(const Limits& limits)
{
    playedLimits = limits;
}

void allowShared(std::size_t bytes)
{
    std::size_t allowed = allowedShared;
    while (allowed < bytes && !allowedShared.compare_exchange_weak(allowed, bytes)) {
    }
}

void launchLater(std::function<void()> launch)
{
    Job& job = *self().run->job;
    const std::lock_guard lock(job.launchLock);
    job.launches.push_back(std::move(launch));
}

Code runKernel(const char* name, const LaunchSize& size, void (*body)(void*), void* data,
               const Site& site)
{
    const unsigned long long lanes = 1ULL * size.block.x * size.block.y * size.block.z;
    const unsigned long long blocks = 1ULL * size.grid.x * size.grid.y * size.grid.z;
    if (lanes == 0 || blocks == 0 ||
        lanes > static_cast<unsigned long long>(playedLimits.threadsPerBlock) ||
        size.block.z > static_cast<unsigned>(playedLimits.deepestBlock) ||
        size.grid.x > 2147483647 || size.grid.y > 65535 || size.grid.z > 65535) {
        return keepError(Code::InvalidConfiguration);
    }
    const std::size_t most = std::max(playedLimits.sharedPerBlock, allowedShared.load());
    if (size.sharedBytes > std::min(most, playedLimits.sharedPerBlockOptIn)) {
        return keepError(Code::InvalidValue);
    }
    if (size.cooperative && blocks > 1ULL * playedLimits.processors *
                                         blocksAtOnce(static_cast<int>(lanes), size.sharedBytes)) {
        return keepError(Code::TooManyBlocks);
    }
    if (const Code code = keepError(Code::Success); code != Code::Success) {
        return code;
    }
    if (current != nullptr) {
        fail("a kernel launches another one by its address, which is not supported");
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
    if (job.ended != Code::Success) {
        breakDevice(job.ended);
        return Code::Success; // the host is told when it waits
    }
    runLaunches(std::move(job.launches));
    return Code::Success;
}

} // namespace rocport_lanes
