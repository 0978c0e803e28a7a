// Kernels that are known by their address, launches from kernels, and memory of graphs.

#include "lanes/kernels.h"
#include "lanes/streams.h"

#include "launches.h"

#include <atomic>
#include <deque>
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

std::deque<std::function<void()>>& waiting()
{
    static auto& all = *new std::deque<std::function<void()>>;
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

void launchLater(std::function<void()> launch)
{
    const std::lock_guard lock(launchLock());
    waiting().push_back(std::move(launch));
}

void runWaiting()
{
    static std::atomic<bool> runs{false};
    if (runs.exchange(true)) {
        return; // the one that runs them goes on with what they launch
    }
    for (;;) {
        std::function<void()> next;
        {
            const std::lock_guard lock(launchLock());
            if (waiting().empty()) {
                break;
            }
            next = std::move(waiting().front());
            waiting().pop_front();
        }
        next();
    }
    runs = false;
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
