// Copies by all threads of a group. They are made at once; the others of the group see them after wait().
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
#include <cstddef>

namespace cooperative_groups {

template <::std::size_t Width>
__device__ inline void rocportGroupCopy(void* to, const void* from, ::std::size_t bytes, ::std::size_t first,
                                   ::std::size_t step)
{
    struct alignas(Width) Unit
    {
        unsigned char bytes[Width];
    };
    for (::std::size_t i = first; i < bytes / Width; i += step)
        static_cast<Unit*>(to)[i] = static_cast<const Unit*>(from)[i];
    for (::std::size_t i = bytes / Width * Width + first; i < bytes; i += step)
        static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
}

template <typename Group, typename T>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, ::std::size_t bytes)
{
    rocportGroupCopy<(alignof(T) < 16 ? alignof(T) : 16)>(to, from, bytes, group.thread_rank(), group.size());
}
template <typename Group>
__device__ inline void memcpy_async(const Group& group, void* to, const void* from, ::std::size_t bytes)
{
    rocportGroupCopy<1>(to, from, bytes, group.thread_rank(), group.size());
}
// A size that says how it is aligned, cuda::aligned_size_t.
template <typename Group, typename T, typename Shape, ::std::size_t = Shape::align>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Shape bytes)
{
    rocportGroupCopy<(Shape::align < 16 ? Shape::align : 16)>(to, from, bytes, group.thread_rank(), group.size());
}
// Sizes in elements.
template <typename Group, typename To, typename From>
__device__ inline void memcpy_async(const Group& group, To* to, ::std::size_t room, const From* from,
                                    ::std::size_t count)
{
    const ::std::size_t elements = room < count ? room : count;
    for (::std::size_t i = group.thread_rank(); i < elements; i += group.size())
        to[i] = from[i];
}

template <typename Group>
__device__ inline void wait(const Group& group)
{
    group.sync();
}
template <unsigned int Stages, typename Group>
__device__ inline void wait_prior(const Group& group)
{
    group.sync();
}

} // namespace cooperative_groups
#endif
