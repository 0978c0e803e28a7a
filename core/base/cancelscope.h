#pragma once

#include "core/base/cancel.h"

namespace rocport {

/// What the calling thread does until the scope ends is work that `token` cancels. Loops deep in a
/// lexer, a tree or a comparison, which have many callers, ask isWorkCancelled() and end early;
/// what they return then is a part of the whole and no answer. Whoever opens a scope looks at the
/// token afterwards and discards it. Scopes nest: each token of the scopes around counts. A thread
/// starts without one.
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

/// Whether what the calling thread works at is not wanted any more. A few nanoseconds: often enough
/// is once for each line, statement or token that costs more than that.
[[nodiscard]] inline bool isWorkCancelled()
{
    return CancelScope::isCancelled();
}

/// The same for the turn `i` of a loop with less to do in each: looks at the first of 1,024.
[[nodiscard]] inline bool isWorkCancelledAt(long long i)
{
    return (i & 1023) == 0 && isWorkCancelled();
}

/// For loops that do not count: looks once in `kBetween` turns, and keeps the answer.
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
