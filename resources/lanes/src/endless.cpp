// A kernel that does not come to its end: who waits where is told before the time is over.

#include "accesses.h"

#include <pthread.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace rocport_lanes {

namespace {

const auto programBegan = std::chrono::steady_clock::now();

struct Working
{
    Worker* worker = nullptr;
    pthread_t thread{};
    std::atomic<bool> works{false};
};

std::mutex workersLock;

std::vector<Working*>& workers()
{
    static auto& all = *new std::vector<Working*>;
    return all;
}

thread_local Working* own = nullptr;

int signalNumber()
{
    return SIGRTMAX - 1;
}

/// Runs on the thread that does not come to its end, which stays where it is meanwhile.
void tellOwn(int, siginfo_t*, void* state)
{
    if (own == nullptr || !own->works) {
        return;
    }
    std::uintptr_t code = 0;
#if defined(__x86_64__)
    code = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(state)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    code = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(state)->uc_mcontext.pc);
#endif
    own->worker->tellEndless(code);
}

void watch(std::chrono::duration<double> time)
{
    // Early enough that it is written before the program is ended.
    constexpr double kPart = 0.8;
    const auto before = std::min(time * (1 - kPart), std::chrono::duration<double>(1.0));
    std::this_thread::sleep_until(
        programBegan +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(time - before));
    struct sigaction action = {};
    action.sa_sigaction = tellOwn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(signalNumber(), &action, nullptr);
    const std::lock_guard lock(workersLock);
    for (const Working* one : workers()) {
        if (one->works) {
            pthread_kill(one->thread, signalNumber());
        }
    }
}

} // namespace

void noteWork(Worker& worker, bool works)
{
    if (own == nullptr) {
        own = new Working;
        own->worker = &worker;
        own->thread = pthread_self();
        watchCrashes();
        const std::lock_guard lock(workersLock);
        workers().push_back(own);
        static bool isWatched = false;
        const char* time = std::getenv("LANES_SECONDS");
        if (!isWatched && time != nullptr && std::atof(time) > 0) {
            isWatched = true;
            std::thread(watch, std::chrono::duration<double>(std::atof(time))).detach();
        }
    }
    own->works = works;
}

std::string whoWaits(const BlockRun& block)
{
    struct Group
    {
        const char* at;
        Site site;
        std::vector<unsigned> lanes;
    };
    std::vector<const Fiber*> waiting; // as they are numbered, whichever order they run in
    for (const Wave& wave : block.waves) {
        for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
            const Fiber* fiber = wave.at[__builtin_ctzll(rest)];
            if (fiber != nullptr && fiber->state != State::Ready &&
                fiber->state != State::Resting) {
                waiting.push_back(fiber);
            }
        }
    }
    std::sort(waiting.begin(), waiting.end(), [](const Fiber* one, const Fiber* other) {
        return one->inBlock() < other->inBlock();
    });
    std::vector<Group> groups;
    for (const Fiber* fiber : waiting) {
        const bool atWave = fiber->state == State::AtWave;
        const char* at = atWave                             ? "for their wave"
                         : fiber->state == State::AtBarrier ? "at the barrier"
                         : fiber->state == State::AtWord    ? "for arrivals"
                                                            : "for the grid";
        const Site& site = atWave ? fiber->request->site : fiber->site;
        if (groups.empty() || groups.back().at != at || groups.back().site.line != site.line) {
            groups.push_back({at, site, {}});
        }
        groups.back().lanes.push_back(fiber->inBlock());
    }
    std::string text;
    constexpr std::size_t kMost = 4;
    for (std::size_t i = 0; i < std::min(groups.size(), kMost); ++i) {
        const Group& group = groups[i];
        text += (text.empty() ? "" : ", ") + std::string("threads ") +
                std::to_string(group.lanes.front());
        if (group.lanes.size() > 1) {
            text += (group.lanes.back() - group.lanes.front() + 1 == group.lanes.size() ? "-"
                                                                                        : " to ") +
                    std::to_string(group.lanes.back());
        }
        text += std::string(" wait ") + group.at + " in line " + std::to_string(group.site.line);
    }
    return text + (groups.size() > kMost ? " and more" : "");
}

void Worker::tellEndless(std::uintptr_t code)
{
    for (const auto& block : m_resident) {
        const Fiber* rests = nullptr;
        for (const Wave& wave : block->waves) {
            for (std::uint64_t rest = wave.waiting; rest != 0 && rests == nullptr;
                 rest &= rest - 1) {
                const Fiber* fiber = wave.at[__builtin_ctzll(rest)];
                rests = fiber != nullptr && fiber->state == State::Resting ? fiber : nullptr;
            }
        }
        const Lane* runs = current != nullptr && current->run == block.get() ? current : nullptr;
        const Lane* endless = rests != nullptr ? rests : runs;
        if (endless == nullptr) {
            continue;
        }
        const std::string waiting = whoWaits(*block);
        complainAt("endless", block->job->name,
                   nameOf(*endless) + " does not come to its end" +
                       (waiting.empty() ? "" : "; " + waiting),
                   fileAddress(rests != nullptr ? rests->restsAt : code + 1));
        return;
    }
}

/// Nobody of a grid can go on, and nobody else will come.
void Worker::tellDeadlock()
{
    for (const auto& block : m_resident) {
        const std::string waiting = whoWaits(*block);
        const Fiber* first = nullptr;
        for (const Wave& wave : block->waves) {
            for (std::uint64_t rest = wave.waiting; rest != 0 && first == nullptr;
                 rest &= rest - 1) {
                first = wave.at[__builtin_ctzll(rest)];
            }
        }
        if (first != nullptr) {
            const std::string text =
                "block " + std::to_string(block->index.x) + " waits without end: " + waiting;
            complain("deadlock", block->job->name, text.c_str(), first->site);
            break;
        }
    }
    fail("the threads of a kernel wait for each other without end");
}

/// Whether a lane may go on by itself.
bool Worker::mayMove() const
{
    for (const auto& block : m_resident) {
        for (const Wave& wave : block->waves) {
            for (std::uint64_t rest = wave.waiting; rest != 0; rest &= rest - 1) {
                const Fiber& fiber = *wave.at[__builtin_ctzll(rest)];
                if (fiber.state == State::Resting || fiber.state == State::Ready ||
                    (fiber.state == State::AtWord && hasChanged(fiber))) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace rocport_lanes
