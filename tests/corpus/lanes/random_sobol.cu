// Numbers of Sobol's sequence, by the host's functions and in kernels, as bits and hashes of bits.
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

static std::uint64_t hashOf(const void* data, size_t bytes)
{
    std::uint64_t hash = 1469598103934665603ULL; // FNV-1a
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ULL;
    }
    return hash;
}

template <typename State, typename Vectors, typename T>
__global__ void draw(const Vectors* vectors, unsigned offset, T* out, int many)
{
    State state;
    curand_init(vectors[threadIdx.x], offset, &state);
    for (int i = 0; i < many; i++) {
        out[threadIdx.x * many + i] = curand(&state);
    }
    skipahead(1000, &state);
    out[threadIdx.x * many] = curand(&state);
}

template <typename State, typename Vectors, typename T>
__global__ void scramble(const Vectors* vectors, T* out, int many)
{
    State state;
    curand_init(vectors[threadIdx.x], static_cast<T>(0x12345678u + threadIdx.x), 5u, &state);
    for (int i = 0; i < many; i++) {
        out[threadIdx.x * many + i] = curand(&state);
    }
}

template <typename State, typename Vectors>
__global__ void shape(const Vectors* vectors, float* floats, double* doubles, int many)
{
    State state;
    curand_init(vectors[1], 3u, &state);
    for (int i = 0; i < many; i++) {
        floats[i] = curand_uniform(&state);
        doubles[i] = curand_uniform_double(&state);
        floats[many + i] = curand_normal(&state);
        doubles[many + i] = curand_normal_double(&state);
    }
}

template <typename T, typename State, typename Scrambled, typename Vectors>
static void run(const char* name, Vectors* host)
{
    constexpr int kMany = 64;
    constexpr int kDimensions = 128;
    std::printf("%s directions %016llx\n", name,
                static_cast<unsigned long long>(hashOf(host, 3667 * sizeof(Vectors))));
    Vectors* vectors;
    T* out;
    float* floats;
    double* doubles;
    cudaMallocManaged(&vectors, kDimensions * sizeof(Vectors));
    cudaMallocManaged(&out, kDimensions * kMany * sizeof(T));
    cudaMallocManaged(&floats, 2 * kMany * sizeof(float));
    cudaMallocManaged(&doubles, 2 * kMany * sizeof(double));
    std::memcpy(vectors, host, kDimensions * sizeof(Vectors));
    draw<State><<<1, kDimensions>>>(vectors, 7, out, kMany);
    cudaDeviceSynchronize();
    std::printf("%s drawn %016llx\n", name,
                static_cast<unsigned long long>(hashOf(out, kDimensions * kMany * sizeof(T))));
    scramble<Scrambled><<<1, kDimensions>>>(vectors, out, kMany);
    cudaDeviceSynchronize();
    std::printf("%s scrambled %016llx\n", name,
                static_cast<unsigned long long>(hashOf(out, kDimensions * kMany * sizeof(T))));
    shape<State><<<1, 1>>>(vectors, floats, doubles, kMany);
    cudaDeviceSynchronize();
    std::printf("%s uniform %016llx %016llx\n", name,
                static_cast<unsigned long long>(hashOf(floats, kMany * sizeof(float))),
                static_cast<unsigned long long>(hashOf(doubles, kMany * sizeof(double))));
    for (int i = 0; i < 4; i++) {
        std::printf("%s normal %.5f %.9f\n", name, floats[kMany + i], doubles[kMany + i]);
    }
}

static void generate(const char* name, curandRngType_t type)
{
    constexpr int kMany = 3 * 1000;
    curandGenerator_t generator;
    curandCreateGenerator(&generator, type);
    curandSetQuasiRandomGeneratorDimensions(generator, 3);
    float* floats;
    double* doubles;
    cudaMallocManaged(&floats, kMany * sizeof(float));
    cudaMallocManaged(&doubles, kMany * sizeof(double));
    curandGenerateUniform(generator, floats, kMany);
    curandGenerateUniformDouble(generator, doubles, kMany);
    cudaDeviceSynchronize();
    std::printf("%s %016llx %016llx %.9g %.17g\n", name,
                static_cast<unsigned long long>(hashOf(floats, kMany * sizeof(float))),
                static_cast<unsigned long long>(hashOf(doubles, kMany * sizeof(double))), floats[1],
                doubles[1]);
    curandDestroyGenerator(generator);
}

int main()
{
    curandDirectionVectors32_t* narrow;
    curandDirectionVectors64_t* wide;
    if (curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6) != CURAND_STATUS_SUCCESS ||
        curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6) != CURAND_STATUS_SUCCESS) {
        std::printf("no directions\n");
        return 1;
    }
    run<unsigned, curandStateSobol32_t, curandStateScrambledSobol32_t>("32", narrow);
    run<unsigned long long, curandStateSobol64_t, curandStateScrambledSobol64_t>("64", wide);
    generate("host 32", CURAND_RNG_QUASI_SOBOL32);
    generate("host 64", CURAND_RNG_QUASI_SOBOL64);
}
