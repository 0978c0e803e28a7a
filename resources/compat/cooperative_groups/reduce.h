// Reductions over a tile or a coalesced group. Every thread has the result.
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
namespace cooperative_groups {

template <unsigned int Size, typename Parent, typename T, typename Operation>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation)
{
    for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
        value = operation(value, tile.shfl_xor(value, distance));
    return value;
}

template <typename T, typename Operation>
__device__ inline T reduce(const coalesced_group& group, T value, Operation operation)
{
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank)
        result = operation(result, group.shfl(value, static_cast<int>(rank)));
    return result;
}

} // namespace cooperative_groups
#endif
