// Where a pointer points. Constant memory is part of global memory on AMD GPUs.
inline __device__ unsigned int __isShared(const void* pointer)
{
    return __builtin_amdgcn_is_shared((const void __attribute__((address_space(0)))*)pointer) ? 1 : 0;
}
inline __device__ unsigned int __isLocal(const void* pointer)
{
    return __builtin_amdgcn_is_private((const void __attribute__((address_space(0)))*)pointer) ? 1 : 0;
}
inline __device__ unsigned int __isGlobal(const void* pointer)
{
    return __isShared(pointer) == 0 && __isLocal(pointer) == 0 ? 1 : 0;
}
