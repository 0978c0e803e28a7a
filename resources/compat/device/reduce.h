// Reductions over the active lanes of the wavefront that have the same mask; integers, in any order.
template <typename T, typename Operation>
inline __device__ T rocportReduceLanes(unsigned long long mask, T value, Operation operation)
{
    T result = value;
    bool first = true;
    for (unsigned long long lanes = __ballot(1); lanes != 0; lanes &= lanes - 1) {
        const int lane = __ffsll(lanes) - 1;
        const T other = __shfl(value, lane);
        if (__shfl(mask, lane) != mask)
            continue;
        result = first ? other : operation(result, other);
        first = false;
    }
    return result;
}
