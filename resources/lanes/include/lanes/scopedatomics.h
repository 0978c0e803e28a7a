#pragma once

// cuda::atomic and cuda::atomic_ref. All scopes are the system's here.

#include "cuda_runtime.h"

#include "lanes/std.h"

namespace cuda {

enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread = 10
};
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system)
{
    __threadfence();
}

/// The operations of both, on the value that Own names.
template <typename Own, typename T>
class AtomicOperations
{
public:
    using value_type = T;

    T load(memory_order = memory_order_seq_cst) const
    {
        rocport_lanes::breathe(); // a loop may wait for another lane's store
        T value;
        __atomic_load(place(), &value, __ATOMIC_SEQ_CST);
        return value;
    }
    void store(T value, memory_order = memory_order_seq_cst) const
    {
        __atomic_store(place(), &value, __ATOMIC_SEQ_CST);
    }
    T exchange(T value, memory_order = memory_order_seq_cst) const
    {
        return change([=](T) { return value; });
    }
    template <typename... Orders>
    bool compare_exchange_strong(T& expected, T value, Orders...) const
    {
        rocport_lanes::breathe();
        return __atomic_compare_exchange(place(), &expected, &value, false, __ATOMIC_SEQ_CST,
                                         __ATOMIC_SEQ_CST);
    }
    template <typename... Orders>
    bool compare_exchange_weak(T& expected, T value, Orders...) const
    {
        return compare_exchange_strong(expected, value);
    }
    template <typename Other>
    T fetch_add(Other by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return static_cast<T>(old + by); });
    }
    template <typename Other>
    T fetch_sub(Other by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return static_cast<T>(old - by); });
    }
    T fetch_and(T by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return static_cast<T>(old & by); });
    }
    T fetch_or(T by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return static_cast<T>(old | by); });
    }
    T fetch_xor(T by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return static_cast<T>(old ^ by); });
    }
    T fetch_min(T by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return by < old ? by : old; });
    }
    T fetch_max(T by, memory_order = memory_order_seq_cst) const
    {
        return change([=](T old) { return old < by ? by : old; });
    }
    void wait(T old, memory_order = memory_order_seq_cst) const
    {
        while (load() == old) {
        }
    }
    void notify_one() const {}
    void notify_all() const {}
    [[nodiscard]] bool is_lock_free() const { return true; }
    operator T() const { return load(); }
    T operator=(T value) const
    {
        store(value);
        return value;
    }
    T operator++() const { return static_cast<T>(fetch_add(1) + 1); }
    T operator++(int) const { return fetch_add(1); }
    T operator--() const { return static_cast<T>(fetch_sub(1) - 1); }
    T operator--(int) const { return fetch_sub(1); }
    T operator+=(T by) const { return static_cast<T>(fetch_add(by) + by); }
    T operator-=(T by) const { return static_cast<T>(fetch_sub(by) - by); }
    T operator&=(T by) const { return static_cast<T>(fetch_and(by) & by); }
    T operator|=(T by) const { return static_cast<T>(fetch_or(by) | by); }
    T operator^=(T by) const { return static_cast<T>(fetch_xor(by) ^ by); }

private:
    T* place() const { return static_cast<const Own*>(this)->place(); }
    template <typename Change>
    T change(Change by) const
    {
        rocport_lanes::breathe();
        T old;
        __atomic_load(place(), &old, __ATOMIC_SEQ_CST);
        T value = by(old);
        while (!__atomic_compare_exchange(place(), &old, &value, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST)) {
            value = by(old);
        }
        return old;
    }
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic : public AtomicOperations<atomic<T, Scope>, T>
{
    static_assert(sizeof(T) <= 8, "an atomic of up to 64 bits");

public:
    using AtomicOperations<atomic<T, Scope>, T>::operator=;
    atomic() = default;
    constexpr atomic(T value) : m_value(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    T* place() const { return const_cast<T*>(&m_value); }

private:
    alignas(sizeof(T)) T m_value;
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref : public AtomicOperations<atomic_ref<T, Scope>, T>
{
public:
    using AtomicOperations<atomic_ref<T, Scope>, T>::operator=;
    explicit atomic_ref(T& value) : m_place(&value) {}
    T* place() const { return m_place; }

private:
    T* m_place;
};

} // namespace cuda
