// Kernels that are known by their address, launches from kernels, and memory of graphs.

#include "lanes/kernels.h"
#include "lanes/streams.h"

#include "launches.h"

#include <iterator>
#include <map>
#include <mutex>

namespace rocport_lanes {

namespace {

std::mutex& launchLock()
{
    static std::mutex& lock = *new std::mutex; // outlives what programs do at their end
    return lock;
}

std::map<const void*, BindKernel>& kernels()
{
    static auto& all = *new std::map<const void*, BindKernel>;
    return all;
}

std::map<const void*, std::size_t>& ofGraphs()
{
    static auto& all = *new std::map<const void*, std::size_t>;
    return all;
}

} // namespace

void keepKernel(const void* address, const BindKernel& bind)
{
    const std::lock_guard lock(launchLock());
    kernels().emplace(address, bind);
}

const BindKernel* kernelAt(const void* address)
{
    const std::lock_guard lock(launchLock());
    const auto found = kernels().find(address);
    return found == kernels().end() ? nullptr : &found->second;
}

Code launchByAddress(const void* kernel, const LaunchSize& size, void** arguments, const Site& site)
{
    const BindKernel* bind = kernelAt(kernel);
    return bind == nullptr ? keepError(Code::InvalidDeviceFunction)
                           : (*bind)(size, arguments, site)();
}

void runLaunches(std::deque<std::function<void()>> launches)
{
    struct Waiting
    {
        std::deque<std::function<void()>> launches;
        bool run = false;
    };
    // Of this thread of the host; never destroyed, as destructors of the program may launch.
    static thread_local Waiting& waiting = *new Waiting;
    waiting.launches.insert(waiting.launches.begin(), std::make_move_iterator(launches.begin()),
                            std::make_move_iterator(launches.end()));
    if (waiting.run) {
        return; // by the loop below, which ran the kernel that launched them
    }
    waiting.run = true;
    while (!waiting.launches.empty()) {
        const std::function<void()> next = std::move(waiting.launches.front());
        waiting.launches.pop_front();
        next();
    }
    waiting.run = false;
}

std::shared_ptr<GraphMemory> graphMemory(std::size_t bytes)
{
    void* place = allocate(bytes, false);
    if (place == nullptr) {
        return nullptr;
    }
    {
        const std::lock_guard lock(launchLock());
        ofGraphs()[place] = bytes;
    }
    const auto forget = [](GraphMemory* memory) {
        {
            const std::lock_guard lock(launchLock());
            ofGraphs().erase(memory->place);
        }
        delete memory;
    };
    return {new GraphMemory(place, bytes), forget};
}

bool isGraphMemory(const void* place)
{
    const std::lock_guard lock(launchLock());
    return ofGraphs().contains(place);
}

std::size_t graphMemoryNow()
{
    const std::lock_guard lock(launchLock());
    std::size_t sum = 0;
    for (const auto& [place, bytes] : ofGraphs()) {
        sum += bytes;
    }
    return sum;
}

} // namespace rocport_lanes
