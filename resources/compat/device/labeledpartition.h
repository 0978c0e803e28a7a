// The group of those with the same label: they part from the others one label after the other.
namespace cooperative_groups {

template <typename Group, typename Label>
__device__ inline coalesced_group labeled_partition(const Group& group, Label label)
{
    coalesced_group rest = binary_partition(group, true);
    for (;;) {
        const bool isSame = rest.shfl(label, 0) == label;
        const coalesced_group part = binary_partition(rest, isSame);
        if (isSame)
            return part;
        rest = part;
    }
}

} // namespace cooperative_groups
