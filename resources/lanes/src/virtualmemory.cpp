// Addresses are reserved ranges, memory is a file that nobody sees, and to map is to map it there.

#include "lanes/virtualmemory.h"

#include "accesses.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace rocport_lanes {

struct VirtualMemory
{
    int file = -1;
    std::size_t bytes = 0;
    VirtualAsked asked;
    unsigned handles = 1;
    unsigned maps = 0;
};

namespace {

struct Mapped
{
    std::size_t bytes = 0;
    VirtualMemory* memory = nullptr;
    int access = 0;
};

struct AddressRanges
{
    std::mutex lock;
    std::map<char*, std::size_t> reserved;
    std::map<char*, Mapped> mapped;
    std::set<VirtualMemory*> live;
};

AddressRanges& virtualRanges()
{
    static auto& all = *new AddressRanges; // outlives what programs free at their end
    return all;
}

bool isWhole(std::size_t bytes)
{
    return bytes != 0 && bytes % kVirtualPage == 0;
}

/// Whether the range lies in one that is reserved.
bool isReserved(const AddressRanges& all, char* place, std::size_t bytes)
{
    auto found = all.reserved.upper_bound(place);
    if (found == all.reserved.begin()) {
        return false;
    }
    --found;
    return place + bytes <= found->first + found->second;
}

bool isMapped(const AddressRanges& all, char* place, std::size_t bytes)
{
    auto found = all.mapped.lower_bound(place + bytes);
    return found != all.mapped.begin() &&
           std::prev(found)->first + std::prev(found)->second.bytes > place;
}

void letGo(AddressRanges& all, VirtualMemory* memory)
{
    if (memory->handles == 0 && memory->maps == 0) {
        ::close(memory->file);
        all.live.erase(memory);
        delete memory;
    }
}

/// Each memory is an open file: as many as the system allows.
void allowFiles()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit); // or fewer
    }
}

} // namespace

void* reserveAddresses(std::size_t bytes, std::size_t alignment)
{
    const std::size_t step = std::max(alignment, kVirtualPage);
    if (!isWhole(bytes) || (step & (step - 1)) != 0) {
        return nullptr;
    }
    auto* all = static_cast<char*>(mmap(nullptr, bytes + step, PROT_NONE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (all == MAP_FAILED) {
        return nullptr;
    }
    const auto address = reinterpret_cast<std::uintptr_t>(all);
    char* const begin = all + ((step - address % step) % step);
    if (begin != all) {
        munmap(all, static_cast<std::size_t>(begin - all));
    }
    if (begin != all + step) {
        munmap(begin + bytes, static_cast<std::size_t>(all + step - begin));
    }
    AddressRanges& ranges = virtualRanges();
    const std::lock_guard one(ranges.lock);
    ranges.reserved[begin] = bytes;
    return begin;
}

Code freeAddresses(void* place, std::size_t bytes)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const begin = static_cast<char*>(place);
    const auto found = all.reserved.find(begin);
    if (found == all.reserved.end() || found->second != bytes || isMapped(all, begin, bytes)) {
        return Code::InvalidValue;
    }
    munmap(begin, bytes);
    all.reserved.erase(found);
    return Code::Success;
}

Code createMemory(VirtualMemory*& memory, std::size_t bytes, const VirtualAsked& asked)
{
    if (!isWhole(bytes)) {
        return Code::InvalidValue;
    }
    static std::once_flag isAllowed;
    std::call_once(isAllowed, allowFiles);
    const int file = memfd_create("lanes", MFD_CLOEXEC);
    if (file < 0 || bytes > leftToAllocate() || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        if (file >= 0) {
            ::close(file);
        }
        return Code::OutOfMemory;
    }
    memory = new VirtualMemory{.file = file, .bytes = bytes, .asked = asked};
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    all.live.insert(memory);
    return Code::Success;
}

Code describeMemory(VirtualMemory* memory, VirtualAsked& asked)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    if (!all.live.contains(memory)) {
        return Code::InvalidValue;
    }
    asked = memory->asked;
    return Code::Success;
}

Code releaseMemory(VirtualMemory* memory)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    if (!all.live.contains(memory) || memory->handles == 0) {
        return Code::InvalidValue;
    }
    --memory->handles;
    letGo(all, memory);
    return Code::Success;
}

Code mapMemory(void* place, std::size_t bytes, std::size_t offset, VirtualMemory* memory)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const begin = static_cast<char*>(place);
    if (!all.live.contains(memory) || !isWhole(bytes) || offset % kVirtualPage != 0 ||
        offset > memory->bytes || bytes > memory->bytes - offset ||
        !isReserved(all, begin, bytes)) {
        return Code::InvalidValue;
    }
    if (isMapped(all, begin, bytes)) {
        return Code::AlreadyMapped;
    }
    if (mmap(begin, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file,
             static_cast<off_t>(offset)) == MAP_FAILED) {
        return Code::OutOfMemory;
    }
    ++memory->maps;
    all.mapped[begin] = {bytes, memory, 0};
    return Code::Success;
}

Code unmapMemory(void* place, std::size_t bytes)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const begin = static_cast<char*>(place);
    char* const end = begin + bytes;
    const auto first = all.mapped.find(begin);
    auto last = all.mapped.lower_bound(end);
    // Only whole maps, and all of them.
    if (bytes == 0 || first == all.mapped.end() ||
        std::prev(last)->first + std::prev(last)->second.bytes > end) {
        return Code::InvalidValue;
    }
    for (auto at = first; at != last; at = all.mapped.erase(at)) {
        mmap(at->first, at->second.bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        forgetMapped(at->first, at->second.bytes);
        --at->second.memory->maps;
        letGo(all, at->second.memory);
    }
    return Code::Success;
}

Code setAccess(void* place, std::size_t bytes, int access)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const begin = static_cast<char*>(place);
    char* at = begin;
    while (at < begin + bytes) { // nothing between may be without memory
        const auto found = all.mapped.find(at);
        if (found == all.mapped.end()) {
            return Code::InvalidValue;
        }
        at += found->second.bytes;
    }
    if (bytes == 0 || at != begin + bytes) {
        return Code::InvalidValue;
    }
    for (auto one = all.mapped.find(begin); one != all.mapped.end() && one->first < at; ++one) {
        const int how = access == 3 ? PROT_READ | PROT_WRITE : access == 1 ? PROT_READ : PROT_NONE;
        mprotect(one->first, one->second.bytes, how);
        forgetMapped(one->first, one->second.bytes);
        if (access != 0) {
            noteMapped(one->first, one->second.bytes, one->second.memory->asked.device);
        }
        one->second.access = access;
    }
    return Code::Success;
}

Code accessOf(const void* place, int& access)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const byte = static_cast<char*>(const_cast<void*>(place));
    const auto after = all.mapped.upper_bound(byte);
    if (after == all.mapped.begin() ||
        std::prev(after)->first + std::prev(after)->second.bytes <= byte) {
        return Code::InvalidValue;
    }
    access = std::prev(after)->second.access;
    return Code::Success;
}

VirtualMemory* memoryAt(void* place)
{
    AddressRanges& all = virtualRanges();
    const std::lock_guard one(all.lock);
    auto* const byte = static_cast<char*>(place);
    const auto after = all.mapped.upper_bound(byte);
    if (after == all.mapped.begin() ||
        std::prev(after)->first + std::prev(after)->second.bytes <= byte) {
        return nullptr;
    }
    ++std::prev(after)->second.memory->handles;
    return std::prev(after)->second.memory;
}

} // namespace rocport_lanes
