// Shuffles of bfloat16 numbers and pairs. Templates, so that a function of HIP's for the same type is preferred.
template <typename T>
struct rocportBfloat16Word
{
};
template <>
struct rocportBfloat16Word<__hip_bfloat16>
{
    using Type = __hip_bfloat16;
};
template <>
struct rocportBfloat16Word<__hip_bfloat162>
{
    using Type = __hip_bfloat162;
};
template <typename T, typename Shuffle>
__device__ T rocportShuffled(T value, Shuffle shuffle)
{
    int word = 0;
    __builtin_memcpy(&word, &value, sizeof value);
    word = shuffle(word);
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}
template <typename T>
__device__ typename rocportBfloat16Word<T>::Type __shfl(T value, int lane, int width = warpSize)
{
    return rocportShuffled(value, [=](int word) { return __shfl(word, lane, width); });
}
template <typename T>
__device__ typename rocportBfloat16Word<T>::Type __shfl_up(T value, unsigned int lane, int width = warpSize)
{
    return rocportShuffled(value, [=](int word) { return __shfl_up(word, lane, width); });
}
template <typename T>
__device__ typename rocportBfloat16Word<T>::Type __shfl_down(T value, unsigned int lane, int width = warpSize)
{
    return rocportShuffled(value, [=](int word) { return __shfl_down(word, lane, width); });
}
template <typename T>
__device__ typename rocportBfloat16Word<T>::Type __shfl_xor(T value, int lane, int width = warpSize)
{
    return rocportShuffled(value, [=](int word) { return __shfl_xor(word, lane, width); });
}
