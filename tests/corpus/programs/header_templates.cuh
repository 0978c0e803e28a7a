#ifndef HEADER_TEMPLATES_CUH
#define HEADER_TEMPLATES_CUH
// A header without includes: who includes it has the runtime already, or not.

template <class T, int N> struct DeviceArray {
    T data[N];
    __host__ __device__ constexpr int size() const { return N; }
    __device__ T& operator[](int i) { return data[i]; }
};

template <class T> __device__ __forceinline__ T clampTo(T v, T low, T high)
{
    return min(max(v, low), high);
}

template <class F> __global__ void forEach(F f, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

template <class F> cudaError_t launchForEach(F f, int n, cudaStream_t stream = 0)
{
    forEach<<<(n + 255) / 256, 256, 0, stream>>>(f, n);
    return cudaGetLastError();
}

#endif
