// Shared memory that macros declare, and functions of a program's own beside the library's.
#include <cmath>
#include <cstdio>

#define SHARED __shared__
#define SHARED_ARRAY(type, name, count) __shared__ type name[count]
#define SHARED_OF(type, name)                                                                      \
    template <>                                                                                    \
    struct OfLaunch<type>                                                                          \
    {                                                                                              \
        __device__ type& operator[](int i)                                                         \
        {                                                                                          \
            extern __shared__ type name[];                                                         \
            return name[i];                                                                        \
        }                                                                                          \
    }

template <typename T>
struct OfLaunch;
SHARED_OF(int, of_launch_int);
SHARED_OF(double, of_launch_double);

template <typename T>
struct Pointer
{
    __device__ operator T*()
    {
        extern __shared__ int memory[];
        return reinterpret_cast<T*>(memory);
    }
};

// CUDA has these for none but its own types.
template <typename T>
__host__ __device__ T min(const T& a, const T& b)
{
    return b < a ? b : a;
}
inline __host__ __device__ float lerp(float a, float b, float t)
{
    return a + t * (b - a);
}
inline __host__ __device__ float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

template <typename T>
__global__ void turned(T* out)
{
    OfLaunch<T> values;
    SHARED int count;
    SHARED_ARRAY(T, copy, 64);
    const int own = static_cast<int>(threadIdx.x);
    if (own == 0) {
        count = static_cast<int>(blockDim.x);
    }
    values[own] = static_cast<T>(own);
    __syncthreads();
    copy[own] = values[count - 1 - own];
    __syncthreads();
    T* all = Pointer<T>();
    out[own] = copy[own] * 100 + all[own];
}

__global__ void between(float* out, unsigned count)
{
    if (threadIdx.x < min(count, blockDim.x)) {
        out[threadIdx.x] = clamp(lerp(1.0F, 3.0F, static_cast<float>(threadIdx.x) / 2), 0.0F, 4.5F);
    }
}

template <typename T>
int wrongOnes()
{
    T* out = nullptr;
    cudaMallocManaged(&out, 64 * sizeof(T));
    turned<T><<<1, 64, 64 * sizeof(T)>>>(out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 64; ++i) {
        wrong += out[i] != static_cast<T>((63 - i) * 100 + i);
    }
    return wrong;
}

int main()
{
    std::printf("int: %d wrong\n", wrongOnes<int>());
    std::printf("double: %d wrong\n", wrongOnes<double>());
    float* out = nullptr;
    cudaMallocManaged(&out, 8 * sizeof(float));
    between<<<1, 8>>>(out, 5);
    cudaDeviceSynchronize();
    std::printf("between: %g %g %g %g\n", out[0], out[1], out[3], out[4]);
    return 0;
}
