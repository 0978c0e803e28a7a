#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <cstdio>

template <typename State>
__global__ void setup(State* states, unsigned long long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void estimatePi(curandState* states, unsigned* hits, int rounds)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState local = states[id];
    unsigned inside = 0;
    for (int i = 0; i < rounds; ++i) {
        float x = curand_uniform(&local), y = curand_uniform(&local);
        inside += x * x + y * y <= 1.0f;
    }
    states[id] = local;
    atomicAdd(hits, inside);
}

__global__ void noise(curandStatePhilox4_32_10_t* states, float4* out, double* normal)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t s = states[id];
    out[id] = curand_normal4(&s);
    normal[id] = curand_normal_double(&s) + curand_uniform_double(&s);
    unsigned int bits = curand(&s);
    out[id].x += bits & 1 ? curand_log_normal(&s, 0.0f, 1.0f) : curand_poisson(&s, 2.0);
    states[id] = s;
}

int main()
{
    const int threads = 256, blocks = 16;
    curandState_t* states;
    curandStatePhilox4_32_10_t* philox;
    unsigned* hits;
    float4* out;
    double* normal;
    cudaMalloc(&states, threads * blocks * sizeof(curandState_t));
    cudaMalloc(&philox, threads * blocks * sizeof(*philox));
    cudaMalloc(&out, threads * blocks * sizeof(float4));
    cudaMalloc(&normal, threads * blocks * sizeof(double));
    cudaMallocManaged(&hits, sizeof(unsigned));
    *hits = 0;
    setup<<<blocks, threads>>>(states, 42ULL);
    setup<curandStatePhilox4_32_10_t><<<blocks, threads>>>(philox, 42ULL);
    estimatePi<<<blocks, threads>>>(states, hits, 1000);
    noise<<<blocks, threads>>>(philox, out, normal);
    cudaDeviceSynchronize();
    std::printf("pi is about %f\n", 4.0 * *hits / (1000.0 * threads * blocks));
    return 0;
}
