// Scans over a tile or a coalesced group. The first thread of an exclusive scan has T().
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
namespace cooperative_groups {

struct rocportSum
{
    template <typename T>
    __device__ T operator()(const T& a, const T& b) const
    {
        return a + b;
    }
};

template <typename Group, typename T, typename Operation>
__device__ inline T inclusive_scan(const Group& group, T value, Operation operation)
{
    const unsigned int rank = static_cast<unsigned int>(group.thread_rank());
    const unsigned int size = static_cast<unsigned int>(group.size());
    for (unsigned int distance = 1; distance < size; distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (rank >= distance)
            value = operation(before, value);
    }
    return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value)
{
    return inclusive_scan(group, value, rocportSum());
}

template <typename Group, typename T, typename Operation>
__device__ inline T exclusive_scan(const Group& group, T value, Operation operation)
{
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
__device__ inline T exclusive_scan(const Group& group, T value)
{
    return exclusive_scan(group, value, rocportSum());
}

} // namespace cooperative_groups
#endif
