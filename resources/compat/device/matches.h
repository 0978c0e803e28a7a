// The active lanes with this lane's mask and the bits of its value. The mask's own bits are not looked at: the lanes that it names
// come with the same one.
template <typename Mask, typename T>
__device__ inline unsigned long long rocportMatchAny(Mask mask, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes");
    unsigned int words[4] = {};
    __builtin_memcpy(words, &value, sizeof(value));
    __builtin_memcpy(words + 2, &mask, sizeof(mask));
    for (;;) {
        bool same = true;
        for (const unsigned int word : words)
            same &= static_cast<unsigned int>(__builtin_amdgcn_readfirstlane(static_cast<int>(word))) == word;
        const unsigned long long lanes = __ballot(same);
        if (same)
            return lanes;
    }
}
