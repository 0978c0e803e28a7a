// The host's generators: what they refuse changes nothing, and nothing runs in a captured stream.
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

int main()
{
    float* numbers;
    cudaMallocManaged(&numbers, 6 * sizeof(float));
    curandGenerator_t quasi;
    curandCreateGenerator(&quasi, CURAND_RNG_QUASI_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(quasi, 3);
    say("no dimensions", curandSetQuasiRandomGeneratorDimensions(quasi, 0) == CURAND_STATUS_OUT_OF_RANGE);
    say("as before", curandGenerateUniform(quasi, numbers, 6) == CURAND_STATUS_SUCCESS &&
                         curandGenerateUniform(quasi, numbers, 5) != CURAND_STATUS_SUCCESS);
    curandDestroyGenerator(quasi);

    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreate(&stream);
    curandSetStream(generator, stream);
    numbers[0] = 5;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    say("captured", curandGenerateUniform(generator, numbers, 6) == CURAND_STATUS_LAUNCH_FAILURE && numbers[0] == 5);
    cudaStreamEndCapture(stream, &graph);
    say("captured no more", curandGenerateUniform(generator, numbers, 6) == CURAND_STATUS_SUCCESS && numbers[0] < 5);
    curandDestroyGenerator(generator);
    return 0;
}
