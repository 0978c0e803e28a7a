// Specialisations that are for the device alone.
#include <cuda_runtime.h>

template <typename T> inline __host__ __device__ float rounded(T t);
template <> inline __host__ __device__ float rounded(float f) { return f; }
template <> inline __device__ float rounded(int i) { return __int2float_rz(i); }

template <typename T> OWN_BOTH T half_of(T value);
template <> __device__ float half_of<float>(float value)
{
    return value * 0.5f;
}

// These stay: the same targets, a template for the device, a class, no template in sight.
template <> OWN_BOTH int half_of(int value) { return value / 2; }
template <typename T> __device__ T twice(T value);
template <> __device__ int twice(int value) { return 2 * value; }
template <> struct Other<int> { __device__ int get() const { return 1; } };
template <> __device__ int unknown(int value) { return value; }
