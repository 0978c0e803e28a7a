#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ float3 interaction(float4 a, float4 b, float3 sum)
{
    float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + 1e-6f;
    float inverse = rsqrtf(d2);
    float s = b.w * inverse * inverse * inverse;
    sum.x += r.x * s;
    sum.y = fmaf(r.y, s, sum.y);
    sum.z = __fmaf_rn(r.z, s, sum.z);
    return sum;
}

__global__ void forces(const float4* __restrict__ bodies, float3* __restrict__ out, int n)
{
    extern __shared__ float4 cached[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = i < n ? bodies[i] : float4{0, 0, 0, 0};
    float3 sum = {0.f, 0.f, 0.f};
    for (int tile = 0; tile < gridDim.x; ++tile) {
        const int j = tile * blockDim.x + threadIdx.x;
        cached[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < blockDim.x; ++k) sum = interaction(mine, cached[k], sum);
        __syncthreads();
    }
    if (i < n) out[i] = sum;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 4096, block = 128;
    std::vector<float4> bodies(n);
    for (auto& b : bodies) b = make_float4(rand() / (float)RAND_MAX, rand() / (float)RAND_MAX, rand() / (float)RAND_MAX, 1.0f);
    float4* d_bodies;
    float3* d_out;
    cudaMalloc(&d_bodies, n * sizeof(float4));
    cudaMalloc(&d_out, n * sizeof(float3));
    cudaMemcpy(d_bodies, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaFuncSetCacheConfig(forces, cudaFuncCachePreferShared);
    forces<<<(n + block - 1) / block, block, block * sizeof(float4)>>>(d_bodies, d_out, n);
    float3 first;
    cudaMemcpy(&first, d_out, sizeof(first), cudaMemcpyDeviceToHost);
    std::printf("%g %g %g\n", first.x, first.y, first.z);
    cudaFree(d_bodies);
    cudaFree(d_out);
}
