#include <cuda_runtime.h>
#include <cstdio>

// Operators of a program on CUDA's vector types, which HIP's vector types have of their own.
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
inline __host__ __device__ void operator+=(float3& a, float3 b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

// Not elementwise: a product of complex numbers.
inline __host__ __device__ float2 multiply(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }

__global__ void integrate(float3* position, float3* velocity, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    velocity[i] += make_float3(0.0f, -9.81f, 0.0f) * dt;
    position[i] = position[i] + velocity[i] * dt;
    if (dot(position[i], position[i]) > 100.0f) position[i] = make_float3(0.0f);
}

int main()
{
    const int n = 256;
    float3 *p, *v;
    cudaMallocManaged(&p, n * sizeof(float3));
    cudaMallocManaged(&v, n * sizeof(float3));
    cudaMemset(p, 0, n * sizeof(float3));
    cudaMemset(v, 0, n * sizeof(float3));
    for (int step = 0; step < 10; ++step) integrate<<<1, n>>>(p, v, 0.01f, n);
    cudaDeviceSynchronize();
    float2 z = multiply(make_float2(0, 1), make_float2(0, 1));
    std::printf("%f %f\n", p[3].y, z.x);
    return 0;
}
