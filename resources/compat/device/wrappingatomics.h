// Counting up and down with a bound, seen by the whole system.
inline __device__ unsigned int atomicInc_system(unsigned int* address, unsigned int most)
{
    unsigned int old = __hip_atomic_load(address, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    while (!__hip_atomic_compare_exchange_strong(address, &old, old >= most ? 0 : old + 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_SYSTEM)) {
    }
    return old;
}
inline __device__ unsigned int atomicDec_system(unsigned int* address, unsigned int most)
{
    unsigned int old = __hip_atomic_load(address, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    while (!__hip_atomic_compare_exchange_strong(address, &old, old == 0 || old > most ? most : old - 1, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM)) {
    }
    return old;
}
