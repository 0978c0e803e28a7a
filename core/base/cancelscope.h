#pragma once

#include "core/base/cancel.h"

namespace rocport {

/// Until the scope ends, `token` cancels the work of the calling thread. Loops deep in a lexer, a
/// tree or a comparison, which have many callers, ask isWorkCancelled() and return early; what they
/// return then is incomplete. Whoever opens a scope checks the token afterwards and discards such a
/// result. Scopes nest: the tokens of all enclosing scopes count. A thread starts without a scope.
class CancelScope
{
public:
    explicit CancelScope(CancelToken token) : m_token(std::move(token)), m_outer(innermost())
    {
        innermost() = this;
    }
    ~CancelScope() { innermost() = m_outer; }
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

    [[nodiscard]] static bool isCancelled()
    {
        for (const CancelScope* scope = innermost(); scope != nullptr; scope = scope->m_outer) {
            if (scope->m_token.isCancelled()) {
                return true;
            }
        }
        return false;
    }

private:
    static const CancelScope*& innermost()
    {
        static thread_local const CancelScope* scope = nullptr;
        return scope;
    }

    CancelToken m_token;
    const CancelScope* m_outer;
};

/// Whether the work of the calling thread is no longer wanted. Takes a few nanoseconds: call it
/// once for each line, statement or token that costs more than that.
[[nodiscard]] inline bool isWorkCancelled()
{
    return CancelScope::isCancelled();
}

/// The same for iteration `i` of a loop whose iterations are cheaper: checks one in 1,024.
[[nodiscard]] inline bool isWorkCancelledAt(long long i)
{
    return (i & 1023) == 0 && isWorkCancelled();
}

/// For loops without a counter: checks once in `kBetween` calls, and remembers that it was
/// cancelled.
class CancelLook
{
public:
    static constexpr unsigned kBetween = 1024;

    [[nodiscard]] bool operator()()
    {
        if ((++m_turns & (kBetween - 1)) == 0) {
            m_cancelled = m_cancelled || isWorkCancelled();
        }
        return m_cancelled;
    }

private:
    unsigned m_turns = 0;
    bool m_cancelled = false;
};

} // namespace rocport
