#!/usr/bin/env bash
# compat_shapes.sh ROCPORT_CLI ROCM_HEADERS: where CUDA's headers stand in real projects, with both strategies that map names: between the project's
# own, in extern "C", in files that others include in their midst, under conditions, in host code of C and C++; a unit that needs the runtime alone
# compiles where nothing else is installed.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git gcc g++ clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project" "$work/alone"
ln -s "$headers/hip" "$headers/hsa" "$work/alone"
cd "$work/project"

# The runtime alone, beside files that use everything.
cat >runtime.cu <<'SOURCE'
#include <cuda_runtime.h>
#include <vector>
__global__ void one(int* p)
{
    *p = 1;
}
cudaError_t run(std::vector<int>& to)
{
    int* p = nullptr;
    cudaMalloc(&p, 4);
    one<<<1, 1>>>(p);
    return cudaMemcpy(to.data(), p, 4, cudaMemcpyDeviceToHost);
}
SOURCE
cat >runtime.cpp <<'SOURCE'
#include <cuda_runtime_api.h>
#include <vector>
cudaError_t count(int* to)
{
    return cudaGetDeviceCount(to);
}
SOURCE
cat >runtime.c <<'SOURCE'
#include <cuda_runtime_api.h>
int count_c(int* to)
{
    return (int)cudaGetDeviceCount(to);
}
SOURCE
# A library that is built in on request.
cat >optional.cu <<'SOURCE'
#include <cuda_runtime.h>
#ifdef WITH_FFT
#include <cufft.h>
#endif
cudaError_t wait()
{
    return cudaDeviceSynchronize();
}
#ifdef WITH_FFT
cufftResult plan(cufftHandle* handle)
{
    return cufftPlan1d(handle, 64, CUFFT_C2C, 1);
}
#endif
SOURCE

# Between the project's own.
cat >first.h <<'SOURCE'
#pragma once
inline cudaError_t first()
{
    return cudaDeviceSynchronize();
}
#define WIDTH 32
SOURCE
cat >last.h <<'SOURCE'
#pragma once
inline bool made(cublasHandle_t* handle)
{
    return cublasCreate(handle) == CUBLAS_STATUS_SUCCESS;
}
SOURCE
cat >between.cu <<'SOURCE'
#include "first.h"
#include <cublas_v2.h>
#include "last.h"
#include <curand_kernel.h>
__global__ void draw(float* to)
{
    curandState state;
    curand_init(WIDTH, threadIdx.x, 0, &state);
    to[threadIdx.x] = curand_uniform(&state);
}
SOURCE

# In extern "C", for C++ and for C.
cat >lib.h <<'SOURCE'
#ifndef LIB_H
#define LIB_H
#ifdef __cplusplus
extern "C" {
#endif
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvToolsExt.h>
#ifdef __cplusplus
#include <cublasLt.h>
#include <curand.h>
#endif
typedef struct Lib
{
    cublasHandle_t blas;
    cusparseHandle_t sparse;
    cuDoubleComplex scale;
    ncclComm_t peers;
    cudaStream_t stream;
} Lib;
int lib_open(Lib* lib);
#ifdef __cplusplus
}
#endif
#endif
SOURCE
cat >lib.cpp <<'SOURCE'
#include "lib.h"
int lib_open(Lib* lib)
{
    nvtxRangePushA("open");
    lib->scale = make_cuDoubleComplex(1.0, 0.0);
    return cublasCreate(&lib->blas) != CUBLAS_STATUS_SUCCESS || cudaStreamCreate(&lib->stream) != cudaSuccess;
}
SOURCE
cp lib.cpp lib_kernels.cu
cat >lib_user.c <<'SOURCE'
#include "lib.h"
int lib_use(Lib* lib)
{
    return lib_open(lib) + (int)cudaStreamSynchronize(lib->stream);
}
SOURCE

# In the midst of others: a class, a function, a namespace. CUDA's headers there are read already.
cat >members.h <<'SOURCE'
#include <cuda_runtime.h>
#include <cublas_v2.h>
    cudaStream_t stream = nullptr;
    cublasHandle_t blas = nullptr;
    bool bind() { return cublasSetStream(blas, stream) == CUBLAS_STATUS_SUCCESS; }
SOURCE
cat >body.h <<'SOURCE'
#include <cuda_runtime.h>
    return cudaGetDevice(&device) == cudaSuccess ? device : -1;
SOURCE
cat >part.cuh <<'SOURCE'
#include <cuda_runtime.h>
#include <cub/cub.cuh>
__global__ void sum(const int* from, int* to)
{
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage storage;
    const int all = Reduce(storage).Sum(from[threadIdx.x]);
    if (threadIdx.x == 0)
        *to = all;
}
SOURCE
cat >midst.cu <<'SOURCE'
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cub/cub.cuh>
struct State
{
#include "members.h"
};
int current()
{
    int device = 0;
#include "body.h"
}
namespace parts {
#include "part.cuh"
}
void use(int* p)
{
    parts::sum<<<1, 64>>>(p, p);
}
SOURCE

# Host code that reads headers with device parts.
cat >all.h <<'SOURCE'
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <device_functions.h>
#include <math_functions.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>
#include <nvtx3/nvToolsExt.h>
struct Tensor
{
    __nv_bfloat16* data;
    __half scale;
    curandState* states;
};
void fill(Tensor& tensor, __nv_bfloat162* pairs);
SOURCE
cat >all_kernels.cu <<'SOURCE'
#include "all.h"
__global__ void bits(int* to, __nv_bfloat16* from)
{
    to[0] = __dp4a(to[1], to[2], to[3]);
    from[0] = __int2bfloat16_rn(to[4]);
    to[5] = __reduce_add_sync(0xffffffffu, to[6]);
}
void fill(Tensor& tensor, __nv_bfloat162*)
{
    bits<<<1, 32>>>(nullptr, tensor.data);
}
SOURCE
cat >all_host.cpp <<'SOURCE'
#include "all.h"
void start(Tensor& tensor)
{
    fill(tensor, nullptr);
}
SOURCE
cat >targets.cu <<'SOURCE'
#include <cooperative_groups.h>
#include <cuda/cmath>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <nv/target>
template <typename Group>
__device__ int first(Group const& group, int value)
{
    auto const votes = group.ballot(value > 3);
    return __ffs(votes) - 1 + __popc(group.ballot(value > 5));
}
__global__ void targets(int* out, int n)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    cuda::std::span<int> all(out, n);
    cuda::std::span<int> none(out, 0);
    cuda::std::optional<int> maybe = n > 2 ? cuda::std::optional<int>(3) : cuda::std::nullopt;
    int taken = first(tile, out[0]);
    NV_IF_TARGET(NV_IS_DEVICE, (taken += 1;), (taken += 2;))
    NV_IF_TARGET(NV_IS_HOST, (taken += 4;))
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (taken += 8;), NV_IS_DEVICE, (taken += 16;), NV_ANY_TARGET, (taken += 32;))
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_100, (), NV_PROVIDES_SM_90, (), NV_PROVIDES_SM_80, (), NV_PROVIDES_SM_75, (),
                       NV_PROVIDES_SM_70, (), NV_IS_EXACTLY_SM_52, (), NV_ANY_TARGET, (int seventh = 1;taken += seventh;))
    for (int& one : all.first(2))
        one = cuda::ceil_div(n, 3) + cuda::round_up(taken, 4) + cuda::round_down(n, 2) + maybe.value_or(1);
    all.subspan(1)[0] = static_cast<int>(all.size_bytes() + none.size());
}
int sum(cuda::std::span<const int> values)
{
    int total = 0;
    NV_IF_ELSE_TARGET(NV_IS_HOST, (for (int one : values) total += one;), (total = -1;))
    return total;
}
SOURCE
cat >products.cu <<'SOURCE'
#include <cublasLt.h>
cublasStatus_t describe(cublasLtMatmulDesc_t* product)
{
    cublasLtMatmulDescCreate(product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    const cublasOperation_t turned = CUBLAS_OP_T;
    cublasLtMatmulDescSetAttribute(*product, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned);
    const int8_t fast = 1;
    cublasLtMatmulDescSetAttribute(*product, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
    const cudaDataType_t scale = CUDA_R_32F;
    return cublasLtMatmulDescSetAttribute(*product, CUBLASLT_MATMUL_DESC_SCALE_TYPE, &scale, sizeof scale);
}
SOURCE
cat >plain.c <<'SOURCE'
#include <cuda_runtime.h>
#include <math_functions.h>
#include <curand.h>
#include <cublasLt.h>
#include <math.h>
double both(int* count)
{
    return sqrt((double)cudaGetDeviceCount(count));
}
SOURCE

git init -q
version=$(hip_release "$headers")
for strategy in compat-header shim-headers; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    cd "$port"
    "$cli" propose . --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    common=(-D__HIP_PLATFORM_AMD__ -DUSE_ROCM -Wno-unused-result -fsyntax-only)
    first=()
    if [ "$strategy" = shim-headers ]; then
        common+=(-Irocm_compat)
        first=(-include rocm_compat/cuda_runtime.h)
    fi
    hip=(clang++-19 -x hip -std=c++17 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -DHIP_ENABLE_WARP_SYNC_BUILTINS --offload-arch=gfx942
        "${common[@]}" "${first[@]}")
    failed=0
    try() { # COMMAND...: one unit
        "$@" >"$work/log" 2>&1 || { echo "FAILS   $strategy: ${*: -1}"; head -n 12 "$work/log"; failed=1; }
    }
    for unit in *.cu; do
        try "${hip[@]}" -isystem "$headers" "$unit"
    done
    for unit in *.cpp; do
        for cpp in g++ clang++-19; do
            try "$cpp" -x c++ -std=c++17 "${common[@]}" -isystem "$headers" "$unit"
        done
    done
    for unit in *.c; do
        try gcc -x c "${common[@]}" -isystem "$headers" "$unit"
    done
    try "${hip[@]}" -isystem "$headers" -DWITH_FFT optional.cu
    for unit in runtime.cu optional.cu; do
        try "${hip[@]}" -isystem "$work/alone" "$unit"
    done
    try g++ -x c++ -std=c++17 "${common[@]}" -isystem "$work/alone" runtime.cpp
    try gcc -x c "${common[@]}" -isystem "$work/alone" runtime.c
    [ "$failed" = 0 ] || exit 1
    echo "ok      $strategy"
done
