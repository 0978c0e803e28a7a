// Loads and stores past the L1 cache, or through all caches. As on NVIDIA a value of more than one word is moved word by
// word, in no certain order: a word is as wide as size and alignment of the value allow, up to 8 bytes.
template <size_t Size>
struct rocportCacheWord
{
    typedef unsigned char Type;
};
template <>
struct rocportCacheWord<2>
{
    typedef unsigned short __attribute__((may_alias)) Type;
};
template <>
struct rocportCacheWord<4>
{
    typedef unsigned int __attribute__((may_alias)) Type;
};
template <>
struct rocportCacheWord<8>
{
    typedef unsigned long long __attribute__((may_alias)) Type;
};
template <typename T>
struct rocportCached
{
    static constexpr size_t kBits = sizeof(T) | alignof(T) | 8;
    static constexpr size_t kBytes = kBits & (~kBits + 1);
    typedef typename rocportCacheWord<kBytes>::Type Word;
    typedef T Value;
    static constexpr int kWords = static_cast<int>(sizeof(T) / sizeof(Word));
};
template <int Scope, typename T>
inline __device__ T rocportCachedLoad(const T* from)
{
    typedef typename rocportCached<T>::Word Word;
    T value;
    Word words[rocportCached<T>::kWords];
    for (int i = 0; i < rocportCached<T>::kWords; ++i)
        words[i] = __hip_atomic_load(reinterpret_cast<const Word*>(from) + i, __ATOMIC_RELAXED, Scope);
    __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
    return value;
}
template <int Scope, typename T>
inline __device__ void rocportCachedStore(T* to, typename rocportCached<T>::Value value)
{
    typedef typename rocportCached<T>::Word Word;
    Word words[rocportCached<T>::kWords];
    __builtin_memcpy(words, static_cast<const void*>(&value), sizeof value);
    for (int i = 0; i < rocportCached<T>::kWords; ++i)
        __hip_atomic_store(reinterpret_cast<Word*>(to) + i, words[i], __ATOMIC_RELAXED, Scope);
}
