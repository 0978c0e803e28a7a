// A kernel that leaves its memory: which one, which thread of it and where, before the program ends
// by the signal. Nothing here allocates or locks, since the crash may be in the midst of that.

#include "accesses.h"
#include "lanes/rows.h"

#include <fcntl.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <csetjmp>
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

struct Crash
{
    int signal = SIGSEGV;
    siginfo_t info{};
    std::uintptr_t code = 0;
};

/// A row whose lanes the engine is not told of.
struct PlainRow
{
    sigjmp_buf begin;
    volatile std::sig_atomic_t runs = 0;
    Crash crash;
};

/// Of the thread of the CPU.
PlainRow& plainRow()
{
    static thread_local PlainRow own;
    return own;
}

void tell(const Crash& crash)
{
    if (current == nullptr || complaints < 0) {
        return;
    }
    const auto& fiber = *static_cast<const Fiber*>(current);
    char what[128];
    char thread[48];
    char block[48];
    describe(what, sizeof what, fiber, crash.signal, crash.info);
    nameIndex(thread, sizeof thread, fiber.thread);
    nameIndex(block, sizeof block, fiber.block);
    char text[512];
    const int length = std::snprintf(
        text, sizeof text,
        "{\"check\":\"crash\",\"code\":%lu,\"other\":0,\"kernel\":\"%.100s\",\"text\":"
        "\"thread %s of block %s %s\"}\n",
        static_cast<unsigned long>(fileAddress(crash.code + 1)), fiber.run->job->name, thread,
        block, what);
    (void)!write(complaints, text, static_cast<std::size_t>(length));
}

void tellCrash(int signal, siginfo_t* info, void* state)
{
    PlainRow& row = plainRow();
    const Crash crash = {signal, *info, crashedAt(state)};
    if (row.runs != 0) {
        row.runs = 0;
        row.crash = crash;
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signal);
        pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
        siglongjmp(row.begin, 1);
    }
    std::signal(signal, SIG_DFL);
    tell(crash);
    raise(signal); // delivered when this returns
}

} // namespace

bool runPlainRow(void (*row)(const void*, const Lane&), const void* body, const Lane& lane)
{
    PlainRow& own = plainRow();
    if (sigsetjmp(own.begin, 0) != 0) {
        return false;
    }
    own.runs = 1;
    row(body, lane);
    own.runs = 0;
    return true;
}

void failPlainRow()
{
    // Done once more it went well, since what the lanes read is another now.
    const Crash crash = plainRow().crash;
    std::signal(crash.signal, SIG_DFL);
    tell(crash);
    raise(crash.signal);
    std::abort();
}

void watchCrashes()
{
    static_cast<void>(plainRow()); // not made by the handler
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
