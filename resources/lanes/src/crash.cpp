// A kernel that leaves its memory: which one, which thread of it and where, before the program ends
// by the signal. Nothing here allocates or locks, since the crash may be in the midst of that.

#include "accesses.h"

#include <fcntl.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace rocport_lanes {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
int complaints = -1; ///< file that the command reads; opened before anything can go wrong

std::uintptr_t crashedAt(const void* state)
{
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(
        static_cast<const ucontext_t*>(state)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(state)->uc_mcontext.pc);
#else
    (void)state;
    return 0;
#endif
}

/// What happened, as the end of a sentence that begins with the thread.
void describe(char* text, std::size_t room, const Fiber& fiber, int signal, const siginfo_t& info)
{
    const auto place = reinterpret_cast<std::uintptr_t>(info.si_addr);
    const auto stack = reinterpret_cast<std::uintptr_t>(fiber.stack);
    constexpr std::uintptr_t kNull = 64 * 1024;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    if (signal == SIGFPE) {
        std::snprintf(text, room, "divides an integer by zero, or the smallest by −1");
    } else if (signal == SIGILL) {
        std::snprintf(text, room, "comes to code that the compiler holds for unreachable");
    } else if (place >= stack && place < stack + page) {
        std::snprintf(text, room, "needs more than 128 KiB of stack");
    } else if (place < kNull) {
        std::snprintf(text, room, "uses a null pointer (address %lu)",
                      static_cast<unsigned long>(place));
    } else {
        std::snprintf(text, room, "uses memory that is not there (address 0x%lx)",
                      static_cast<unsigned long>(place));
    }
}

/// As nameOf() has an index.
void nameIndex(char* text, std::size_t room, const Index3& index)
{
    const char* const format = index.z != 0 ? "%u, %u, %u" : index.y != 0 ? "%u, %u" : "%u";
    std::snprintf(text, room, format, index.x, index.y, index.z);
}

void tellCrash(int signal, siginfo_t* info, void* state)
{
    std::signal(signal, SIG_DFL);
    if (current != nullptr && complaints >= 0) {
        const auto& fiber = *static_cast<const Fiber*>(current);
        char what[128];
        char thread[48];
        char block[48];
        describe(what, sizeof what, fiber, signal, *info);
        nameIndex(thread, sizeof thread, fiber.thread);
        nameIndex(block, sizeof block, fiber.block);
        char text[512];
        const int length = std::snprintf(
            text, sizeof text,
            "{\"check\":\"crash\",\"code\":%lu,\"other\":0,\"kernel\":\"%.100s\",\"text\":"
            "\"thread %s of block %s %s\"}\n",
            static_cast<unsigned long>(crashedAt(state) + 1 - programStart()), fiber.run->job->name,
            thread, block, what);
        (void)!write(complaints, text, static_cast<std::size_t>(length));
    }
    raise(signal); // delivered when this returns
}

} // namespace

void watchCrashes()
{
    // A thread of a kernel that has no stack left needs another one here.
    constexpr std::size_t kBytes = 64 * 1024;
    static thread_local char* const own = static_cast<char*>(std::malloc(kBytes));
    stack_t other{};
    other.ss_sp = own;
    other.ss_size = kBytes;
    if (own == nullptr || sigaltstack(&other, nullptr) != 0) {
        return;
    }
    static const bool once = [] {
        const char* name = std::getenv("LANES_CHECKS");
        complaints =
            name == nullptr ? -1 : ::open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        static_cast<void>(programStart());
        for (const int signal : kSignals) {
            struct sigaction before = {};
            struct sigaction action = {};
            action.sa_sigaction = tellCrash;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK;
            // A handler of the program's stays.
            if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
                sigaction(signal, &action, nullptr);
            }
        }
        return true;
    }();
    static_cast<void>(once);
}

} // namespace rocport_lanes
