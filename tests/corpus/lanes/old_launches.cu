// Launches as old samples write them: zeros for pointers and numbers, spaced brackets, textures by address.
#include <cstdio>

texture<float, 1, cudaReadModeElementType> table;

template <bool kAdds>
__global__ static void zeros(int* out, const int* in, int first, double scale, unsigned long last)
{
    const int own = static_cast<int>(threadIdx.x);
    out[own] = (in == nullptr ? 1 : 0) + own + first + static_cast<int>(scale) +
               static_cast<int>(last) + (kAdds ? 1 : 0);
}

template <typename T>
__global__ void deduced(int* out, T value)
{
    out[threadIdx.x] += static_cast<int>(sizeof(value)) + value;
}

__global__ void spaced(int* out)
{
    out[threadIdx.x] = static_cast<int>(blockDim.x + tex1Dfetch(table, 1));
}

int main()
{
    int* out = nullptr;
    cudaMallocManaged(&out, 64 * sizeof(int));
    zeros<true><<<1, 64>>>(out, 0, 0, 0, NULL);
    zeros<false><<<1, 32>>>(out, NULL, 1, 0, 0);
    deduced<<<1, 64>>>(out, 0);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 64; ++i) {
        wrong += out[i] != i + 2 + 4;
    }
    std::printf("zeros: %d wrong\n", wrong);
    float* values = nullptr;
    cudaMallocManaged(&values, 4 * sizeof(float));
    cudaMemset(values, 0, 4 * sizeof(float));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaBindTexture(NULL, &table, values, &format, 4 * sizeof(float));
    spaced << < 1, 64 >> > (out);
    cudaDeviceSynchronize();
    std::printf("spaced: %d\n", out[63]);
    return 0;
}
