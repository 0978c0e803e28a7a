// Bits of the device's random numbers, to be compared with those that a GPU prints. The words behind
// "exact" have to be the same; those behind "near" come of functions whose last bits may differ.
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <cstdio>
#include <cstring>

struct Place {
    unsigned long long seed, subsequence, offset;
};

template <typename State> __global__ void draw(const Place* places, int count, unsigned* words, float* near)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count) return;
    State state;
    curand_init(places[id].seed, places[id].subsequence, places[id].offset, &state);
    unsigned* own = words + id * 16;
    for (int i = 0; i < 6; ++i) own[i] = curand(&state);
    float uniform = curand_uniform(&state);
    own[6] = __float_as_uint(uniform);
    double wide = curand_uniform_double(&state);
    own[7] = __double2loint(wide);
    own[8] = __double2hiint(wide);
    skipahead(1000003ULL, &state);
    own[9] = curand(&state);
    skipahead_sequence(5ULL, &state);
    own[10] = curand(&state);
    near[id * 8] = curand_normal(&state);
    near[id * 8 + 1] = curand_normal(&state);
    near[id * 8 + 2] = (float)curand_normal_double(&state);
    near[id * 8 + 3] = curand_log_normal(&state, 0.5f, 0.25f);
    own[11] = curand_poisson(&state, 4.0);
    own[12] = curand_poisson(&state, 300.0);
    own[13] = curand_poisson(&state, 5000.0);
    own[14] = curand(&state);
    own[15] = 0;
}

__global__ void fours(unsigned* words)
{
    curandStatePhilox4_32_10_t state;
    curand_init(77ULL, threadIdx.x, threadIdx.x, &state);
    uint4 bits = curand4(&state);
    float4 uniform = curand_uniform4(&state);
    double2 wide = curand_uniform2_double(&state);
    unsigned all[12] = {bits.x, bits.y, bits.z, bits.w, __float_as_uint(uniform.x), __float_as_uint(uniform.y),
        __float_as_uint(uniform.z), __float_as_uint(uniform.w), (unsigned)__double2loint(wide.x),
        (unsigned)__double2hiint(wide.x), (unsigned)__double2loint(wide.y), (unsigned)__double2hiint(wide.y)};
    for (int i = 0; i < 12; ++i) words[threadIdx.x * 12 + i] = all[i];
}

template <typename State> static void print(const char* name, const Place* places, int count, unsigned* words, float* near)
{
    draw<State><<<1, 64>>>(places, count, words, near);
    cudaDeviceSynchronize();
    for (int id = 0; id < count; ++id) {
        std::printf("%s %llu %llu %llu exact", name, places[id].seed, places[id].subsequence, places[id].offset);
        for (int i = 0; i < 11; ++i) std::printf(" %08x", words[id * 16 + i]);
        std::printf("\n%s near", name);
        for (int i = 0; i < 4; ++i) std::printf(" %.5f", near[id * 8 + i]);
        for (int i = 11; i < 15; ++i) std::printf(" %u", words[id * 16 + i]);
        std::printf("\n");
    }
}

int main()
{
    const Place all[] = {{0, 0, 0}, {1234, 0, 0}, {1234, 1, 0}, {1234, 0, 7}, {42, 4095, 3}, {0x123456789abcdef0ULL, 65537, 1ULL << 33},
        {~0ULL, 1ULL << 40, 12345678901ULL}, {7, ~0ULL, ~0ULL}};
    const int count = sizeof(all) / sizeof(all[0]);
    Place* places;
    unsigned* words;
    float* near;
    cudaMallocManaged(&places, sizeof(all));
    cudaMallocManaged(&words, 64 * 16 * sizeof(unsigned));
    cudaMallocManaged(&near, 64 * 8 * sizeof(float));
    std::memcpy(places, all, sizeof(all));
    print<curandStateXORWOW_t>("xorwow", places, count, words, near);
    print<curandStatePhilox4_32_10_t>("philox", places, count, words, near);
    print<curandStateMRG32k3a_t>("mrg32k3a", places, count, words, near);
    fours<<<1, 4>>>(words);
    cudaDeviceSynchronize();
    for (int id = 0; id < 4; ++id) {
        std::printf("philox4 %d exact", id);
        for (int i = 0; i < 12; ++i) std::printf(" %08x", words[id * 12 + i]);
        std::printf("\n");
    }
    return 0;
}
