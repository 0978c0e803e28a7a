#pragma once

// From one stack of the CPU to another, straight: a lane that waits hands over to the next one
// without a scheduler between, so that what the processor predicts of returns holds for it too.

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

#include <cstddef>
#include <cstdint>

namespace rocport_lanes {

#if defined(__x86_64__)

/// Where something goes on that was left. The modes of floating point are not its own: nothing of
/// a kernel changes them across a wait.
struct Context
{
    void* stack = nullptr;
    void* code = nullptr;
    void* frame = nullptr;
};

/// `context` begins with `entry`, which never returns, on a stack that ends at `top`.
inline void beginContext(Context& context, char* top, std::size_t, void (*entry)())
{
    // As after a call: the address of a return, which is none, and the stack aligned before it.
    const auto aligned = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
    auto* const end = reinterpret_cast<void**>(aligned - 8);
    *end = nullptr;
    context = {end, reinterpret_cast<void*>(entry), nullptr};
}

/// Leaves `from`, and comes back when somebody switches to it.
inline __attribute__((always_inline)) void switchContext(Context& from, const Context& to)
{
    Context* left = &from;
    const Context* next = &to;
    asm volatile("leaq 1f(%%rip), %%rax\n\t"
                 "movq %%rsp, 0(%0)\n\t"
                 "movq %%rax, 8(%0)\n\t"
                 "movq %%rbp, 16(%0)\n\t"
                 "movq 0(%1), %%rsp\n\t"
                 "movq 16(%1), %%rbp\n\t"
                 "jmpq *8(%1)\n"
                 "1:"
                 : "+D"(left), "+S"(next)
                 :
                 : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                   "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

#else

struct Context
{
    boost::context::detail::fcontext_t self = nullptr;
};

/// Keeps where was left what has just been switched from.
inline void keepLeft(const boost::context::detail::transfer_t& from)
{
    static_cast<Context*>(from.data)->self = from.fctx;
}

inline void beginContext(Context& context, char* top, std::size_t bytes, void (*entry)())
{
    // The first switch brings the function, a second one then who switched.
    const auto first = [](boost::context::detail::transfer_t from) {
        auto* const begin = reinterpret_cast<void (*)()>(from.data);
        keepLeft(boost::context::detail::jump_fcontext(from.fctx, nullptr));
        begin();
    };
    context.self = boost::context::detail::make_fcontext(top, bytes, first);
    context.self = boost::context::detail::jump_fcontext(context.self,
                                                         reinterpret_cast<void*>(entry))
                       .fctx;
}

inline void switchContext(Context& from, const Context& to)
{
    keepLeft(boost::context::detail::jump_fcontext(to.self, &from));
}

#endif

} // namespace rocport_lanes
