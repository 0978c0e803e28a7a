#include <cuda_runtime.h>
#include <curand.h>
#include <stdio.h>
#include <stdlib.h>

#define CURAND_CALL(x) do { if((x) != CURAND_STATUS_SUCCESS) { printf("Error at %s:%d\n",__FILE__,__LINE__); return EXIT_FAILURE;}} while(0)
#define CUDA_CALL(x) do { if((x) != cudaSuccess) { printf("Error at %s:%d\n",__FILE__,__LINE__); return EXIT_FAILURE;}} while(0)

int main(int argc, char *argv[])
{
    size_t n = 1000, i;
    curandGenerator_t gen, quasi;
    float *devData, *hostData = (float *)calloc(n, sizeof(float));
    double *normal;
    CUDA_CALL(cudaMalloc((void **)&devData, n * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&normal, n * sizeof(double)));
    CURAND_CALL(curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_DEFAULT));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(gen, 1234ULL));
    CURAND_CALL(curandGenerateUniform(gen, devData, n));
    CURAND_CALL(curandGenerateNormalDouble(gen, normal, n, 0.0, 1.0));
    CURAND_CALL(curandGeneratePoisson(gen, (unsigned int *)devData, n, 3.0));
    CURAND_CALL(curandCreateGeneratorHost(&quasi, CURAND_RNG_QUASI_SOBOL32));
    CURAND_CALL(curandSetQuasiRandomGeneratorDimensions(quasi, 10));
    CURAND_CALL(curandGenerateUniform(quasi, hostData, n));
    CUDA_CALL(cudaMemcpy(hostData, devData, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (i = 0; i < 5; i++) printf("%1.4f ", hostData[i]);
    printf("\n");
    CURAND_CALL(curandDestroyGenerator(gen));
    CURAND_CALL(curandDestroyGenerator(quasi));
    CUDA_CALL(cudaFree(devData));
    free(hostData);
    return EXIT_SUCCESS;
}
