// y = a * x + y with command line options, a timed loop and a check against the CPU.
#include <cuda_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cudaError_t status = (call);                                                         \
        if (status != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: cudaError %d (%s)\n", __FILE__, __LINE__, (int)status,   \
                    cudaGetErrorString(status));                                             \
            exit(EXIT_FAILURE);                                                              \
        }                                                                                    \
    } while (0)

__global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

static void saxpyHost(int n, float a, const float* x, float* y)
{
    for (int i = 0; i < n; ++i)
        y[i] = a * x[i] + y[i];
}

int main(int argc, char** argv)
{
    int n = 1 << 20, repeat = 10, block = 256;
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--cudaDevice") && i + 1 < argc)
            CHECK(cudaSetDevice(atoi(argv[++i])));
        else if (!strncmp(argv[i], "--size=", 7))
            n = atoi(argv[i] + 7);
        else if (!strcmp(argv[i], "-r") && i + 1 < argc)
            repeat = atoi(argv[++i]);
    }
    std::vector<float> x(n, 1.5f), y(n, 2.0f), reference(n, 2.0f);
    float *d_x = NULL, *d_y = NULL;
    CHECK(cudaMalloc((void**)&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repeat; ++i) {
        saxpy<<<(n + block - 1) / block, block>>>(n, 0.5f, d_x, d_y);
        saxpyHost(n, 0.5f, x.data(), reference.data());
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    auto stop = std::chrono::steady_clock::now();
    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    double worst = 0;
    for (int i = 0; i < n; ++i)
        worst = std::fmax(worst, std::fabs(y[i] - reference[i]));
    printf("%f s, largest error %g\n%s\n", std::chrono::duration<double>(stop - start).count(), worst,
           worst < 1e-4 ? "PASS" : "FAIL");
    cudaFree(d_x);
    cudaFree(d_y);
    return worst < 1e-4 ? 0 : 1;
}
