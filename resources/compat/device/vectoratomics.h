// Atomic sums of vectors: each number is added on its own, as in CUDA. Templates, so that a function of HIP's for the same type is
// preferred.
template <typename T>
struct rocportAtomicVector
{
};
template <>
struct rocportAtomicVector<float2>
{
    using Type = float2;
    static __device__ float2 add(float* to, float2 value)
    {
        const float x = atomicAdd(to, value.x);
        return make_float2(x, atomicAdd(to + 1, value.y));
    }
};
template <>
struct rocportAtomicVector<float4>
{
    using Type = float4;
    static __device__ float4 add(float* to, float4 value)
    {
        const float x = atomicAdd(to, value.x);
        const float y = atomicAdd(to + 1, value.y);
        const float z = atomicAdd(to + 2, value.z);
        return make_float4(x, y, z, atomicAdd(to + 3, value.w));
    }
};
template <typename T>
__device__ typename rocportAtomicVector<T>::Type atomicAdd(T* address, typename rocportAtomicVector<T>::Type value)
{
    return rocportAtomicVector<T>::add(reinterpret_cast<float*>(address), value);
}
