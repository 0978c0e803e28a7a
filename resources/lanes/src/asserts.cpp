// What a failed assert does in a kernel. NVIDIA's GPUs end the kernel, the host goes on and is told
// by the functions of the runtime (CUDA C++ Programming Guide, "Assertion"); HIP's runtime ends the
// program.

#include "accesses.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

/// Of the C library; that of the program comes first.
extern "C" void __assert_fail(const char* expression, const char* file, unsigned line,
                              const char* function) noexcept
{
    const rocport_lanes::Lane* lane = rocport_lanes::current;
    if (lane == nullptr) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n",
                     program_invocation_short_name, file, line, function, expression);
        std::abort();
    }
    if (!rocport_lanes::limits().assertEndsKernel) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s:%u: %s: Device-side assertion `%s' failed.\n", file, line,
                     function, expression);
        std::abort();
    }
    std::fprintf(stderr,
                 "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                 line, function, lane->block.x, lane->block.y, lane->block.z, lane->thread.x,
                 lane->thread.y, lane->thread.z, expression);
    rocport_lanes::endKernel(rocport_lanes::Code::Assert);
}
