// The sequences of cuRAND's device generators and what is drawn from them.
#include "results.h"

#include <curand_kernel.h>

/// The bits of a float or double, as words behind each other.
__device__ void put(unsigned*& out, float value)
{
    *out++ = __float_as_uint(value);
}

template <typename State>
__global__ void words(unsigned* out, unsigned long long seed, unsigned long long offset)
{
    State state;
    curand_init(seed, threadIdx.x, offset, &state);
    for (int i = 0; i < 4; ++i) {
        out[threadIdx.x * 4 + i] = curand(&state);
    }
}

template <typename State>
__global__ void uniforms(unsigned* out)
{
    State state;
    curand_init(1234, threadIdx.x, 0, &state);
    unsigned* place = out + threadIdx.x * 8;
    for (int i = 0; i < 4; ++i) {
        put(place, curand_uniform(&state));
    }
    for (int i = 0; i < 2; ++i) {
        const double value = curand_uniform_double(&state);
        *place++ = static_cast<unsigned>(__double2hiint(value));
        *place++ = static_cast<unsigned>(__double2loint(value));
    }
}

template <typename State>
__global__ void normals(float* out)
{
    State state;
    curand_init(99, threadIdx.x, 3, &state);
    for (int i = 0; i < 4; ++i) {
        out[threadIdx.x * 8 + i] = curand_normal(&state);
    }
    const float2 pair = curand_normal2(&state);
    out[threadIdx.x * 8 + 4] = pair.x;
    out[threadIdx.x * 8 + 5] = pair.y;
    out[threadIdx.x * 8 + 6] = curand_log_normal(&state, 0.5f, 0.25f);
    out[threadIdx.x * 8 + 7] = static_cast<float>(curand_normal_double(&state));
}

__global__ void philox_of_four(unsigned* out, float* near)
{
    curandStatePhilox4_32_10_t state;
    curand_init(7, threadIdx.x, 5, &state);
    const uint4 four = curand4(&state);
    unsigned* place = out + threadIdx.x * 8;
    *place++ = four.x;
    *place++ = four.y;
    *place++ = four.z;
    *place++ = four.w;
    const float4 uniform = curand_uniform4(&state);
    put(place, uniform.x);
    put(place, uniform.y);
    put(place, uniform.z);
    put(place, uniform.w);
    const float4 normal = curand_normal4(&state);
    near[threadIdx.x * 4] = normal.x;
    near[threadIdx.x * 4 + 1] = normal.y;
    near[threadIdx.x * 4 + 2] = normal.z;
    near[threadIdx.x * 4 + 3] = normal.w;
}

template <typename State>
__global__ void skipped(unsigned* out)
{
    State state;
    curand_init(42, 5, threadIdx.x * 1000003ull, &state);
    skipahead(123456789ull * (threadIdx.x + 1), &state);
    out[threadIdx.x * 2] = curand(&state);
    skipahead_sequence(threadIdx.x + 1ull, &state);
    out[threadIdx.x * 2 + 1] = curand(&state);
}

template <typename State>
__global__ void poisson(unsigned* out)
{
    State state;
    curand_init(4711, threadIdx.x, 0, &state);
    for (int i = 0; i < 4; ++i) {
        out[threadIdx.x * 4 + i] = curand_poisson(&state, 3.5 + i);
    }
}

template <typename State>
void all(const char* name)
{
    Results<unsigned> drawn(64);
    words<State><<<1, 16>>>(drawn.device, 0, 0);
    std::printf("%s_", name);
    show("words", drawn);
    words<State><<<1, 16>>>(drawn.device, 0x123456789abcdefull, 1000);
    std::printf("%s_", name);
    show("words_of_a_large_seed", drawn);
    Results<unsigned> uniform(64);
    uniforms<State><<<1, 8>>>(uniform.device);
    std::printf("%s_", name);
    show("uniforms", uniform);
    Results<unsigned> ahead(32);
    skipped<State><<<1, 16>>>(ahead.device);
    std::printf("%s_", name);
    show("skipped", ahead);
    Results<unsigned> counts(64);
    poisson<State><<<1, 16>>>(counts.device);
    std::printf("%s_", name);
    show("poisson", counts);
    Results<float> normal(64);
    normals<State><<<1, 8>>>(normal.device);
    // Near zero the last bits of a logarithm's and a sine's product are far apart.
    std::printf("~512 %s_", name);
    show("normals", normal);
}

int main()
{
    all<curandStateXORWOW_t>("xorwow");
    all<curandStatePhilox4_32_10_t>("philox");
    all<curandStateMRG32k3a_t>("mrg32k3a");
    Results<unsigned> four(64);
    Results<float> near(32);
    philox_of_four<<<1, 8>>>(four.device, near.device);
    show("philox_of_four", four);
    showNear(512, "philox_normals_of_four", near);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
