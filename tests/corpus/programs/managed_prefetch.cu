// needs CUDA 12: cudaMemPrefetchAsync and cudaMemAdvise take a device number.
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <cstdio>

struct Particle {
    float3 position;
    float3 velocity;
    int alive;
};

__managed__ int survivors = 0;

__global__ void step(Particle* particles, int count, float dt)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count) return;
    Particle& p = particles[id];
    p.position.x += p.velocity.x * dt;
    p.position.y += p.velocity.y * dt;
    p.position.z += p.velocity.z * dt;
    p.alive = p.position.x * p.position.x + p.position.y * p.position.y < 1.0f;
    if (p.alive) atomicAdd(&survivors, 1);
}

int main()
{
    int device = 0;
    cudaGetDevice(&device);
    int concurrent = 0;
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device);
    const int count = 10000;
    Particle* particles = nullptr;
    if (cudaMallocManaged(&particles, count * sizeof(Particle), cudaMemAttachGlobal) != cudaSuccess) return 1;
    for (int i = 0; i < count; ++i) {
        particles[i].position = make_float3(0.0f, 0.0f, 0.0f);
        particles[i].velocity = make_float3(i * 1e-4f, 0.5f, 0.25f);
    }
    if (concurrent) {
        cudaMemAdvise(particles, count * sizeof(Particle), cudaMemAdviseSetPreferredLocation, device);
        cudaMemAdvise(particles, count * sizeof(Particle), cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);
        cudaMemPrefetchAsync(particles, count * sizeof(Particle), device, 0);
    }
    step<<<count / 250, 250>>>(particles, count, 1.0f);
    cudaDeviceSynchronize();
    if (concurrent) cudaMemPrefetchAsync(particles, count * sizeof(Particle), cudaCpuDeviceId, NULL);
    std::printf("%d of %d survive\n", survivors, count);
    return cudaFree(particles) == cudaSuccess ? 0 : 1;
}
