// target: rocm=7.2 arch=gfx90a,gfx1100
// Faults that a build does not show: each function marked "wrong" has one, each marked "right" has none.
#include <cub/cub.cuh>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

#ifdef USE_ROCM
#define VOTES(p) ((unsigned)(__ballot(p)))           // wrong
#define VOTES_OF_32(p) ((unsigned)(__ballot(p) >> (__lane_id() & 32))) // right
#endif

struct WrongHeader { unsigned magic; unsigned lanes[kWarpSize]; };
struct RightHeader { unsigned magic; unsigned lanes[64]; };

struct WrongSame {
    template <typename T> __host__ __device__ T&& operator()(T&& value) const { return static_cast<T&&>(value); }
    __device__ const float& operator()(float value, int) const { return value; }
};

struct RightSame {
    template <typename T> __host__ __device__ T operator()(T&& value) const { return static_cast<T&&>(value); }
    __device__ const float& operator()(const float& value, int) const { return value; }
};

struct WrongTexture {
    cudaTextureObject_t handle = 0;
    ~WrongTexture() { cudaDestroyTextureObject(handle); }
};

struct RightTexture {
    RightTexture(const RightTexture&) = delete;
    ~RightTexture() { cudaDestroyTextureObject(handle); }
    cudaTextureObject_t handle = 0;
};

struct Timer { // right: it is never copied
    cudaEvent_t start;
    ~Timer() { cudaEventDestroy(start); }
};

std::vector<WrongTexture> wrongTextures;
std::vector<RightTexture> rightTextures;

__global__ void wrongReuse(int* out)
{
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename cub::BlockScan<int, 64>::TempStorage scan;
    } storage;
    int sum = Reduce(storage.reduce).Sum(out[0]);
    cub::BlockScan<int, 64>(storage.scan).InclusiveSum(sum, sum);
    out[1] = sum;
}

__global__ void rightReuse(int* out, bool scan)
{
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = 0;
    if (scan) {
        sum = Reduce(storage).Sum(out[0]);
    } else {
        sum = Reduce(storage).Sum(out[1]);
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        sum += Reduce(storage).Sum(out[i]);
        __syncthreads();
    }
    out[1] = sum;
}

__global__ void rightReuseByWarps(int* out)
{
    using Reduce = cub::WarpReduce<int, 32>;
    __shared__ typename Reduce::TempStorage storage;
    out[1] = Reduce(storage).Sum(out[0]);
    out[2] = Reduce(storage).Sum(out[1]);
}

__global__ void wrongReturn(float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    out[y * width + x] = 0.0f;
    __syncthreads();
}

__global__ void rightReturn(float* out, int rows)
{
    if (blockIdx.x >= rows) return;
    __syncthreads();
    if (threadIdx.y >= rows) return;
    out[threadIdx.y] = 0.0f;
}

__global__ void bounds(float* out)
{
    __shared__ float wrongWarps[1024 / 64];
    __shared__ float rightWarps[1024 / 32];
    wrongWarps[threadIdx.x / 64] = rightWarps[threadIdx.x / 64] = out[0];
}

__device__ int wrongSide(float a, float b)
{
    float x = __fdividef(a, b), y = __fdividef(b, a);
    float first = fminf(x, y);
    return first == x ? 1 : 2;
}

__device__ int rightSide(float a, float b)
{
    float x = __fdividef(a, b), y = __fdividef(b, a);
    return x <= y ? 1 : x == 0.0f ? 2 : 3;
}

__global__ void print()
{
    printf("%d\n", warpSize);
    printf("%d\n", (int)warpSize);
    printf("%d %d %d %d %d\n", 1, 2, 3, warpSize, warpSize);
}

void CUDART_CB wrongDone(void* data) { cudaFree(data); }
void CUDART_CB rightDone(void* data) { *static_cast<bool*>(data) = true; }

void hostFunctions(cudaStream_t stream, void* data)
{
    cudaLaunchHostFunc(stream, wrongDone, data);
    cudaLaunchHostFunc(stream, rightDone, data);
}

void wrongCopy(int* device, cudaStream_t stream)
{
    std::vector<int> host(100);
    cudaMemcpyAsync(device, host.data(), 400, cudaMemcpyHostToDevice, stream);
}

void rightCopy(int* device, const std::vector<int>& kept, const int* given, cudaStream_t stream)
{
    std::vector<int> host(100);
    cudaMemcpyAsync(device, host.data(), 400, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(device, kept.data(), 400, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(device, given, 400, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(host.data(), device, 400, cudaMemcpyDeviceToHost, stream);
}

void filters(cudaTextureDesc& wrong, cudaTextureDesc& right)
{
    wrong.filterMode = cudaFilterModeLinear;
    wrong.readMode = cudaReadModeElementType;
    right.filterMode = cudaFilterModeLinear;
    right.readMode = cudaReadModeNormalizedFloat;
}

CUresult wrongWait() { return cuCtxSynchronize(); }
void wrongModule(CUmodule* module, const char* text) { cuModuleLoadData(module, text); }

int wrongCompiler() { return system("nvcc -O3 --fatbin -o kernel.fatbin kernel.cu"); }
int rightCompiler() { return puts("was compiled with nvcc"); }
