// Device memory, and the error that a thread of the host has.

#include "accesses.h"
#include "lanes/recording.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace rocport_lanes {

namespace {

thread_local Code threadError = Code::Success;

/// Why the current device cannot be used any more.
std::atomic<Code>& broken()
{
    static std::atomic<Code> why[kMostDevices] = {}; // Success
    return why[currentDevice()];
}

} // namespace

Code lastError()
{
    return threadError;
}

Code takeError()
{
    return threadError == broken() ? threadError : std::exchange(threadError, Code::Success);
}

Code keepError(Code code)
{
    if (broken() != Code::Success) {
        code = broken();
    }
    if (code != Code::Success) {
        threadError = code;
    }
    return code;
}

void breakDevice(Code code)
{
    broken() = code;
}

void resetDevice()
{
    forgetPeers();
    if (broken() != Code::Success) {
        broken() = Code::DevicesUnavailable;
        threadError = Code::Success;
    }
}

namespace {

struct Allocation
{
    std::size_t bytes = 0;
    bool onHost = false;
    bool isManaged = false;
    int device = 0;
    bool isMapped = false; ///< it is not of allocate()
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

/// Of the host, with their sizes.
std::map<const char*, std::size_t>& registered()
{
    static auto& all = *new std::map<const char*, std::size_t>;
    return all;
}

std::map<int, std::size_t>& allocatedBytes() // by device; under memoryLock()
{
    static auto& all = *new std::map<int, std::size_t>;
    return all;
}

/// Large pieces lie on large pages where the system has them: kernels that go through memory with
/// wide steps would wait for a page's address at each, and small pages are many faults. As on a GPU,
/// what is written a little behind the end of a piece is in no other one.
void* alignedMemory(std::size_t bytes)
{
    constexpr std::size_t kAlignment = 512;
    constexpr std::size_t kLargePage = std::size_t{2} << 20;
    const bool isLarge = bytes >= 2 * kLargePage;
    void* memory = nullptr;
    if (posix_memalign(&memory, isLarge ? kLargePage : kAlignment,
                       (bytes / kAlignment + 1) * kAlignment) != 0) {
        return nullptr;
    }
    if (isLarge) {
        madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE); // or small ones
    }
    fill(memory, bytes);
    return memory;
}

} // namespace

void* allocate(std::size_t bytes, bool onHost)
{
    void* memory = nullptr;
    if (!onHost && bytes > kDeviceMemory - std::min(kDeviceMemory, allocated())) {
        return nullptr;
    }
    if (checks.any) {
        memory = allocateChecked(bytes);
    } else {
        memory = alignedMemory(bytes);
    }
    if (memory == nullptr) {
        return nullptr;
    }
    forgetWriter(memory);
    const std::lock_guard lock(memoryLock());
    allocations()[static_cast<char*>(memory)] = {
        .bytes = bytes, .onHost = onHost, .device = currentDevice()};
    allocatedBytes()[currentDevice()] += onHost ? 0 : bytes;
    return memory;
}

Code release(void* memory)
{
    if (memory == nullptr) {
        return Code::Success;
    }
    forgetWriter(memory);
    const std::lock_guard lock(memoryLock());
    const auto found = allocations().find(static_cast<char*>(memory));
    if (found == allocations().end() || found->second.isMapped) {
        return Code::InvalidValue;
    }
    allocatedBytes()[found->second.device] -= found->second.onHost ? 0 : found->second.bytes;
    const std::size_t bytes = found->second.bytes;
    allocations().erase(found);
    if (checks.any) {
        releaseChecked(memory, bytes);
    } else {
        std::free(memory);
    }
    return Code::Success;
}

void noteMapped(void* memory, std::size_t bytes, int device)
{
    forgetWriter(memory);
    auto* begin = static_cast<char*>(memory);
    const std::lock_guard lock(memoryLock());
    auto& all = allocations();
    const auto after = all.find(begin + bytes);
    if (after != all.end() && after->second.isMapped && after->second.device == device) {
        bytes += after->second.bytes;
        all.erase(after);
    }
    const auto next = all.lower_bound(begin);
    if (next != all.begin()) {
        auto& [start, before] = *std::prev(next);
        if (before.isMapped && before.device == device && start + before.bytes == begin) {
            before.bytes += bytes;
            return;
        }
    }
    all[begin] = {.bytes = bytes, .device = device, .isMapped = true};
}

void forgetMapped(void* memory, std::size_t bytes)
{
    auto* const begin = static_cast<char*>(memory);
    char* const end = begin + bytes;
    const std::lock_guard lock(memoryLock());
    auto& all = allocations();
    auto found = all.upper_bound(begin);
    if (found != all.begin()) {
        --found;
    }
    while (found != all.end() && found->first < end) {
        char* const start = found->first;
        char* const last = start + found->second.bytes;
        const int device = found->second.device;
        if (!found->second.isMapped || last <= begin) {
            ++found;
            continue;
        }
        found = all.erase(found);
        if (start < begin) {
            all[start] = {.bytes = static_cast<std::size_t>(begin - start),
                          .device = device,
                          .isMapped = true};
        }
        if (last > end) {
            all[end] = {.bytes = static_cast<std::size_t>(last - end),
                        .device = device,
                        .isMapped = true};
        }
    }
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

MemoryKind memoryKind(const void* place)
{
    const auto* byte = static_cast<const char*>(place);
    const std::lock_guard lock(memoryLock());
    const auto after = allocations().upper_bound(const_cast<char*>(byte));
    if (after != allocations().begin()) {
        const auto& [start, memory] = *std::prev(after);
        if (byte < start + std::max<std::size_t>(memory.bytes, 1)) {
            return memory.isManaged ? MemoryKind::Managed
                   : memory.onHost  ? MemoryKind::Host
                                    : MemoryKind::Device;
        }
    }
    const auto next = registered().upper_bound(byte);
    const bool isRegistered =
        next != registered().begin() && byte < std::prev(next)->first + std::prev(next)->second;
    return isRegistered ? MemoryKind::Host : MemoryKind::Unregistered;
}

void makeManaged(void* memory)
{
    const std::lock_guard lock(memoryLock());
    const auto found = allocations().find(static_cast<char*>(memory));
    if (found != allocations().end()) {
        found->second.isManaged = true;
    }
}

Code registerHost(void* memory, std::size_t bytes)
{
    if (memory == nullptr || bytes == 0) {
        return Code::InvalidValue;
    }
    if (memoryKind(memory) != MemoryKind::Unregistered) {
        return Code::AlreadyRegistered;
    }
    const std::lock_guard lock(memoryLock());
    registered()[static_cast<const char*>(memory)] = bytes;
    return Code::Success;
}

Code unregisterHost(void* memory)
{
    const std::lock_guard lock(memoryLock());
    return registered().erase(static_cast<const char*>(memory)) != 0 ? Code::Success
                                                                     : Code::NotRegistered;
}

void neighboursOf(const void* place, Neighbours& near)
{
    auto* byte = const_cast<char*>(static_cast<const char*>(place));
    const std::lock_guard lock(memoryLock());
    const auto after = allocations().upper_bound(byte);
    if (after != allocations().end()) {
        near.after = after->first;
        near.afterBytes = after->second.bytes;
    }
    if (after != allocations().begin()) {
        const auto before = std::prev(after);
        near.before = before->first;
        near.beforeBytes = before->second.bytes;
    }
}

std::size_t allocated()
{
    const std::lock_guard lock(memoryLock());
    return allocatedBytes()[currentDevice()];
}

int deviceOf(const void* place)
{
    auto* byte = const_cast<char*>(static_cast<const char*>(place));
    const std::lock_guard lock(memoryLock());
    const auto after = allocations().upper_bound(byte);
    if (after == allocations().begin()) {
        return -1;
    }
    const auto& [start, memory] = *std::prev(after);
    return byte < start + std::max<std::size_t>(memory.bytes, 1) ? memory.device : -1;
}

std::size_t leftToAllocate()
{
    const std::size_t ofGpu = kDeviceMemory - std::min(kDeviceMemory, allocated());
    rlimit limit{};
    unsigned long pages = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    const bool isKnown = file != nullptr && std::fscanf(file, "%lu", &pages) == 1;
    if (file != nullptr) {
        std::fclose(file);
    }
    if (!isKnown || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return ofGpu;
    }
    const std::size_t used = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return std::min<std::size_t>(ofGpu,
                                 limit.rlim_cur - std::min<std::size_t>(limit.rlim_cur, used));
}
} // namespace rocport_lanes
