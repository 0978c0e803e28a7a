// What is called before each access of a program that is checked, by the names that compilers give
// these functions. Device memory is known by its range of addresses, shared memory by the block
// that runs; everything else is nobody's business.

#include "accesses.h"

#include <link.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

// The C library's, where the linker was asked for them; else null.
extern "C" {
__attribute__((weak)) void* __real_memcpy(void* to, const void* from, std::size_t bytes);
__attribute__((weak)) void* __real_memmove(void* to, const void* from, std::size_t bytes);
__attribute__((weak)) void* __real_memset(void* to, int value, std::size_t bytes);
}

namespace rocport_lanes {

Checks checks;

namespace {

struct ModuleCode
{
    unsigned number;
    std::uintptr_t begin;
    std::uintptr_t end;
};
// Read by what tells crashes, which neither locks nor allocates.
constexpr std::size_t kMostModules = 4096;
ModuleCode moduleCodes[kMostModules];
std::atomic<std::size_t> moduleCount{0};

/// Where the program lies in memory: addresses in its file begin there.
std::uintptr_t programStart()
{
    std::uintptr_t begin = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* program, std::size_t, void* place) {
            *static_cast<std::uintptr_t*>(place) = program->dlpi_addr;
            return 1; // the first is the program itself
        },
        &begin);
    return begin;
}
const std::uintptr_t programBegin = programStart();

/// 4 bytes of a struct may be there only to align it; more are something.
constexpr std::size_t kPartBytes = 4;
constexpr const char* kHost = "the host";

std::uintptr_t codeOf(const void* from)
{
    return fileAddress(reinterpret_cast<std::uintptr_t>(from));
}

const char* did(Access access)
{
    return access == Access::Read ? "reads " : "writes ";
}

std::string bytesOf(std::size_t bytes)
{
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string actor()
{
    return current == nullptr ? std::string(kHost) : nameOf(*current);
}

const char* kernelOf()
{
    return current == nullptr ? kHost : current->run->job->name;
}

/// Whether nobody wrote what is read. A program may write by functions that are not checked: then
/// the pattern is gone, and the bytes count as written.
bool isUnwritten(const char* place, unsigned char* shadow, std::size_t bytes)
{
    const auto isFresh = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (shadow[i] != kUnwritten) {
                return false;
            }
            if (static_cast<unsigned char>(place[i]) != kPattern) {
                std::memset(shadow + begin, kWritten, end - begin);
                return false;
            }
        }
        return true;
    };
    // A part of a struct that is copied whole may never have been written; a whole vector's may
    // not.
    if (bytes != 8 && bytes != 16) {
        return isFresh(0, bytes);
    }
    bool any = false;
    for (std::size_t i = 0; i < bytes; i += kPartBytes) {
        any = isFresh(i, i + kPartBytes) || any;
    }
    return any;
}

void tellFresh(const std::string& what, std::uintptr_t code)
{
    complainAt("uninitialised", kernelOf(),
               actor() + " reads " + what + " that nothing was written to", code);
}

/// Where `place`, which is in no allocation, lies: beside the nearest one.
std::string placeInArena(const char* place, std::size_t bytes)
{
    const unsigned char* shadow = arena.shadow + (place - arena.begin);
    for (std::size_t i = 0; i < bytes; ++i) {
        if (shadow[i] == kFreed) {
            return bytesOf(bytes) + " of memory that was freed";
        }
    }
    Neighbours near;
    neighboursOf(place, near);
    const char* end = near.before + near.beforeBytes;
    const bool isBehind =
        near.before != nullptr && (near.after == nullptr || place - end <= near.after - place);
    if (isBehind) {
        const std::ptrdiff_t distance = place - end;
        return bytesOf(bytes) +
               (distance < 0    ? std::string(" across")
                : distance == 0 ? std::string(" right behind")
                                : ' ' + std::to_string(distance) + " behind") +
               " the end of an allocation of " + bytesOf(near.beforeBytes);
    }
    if (near.after == nullptr) {
        return bytesOf(bytes) + " outside of every allocation";
    }
    return bytesOf(bytes) + ' ' + std::to_string(near.after - place) +
           " before the start of an allocation of " + bytesOf(near.afterBytes);
}

void useGlobal(std::size_t begin, std::size_t bytes, Access access, std::uintptr_t code)
{
    unsigned char* shadow = arena.shadow + begin;
    char* place = arena.begin + begin;
    bytes = std::min(bytes, arena.size - begin);
    const bool isOutside = std::any_of(
        shadow, shadow + bytes, [](unsigned char one) { return one == kNowhere || one == kFreed; });
    if (isOutside) {
        if (checks.bounds && isFirst("bounds", code)) {
            complainAt("bounds", kernelOf(),
                       actor() + ' ' + did(access) + placeInArena(place, bytes), code);
        }
        return;
    }
    if (access != Access::Write && isUnwritten(place, shadow, bytes) && checks.uninitialised &&
        isFirst("uninitialised", code)) {
        tellFresh("global memory", code);
    }
    if (access != Access::Read) {
        std::memset(shadow, kWritten, bytes);
    }
}

std::string nameOf(const Declared& array)
{
    // "… Key = kernel(int*)::tile_lanes_k]"
    const std::string text = array.function;
    const std::size_t end = text.rfind("_lanes_k");
    if (end == std::string::npos) {
        return "memory";
    }
    const std::size_t begin = text.find_last_of(": ", end) + 1;
    return '"' + text.substr(begin, end - begin) + '"';
}

/// The array of shared memory that is nearest before or at `begin`.
std::string placeInShared(const BlockRun& block, std::size_t begin, std::size_t bytes)
{
    const std::size_t dynamic = block.job->size.sharedBytes;
    std::string name =
        dynamic == 0 ? std::string() : bytesOf(dynamic) + " of dynamic shared memory";
    std::size_t end = kRoom + dynamic;
    if (begin < kRoom && dynamic != 0) {
        return bytesOf(bytes) + ' ' + std::to_string(kRoom - begin) + " before the " + name;
    }
    for (const Declared& array : block.declared) {
        const std::string shared = "the shared " + nameOf(array) + " of " + bytesOf(array.bytes);
        const auto first = static_cast<std::size_t>(array.place - block.memory);
        if (first <= begin) {
            name = shared;
            end = first + array.bytes;
        } else if (name.empty() || (begin >= end && first - begin < begin - end)) {
            return bytesOf(bytes) + ' ' + std::to_string(first - begin) + " before " + shared;
        }
    }
    if (name.empty()) {
        return bytesOf(bytes) + " of shared memory, and the launch gives none";
    }
    return bytesOf(bytes) +
           (begin > end ? ' ' + std::to_string(begin - end) + " behind" : " right behind") +
           " the end of " + name;
}

void useShared(BlockRun& block, std::size_t begin, std::size_t bytes, Access access,
               std::uintptr_t code)
{
    unsigned char* shadow = block.shadow + begin;
    bytes = std::min(bytes, block.capacity - begin);
    if (std::find(shadow, shadow + bytes, static_cast<unsigned char>(kNowhere)) != shadow + bytes) {
        if (checks.bounds && isFirst("bounds", code)) {
            complainAt("bounds", kernelOf(),
                       actor() + ' ' + did(access) + placeInShared(block, begin, bytes), code);
        }
        return;
    }
    if (access != Access::Write && isUnwritten(block.memory + begin, shadow, bytes) &&
        checks.uninitialised && isFirst("uninitialised", code)) {
        tellFresh("shared memory", code);
    }
    if (access != Access::Read) {
        std::memset(shadow, kWritten, bytes);
    }
}

/// All bytes of a small access are known to be written, as a rule.
template <std::size_t bytes>
bool isAllWritten(const unsigned char* shadow)
{
    if constexpr (bytes == 16) {
        return isAllWritten<8>(shadow) && isAllWritten<8>(shadow + 8);
    } else {
        constexpr std::uint64_t kAll = 0x0202020202020202ULL >> (64 - 8 * bytes);
        std::uint64_t have = 0;
        std::memcpy(&have, shadow, bytes);
        return have == kAll;
    }
}

template <std::size_t bytes>
inline __attribute__((always_inline)) void use(const void* place, Access access, const void* from)
{
    const auto at = static_cast<const char*>(place);
    const auto begin = static_cast<std::size_t>(at - arena.begin);
    if (begin < arena.size) {
        if (!isAllWritten<bytes>(arena.shadow + begin)) {
            useGlobal(begin, bytes, access, codeOf(from));
        }
        return;
    }
    if (current == nullptr || current->run == nullptr) {
        return;
    }
    BlockRun& block = *current->run;
    const auto inBlock = static_cast<std::size_t>(at - block.memory);
    if (inBlock < block.capacity && block.shadow != nullptr) {
        if (!isAllWritten<bytes>(block.shadow + inBlock)) {
            useShared(block, inBlock, bytes, access, codeOf(from));
        }
        if (checks.race) {
            noteRace(block, *current, inBlock, bytes, access, codeOf(from));
        }
    }
}

void useRange(const void* place, std::size_t bytes, Access access, const void* from)
{
    if (bytes == 0) {
        return;
    }
    const auto at = static_cast<const char*>(place);
    const auto begin = static_cast<std::size_t>(at - arena.begin);
    if (begin < arena.size) {
        useGlobal(begin, bytes, access, codeOf(from));
        return;
    }
    if (current == nullptr || current->run == nullptr) {
        return;
    }
    BlockRun& block = *current->run;
    const auto inBlock = static_cast<std::size_t>(at - block.memory);
    if (inBlock < block.capacity && block.shadow != nullptr) {
        useShared(block, inBlock, bytes, access, codeOf(from));
        if (checks.race) {
            noteRace(block, *current, inBlock, bytes, access, codeOf(from));
        }
    }
}

/// The shadow of bytes, where they have one that says whether they were written.
unsigned char* shadowOf(const void* place, std::size_t bytes)
{
    const auto at = static_cast<const char*>(place);
    const auto begin = static_cast<std::size_t>(at - arena.begin);
    if (begin < arena.size && bytes <= arena.size - begin) {
        return arena.shadow + begin;
    }
    return nullptr;
}

/// The host copies device memory as it is: what nobody wrote stays so.
void useCopy(void* to, const void* from, std::size_t bytes, const void* code)
{
    unsigned char* source = shadowOf(from, bytes);
    unsigned char* target = shadowOf(to, bytes);
    if (bytes == 0) {
        return;
    }
    if (current == nullptr && source != nullptr) {
        if (target != nullptr) {
            std::memmove(target, source, bytes);
        }
        return;
    }
    useRange(from, bytes, Access::Read, code);
    useRange(to, bytes, Access::Write, code);
}

void signal()
{
    if (checks.race && current != nullptr && current->run != nullptr) {
        noteSignal(*current->run, *current);
    }
}

void readChecks()
{
    const char* list = std::getenv("LANES_CHECK");
    if (list == nullptr) {
        return;
    }
    const auto has = [list](const char* name) { return std::strstr(list, name) != nullptr; };
    checks.bounds = has("bounds");
    checks.uninitialised = has("uninitialised");
    checks.race = has("race");
    checks.any = checks.bounds || checks.uninitialised || checks.race;
}

} // namespace

std::uintptr_t fileAddress(std::uintptr_t address)
{
    const std::size_t count = moduleCount.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i) {
        const ModuleCode& code = moduleCodes[i];
        if (address >= code.begin && address < code.end) {
            return (std::uintptr_t{code.number} << kModuleShift) | (address - code.begin);
        }
    }
    return address - programBegin;
}

void noteModuleCode(unsigned number, std::uintptr_t begin, std::uintptr_t end)
{
    const std::size_t place = moduleCount.load(std::memory_order_relaxed);
    if (place < kMostModules) {
        moduleCodes[place] = {number, begin, end};
        moduleCount.store(place + 1, std::memory_order_release);
    }
}

void beginShared(BlockRun& block)
{
    if (!checks.any) {
        return;
    }
    if (block.shadow == nullptr) {
        block.shadow = static_cast<unsigned char*>(std::calloc(block.capacity, 1));
        if (block.shadow == nullptr) {
            fail("there is no memory for the checks");
        }
    }
    std::memset(block.shadow, kNowhere, block.shadowed);
    std::memset(block.shadow + kRoom, kUnwritten, block.job->size.sharedBytes);
    block.shadowed = block.used;
    passRaces(block);
}

void declareShared(BlockRun& block, std::size_t begin, std::size_t bytes)
{
    if (block.shadow != nullptr) {
        std::memset(block.shadow + begin, kUnwritten, bytes);
        block.shadowed = block.used;
    }
}

void copyUnseen(void* to, const void* from, std::size_t bytes)
{
    if (__real_memcpy != nullptr) {
        __real_memcpy(to, from, bytes);
    }
}

void fill(void* memory, std::size_t bytes)
{
    if (__real_memset != nullptr) {
        __real_memset(memory, kPattern, bytes);
    } else {
        std::memset(memory, kPattern, bytes);
    }
}

} // namespace rocport_lanes

using rocport_lanes::Access;
using rocport_lanes::use;
using rocport_lanes::useRange;

#define LANES_FROM __builtin_return_address(0)

#define LANES_ACCESS(name, bytes, access)                                                          \
    void name(void* place)                                                                         \
    {                                                                                              \
        use<bytes>(place, access, LANES_FROM);                                                     \
    }
#define LANES_ACCESSES(bytes)                                                                      \
    LANES_ACCESS(__tsan_read##bytes, bytes, Access::Read)                                          \
    LANES_ACCESS(__tsan_write##bytes, bytes, Access::Write)                                        \
    LANES_ACCESS(__tsan_volatile_read##bytes, bytes, Access::Read)                                 \
    LANES_ACCESS(__tsan_volatile_write##bytes, bytes, Access::Write)                               \
    LANES_ACCESS(__tsan_unaligned_read##bytes, bytes, Access::Read)                                \
    LANES_ACCESS(__tsan_unaligned_write##bytes, bytes, Access::Write)                              \
    LANES_ACCESS(__tsan_unaligned_volatile_read##bytes, bytes, Access::Read)                       \
    LANES_ACCESS(__tsan_unaligned_volatile_write##bytes, bytes, Access::Write)                     \
    void __tsan_read_write##bytes(void* place)                                                     \
    {                                                                                              \
        use<bytes>(place, Access::Read, LANES_FROM);                                               \
        use<bytes>(place, Access::Write, LANES_FROM);                                              \
    }                                                                                              \
    void __tsan_unaligned_read_write##bytes(void* place)                                           \
    {                                                                                              \
        use<bytes>(place, Access::Read, LANES_FROM);                                               \
        use<bytes>(place, Access::Write, LANES_FROM);                                              \
    }

// Atomics are all of the strongest order here.
#define LANES_FETCH(type, bits, name)                                                              \
    type __tsan_atomic##bits##_fetch_##name(volatile type* place, type value, int)                 \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        return __atomic_fetch_##name(place, value, __ATOMIC_SEQ_CST);                              \
    }
#define LANES_ATOMICS(type, bits)                                                                  \
    type __tsan_atomic##bits##_load(const volatile type* place, int)                               \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        return __atomic_load_n(place, __ATOMIC_SEQ_CST);                                           \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type* place, type value, int)                        \
    {                                                                                              \
        /* What was there is not looked at. */                                                     \
        use<bits / 8>(const_cast<type*>(place), Access::Write, LANES_FROM);                        \
        rocport_lanes::signal();                                                                           \
        __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                                          \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type* place, type value, int)                     \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        return __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST);                                \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type* place, type* expected,        \
                                                      type value, int, int)                        \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        return __atomic_compare_exchange_n(place, expected, value, false, __ATOMIC_SEQ_CST,        \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type* place, type* expected,          \
                                                    type value, int, int)                          \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        return __atomic_compare_exchange_n(place, expected, value, false, __ATOMIC_SEQ_CST,        \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type* place, type expected,           \
                                                    type value, int, int)                          \
    {                                                                                              \
        use<bits / 8>(const_cast<type*>(place), Access::Atomic, LANES_FROM);                       \
        __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST,              \
                                    __ATOMIC_SEQ_CST);                                             \
        return expected;                                                                           \
    }                                                                                              \
    LANES_FETCH(type, bits, add)                                                                   \
    LANES_FETCH(type, bits, sub)                                                                   \
    LANES_FETCH(type, bits, and)                                                                   \
    LANES_FETCH(type, bits, or)                                                                    \
    LANES_FETCH(type, bits, xor)                                                                   \
    LANES_FETCH(type, bits, nand)

// The names are the compilers', so they are in no namespace.
extern "C" {
LANES_ACCESSES(1)
LANES_ACCESSES(2)
LANES_ACCESSES(4)
LANES_ACCESSES(8)
LANES_ACCESSES(16)
LANES_ATOMICS(std::uint8_t, 8)
LANES_ATOMICS(std::uint16_t, 16)
LANES_ATOMICS(std::uint32_t, 32)
LANES_ATOMICS(std::uint64_t, 64)

void __tsan_init()
{
    static bool isRead = false;
    if (!isRead) {
        isRead = true;
        rocport_lanes::readChecks();
    }
}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_read(void** place)
{
    use<8>(place, Access::Read, LANES_FROM);
}
void __tsan_vptr_update(void** place, void*)
{
    use<8>(place, Access::Write, LANES_FROM);
}
void __tsan_read_range(void* place, unsigned long bytes)
{
    useRange(place, bytes, Access::Read, LANES_FROM);
}
void __tsan_write_range(void* place, unsigned long bytes)
{
    useRange(place, bytes, Access::Write, LANES_FROM);
}
void __tsan_atomic_thread_fence(int)
{
    rocport_lanes::signal();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

// The linker leads the program's calls here (--wrap); newer compilers have names for them.
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes)
{
    rocport_lanes::useCopy(to, from, bytes, LANES_FROM);
    return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes)
{
    rocport_lanes::useCopy(to, from, bytes, LANES_FROM);
    return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes)
{
    useRange(to, bytes, Access::Write, LANES_FROM);
    return __real_memset(to, value, bytes);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes)
{
    rocport_lanes::useCopy(to, from, bytes, LANES_FROM);
    return __real_memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes)
{
    rocport_lanes::useCopy(to, from, bytes, LANES_FROM);
    return __real_memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes)
{
    useRange(to, bytes, Access::Write, LANES_FROM);
    return __real_memset(to, value, bytes);
}
} // extern "C"
