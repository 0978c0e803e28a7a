// Functions, members and variables of this program that have names of CUDA's.
#include <cuda_runtime.h>
#include <cstdio>

namespace my {
__host__ __device__ unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
int cudaMallocCount = 0;
struct Device {
    int cudaDevice;
    int cudaGetDevice() const { return cudaDevice; }
    static int cudaFree(void*) { return 7; }
};
enum class Kind { cudaMemcpyHostToHostLike, other };
} // namespace my

static int curand(int seed) { return seed * 1103515245 + 12345; }

template <typename cudaStreamLike> void use(cudaStreamLike) {}

__global__ void smallest(const unsigned* a, unsigned* out)
{
    out[threadIdx.x] = my::umin(a[threadIdx.x], 10u);
}

int main()
{
    my::Device device{3};
    unsigned *a, *b;
    cudaMalloc(&a, 64 * sizeof(unsigned));
    cudaMalloc(&b, 64 * sizeof(unsigned));
    ++my::cudaMallocCount;
    smallest<<<1, 64>>>(a, b);
    int texture = curand(device.cudaGetDevice());
    int cudaError = my::Device::cudaFree(a);
    std::printf("cudaGetDevice() is %d, %d, %d\n", device.cudaDevice, texture, cudaError);
    cudaFree(a);
    ::cudaFree(b);
    use(my::Kind::cudaMemcpyHostToHostLike);
    return 0;
}
