// Kernels of an extension of PyTorch: the host's half needs its headers, the device's does not.
#include <torch/extension.h>

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/util/Half.h>

#include <cuda_fp16.h>

#include <vector>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be on the GPU")
#define CHECK_INPUT(x) \
    CHECK_CUDA(x);     \
    TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")

namespace extension {

constexpr int kThreads = 256;

struct Limits
{
    at::Tensor lower;
    at::Tensor upper;
};

template <typename scalar_t>
struct Gelu
{
    __device__ __forceinline__ scalar_t operator()(scalar_t x) const
    {
        using math_t = at::opmath_type<scalar_t>;
        const math_t value = static_cast<math_t>(x);
        return static_cast<scalar_t>(value * math_t(0.5) * (math_t(1) + erf(value * math_t(M_SQRT1_2))));
    }
};

template <typename scalar_t>
__global__ void scale_kernel(const scalar_t* __restrict__ x, scalar_t* __restrict__ y,
                             const scalar_t factor, int64_t n)
{
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i] * factor;
    }
}

template <typename scalar_t, int kThreadsOfBlock = kThreads>
C10_LAUNCH_BOUNDS_1(kThreadsOfBlock)
__global__ void gelu_kernel(const scalar_t* x, scalar_t* y, int n)
{
    CUDA_KERNEL_LOOP(i, n)
    {
        y[i] = Gelu<scalar_t>()(x[i]);
    }
}

// One warp for a row: its lanes are taken for 32.
template <typename scalar_t>
__global__ void row_sum_kernel(
    const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> x,
    float* __restrict__ sums)
{
    const int row = blockIdx.x;
    float sum = 0;
    for (int column = threadIdx.x; column < x.size(1); column += blockDim.x) {
        sum += static_cast<float>(x[row][column]);
    }
    __shared__ float of_warps[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (threadIdx.x % 32 == 0) {
        of_warps[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        sums[row] = 0;
        for (int warp = 0; warp < blockDim.x / 32; ++warp) {
            sums[row] += of_warps[warp];
        }
    }
}

// Takes the block for one warp.
__global__ void block_sum_kernel(const float* x, float* sums)
{
    float sum = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (threadIdx.x % warpSize == 0) {
        sums[blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize] = sum;
    }
}

namespace {

// Helpers of the host, one without PyTorch and one that uses another.
int blocks_for(int64_t n)
{
    return static_cast<int>((n + kThreads - 1) / kThreads);
}

void check_all(const std::vector<at::Tensor>& tensors)
{
    for (const auto& tensor : tensors) {
        CHECK_INPUT(tensor);
    }
}

} // namespace

torch::Tensor scale(torch::Tensor x, double factor)
{
    CHECK_INPUT(x);
    const at::cuda::OptionalCUDAGuard guard(device_of(x));
    auto y = torch::empty_like(x);
    const int64_t n = x.numel();
    cudaStream_t stream = at::cuda::getCurrentCUDAStream();
    AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "scale", [&] {
        scale_kernel<scalar_t><<<blocks_for(n), kThreads, 0, stream>>>(
            x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), static_cast<scalar_t>(factor), n);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    });
    return y;
}

torch::Tensor row_sum(torch::Tensor x)
{
    check_all({x});
    auto sums = torch::empty({x.size(0)}, x.options().dtype(torch::kFloat));
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "row_sum", ([&] {
        row_sum_kernel<scalar_t><<<x.size(0), kThreads>>>(
            x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(), sums.data_ptr<float>());
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }));
    return sums;
}

} // namespace extension

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    m.def("scale", &extension::scale, "Scales a tensor");
    m.def("row_sum", &extension::row_sum, "Sums of rows");
}
