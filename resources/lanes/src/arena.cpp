// Device memory that is checked: from a range of addresses of its own, with room between.

#include "accesses.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

namespace rocport_lanes {

Arena arena;

namespace {

constexpr std::size_t kAlignment = 4096;
constexpr std::size_t kMostArena = std::size_t{64} << 30;
constexpr std::size_t kMostFreed = std::size_t{256} << 20; // kept from being used again

std::size_t upTo(std::size_t bytes, std::size_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Room behind an allocation that belongs to nobody.
std::size_t roomOf(std::size_t bytes)
{
    constexpr std::size_t kMostRoom = std::size_t{256} << 10;
    return upTo(std::clamp<std::size_t>(bytes, kAlignment, kMostRoom), kAlignment);
}

struct Ranges
{
    std::mutex lock;
    std::map<std::size_t, std::size_t> idle; ///< begin and size
    std::deque<std::pair<std::size_t, std::size_t>> freed;
    std::size_t freedBytes = 0;
};

Ranges& ranges()
{
    static auto& all = *new Ranges; // outlives what programs free at their end
    return all;
}

void* reserve(std::size_t bytes)
{
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

/// A part of what the process may have is for the arena, and as much for its shadow.
void open(Ranges& all)
{
    rlimit limit{};
    std::size_t size = kMostArena;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        size = std::min<std::size_t>(size, limit.rlim_cur / 10 * 3);
    }
    size = size / kAlignment * kAlignment;
    char* begin = static_cast<char*>(reserve(size));
    auto* shadow = static_cast<unsigned char*>(reserve(size));
    if (begin == nullptr || shadow == nullptr) {
        fail("there is no memory for the checks; --check needs more of it");
    }
    all.idle[kAlignment] = size - kAlignment;
    arena.begin = begin;
    arena.shadow = shadow;
    arena.size = size;
}

/// What was freed is used again when it is old.
void recycle(Ranges& all)
{
    auto [begin, size] = all.freed.front();
    all.freed.pop_front();
    all.freedBytes -= size;
    madvise(arena.begin + begin, size, MADV_DONTNEED);
    madvise(arena.shadow + begin, size, MADV_DONTNEED);
    auto next = all.idle.lower_bound(begin);
    if (next != all.idle.end() && begin + size == next->first) {
        size += next->second;
        next = all.idle.erase(next);
    }
    if (next != all.idle.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == begin) {
            before->second += size;
            return;
        }
    }
    all.idle[begin] = size;
}

bool take(Ranges& all, std::size_t size, std::size_t& begin)
{
    const auto found = std::find_if(all.idle.begin(), all.idle.end(),
                                    [&](const auto& range) { return range.second >= size; });
    if (found == all.idle.end()) {
        return false;
    }
    begin = found->first;
    const std::size_t left = found->second - size;
    all.idle.erase(found);
    if (left != 0) {
        all.idle[begin + size] = left;
    }
    return true;
}

} // namespace

void* allocateChecked(std::size_t bytes)
{
    Ranges& all = ranges();
    const std::lock_guard one(all.lock);
    if (arena.size == 0) {
        open(all);
    }
    // The end of the memory is the end of what may be used: no room is left by rounding up.
    const std::size_t size = upTo(bytes, kAlignment) + roomOf(bytes);
    std::size_t begin = 0;
    while (!take(all, size, begin)) {
        if (all.freed.empty() || size > arena.size) {
            return nullptr;
        }
        recycle(all);
    }
    fill(arena.begin + begin, bytes);
    std::memset(arena.shadow + begin, kUnwritten, bytes);
    return arena.begin + begin;
}

void releaseChecked(void* memory, std::size_t bytes)
{
    Ranges& all = ranges();
    const std::lock_guard one(all.lock);
    const std::size_t begin = static_cast<char*>(memory) - arena.begin;
    const std::size_t size = upTo(bytes, kAlignment) + roomOf(bytes);
    std::memset(arena.shadow + begin, kFreed, bytes);
    madvise(memory, size, MADV_DONTNEED);
    all.freed.emplace_back(begin, size);
    all.freedBytes += size;
    while (all.freedBytes > kMostFreed) {
        recycle(all);
    }
}

} // namespace rocport_lanes
