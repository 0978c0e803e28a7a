#!/usr/bin/env bash
# corpus_repositories.sh ROCPORT_CLI SOURCE_DIR ROCM_HEADERS: tests/corpus/repositories measures a repository that is made here: units that nvcc
# compiles, with some of what failed in real ones; one that it does not; one that lacks a header; and a C++ file that includes a header of CUDA.
set -euo pipefail

cli=$(realpath "$1")
source=$(cd "$2" && pwd)
headers=$(realpath -m "$3")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
nvcc=$(find_nvcc)
need git python3 clang++-19 "${nvcc:-nvcc}"
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
repository="$work/clones/owner+name"
mkdir -p "$repository/src" "$repository/include/own"
cat >"$repository/include/own/scale.h" <<'EOF'
#pragma once
#include <cuda_runtime.h>
void scale(float* data, int count, cudaStream_t stream);
EOF
cat >"$repository/src/scale.cu" <<'EOF'
#include "own/scale.h"
__global__ void scaleKernel(float* data, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        data[i] *= 2.0f;
    }
}
void scale(float* data, int count, cudaStream_t stream)
{
    scaleKernel<<<(count + 255) / 256, 256, 0, stream>>>(data, count);
}
EOF
cat >"$repository/include/own/check.h" <<'EOF'
#pragma once
inline const char* nameOf(cudaError_t error)
{
    switch (error) {
    case cudaSuccess:
        return "success";
    case cudaErrorHardwareStackError:
        return "stack";
    case cudaErrorTooManyPeers:
        return "peers";
    default:
        return "other";
    }
}
#define OWN_CHECK(call) nameOf(cuda##call)
#if defined(__CUDA_ARCH__)
#define OWN_BOTH __host__ __device__
#else
#define OWN_BOTH
#endif
EOF
cat >"$repository/src/groups.cu" <<'EOF'
#include "own/check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <omp.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
namespace cg = cooperative_groups;
OWN_BOTH inline double halved(double value) { return value / 2; }
__global__ void sums(double* data, int* counts)
{
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    data[threadIdx.x] = cg::reduce(tile, halved(data[threadIdx.x]), cg::plus<double>());
    if (counts[threadIdx.x] > 0) {
        counts[threadIdx.x] = cg::reduce(cg::coalesced_threads(), counts[threadIdx.x], cg::greater<int>());
    }
}
void sort(thrust::device_vector<int>& values, cudaStream_t stream)
{
    if (omp_get_max_threads() > 1) {
        thrust::sequence(values.begin(), values.end());
    }
    thrust::sort(thrust::cuda::par.on(stream), values.begin(), values.end());
    if (values.empty()) {
        throw thrust::system_error(1, thrust::cuda_category());
    }
}
const char* clear(void* data, cudaStream_t stream)
{
    return OWN_CHECK(MemsetAsync(data, 0, 16, stream));
}
EOF
cat >"$repository/src/main.cpp" <<'EOF'
#include <cuda_runtime_api.h>
int main()
{
    void* data = nullptr;
    return cudaMalloc(&data, 16) == cudaSuccess ? 0 : 1;
}
EOF
echo '__global__ void broken() { undeclared(); }' >"$repository/src/broken.cu"
printf '#include <nowhere/to_be_had.h>\n' >"$repository/src/missing.cu"
printf 'project(scale CXX)\nenable_language(CUDA)\nadd_executable(scale src/main.cpp src/scale.cu)\n' >"$repository/CMakeLists.txt"
git -C "$repository" init -q
git -C "$repository" add -A
git -C "$repository" -c user.name=test -c user.email=test@localhost commit -q -m first
printf '{"owner/name": {"commit": "%s"}}\n' "$(git -C "$repository" rev-parse HEAD)" >"$work/list.json"

# By the default, shim-headers; the same from what was kept; and with one generated header.
for pass in first cached header; do
    strategy=()
    [ "$pass" != header ] || strategy=(--propose=--strategy --propose=compat-header)
    python3 "$source/tests/corpus/repositories" --cli "$cli" --headers "$headers" --nvcc "$nvcc" --perl none --list-file "$work/list.json" \
        --repositories "$work/clones" --cache "$work/cache" --jobs 2 --require 100 "${strategy[@]}" --json "$work/$pass.json" >"$work/$pass.txt"
    cat "$work/$pass.txt"
done
cmp "$work/first.txt" "$work/cached.txt"
cmp "$work/first.txt" "$work/header.txt"
python3 - "$work/first.json" <<'EOF'
import json
import sys
report = json.load(open(sys.argv[1], encoding="utf-8"))["repositories"][0]
assert report["units"] == 5, report
assert report["nvcc"] == ["src/groups.cu", "src/main.cpp", "src/scale.cu"], report
assert list(report["nvcc_fails"]) == ["src/broken.cu"], report
assert report["header_not_here"] == {"src/missing.cu": "nowhere/to_be_had.h"}, report
assert report["ways"][0]["ok"] == report["nvcc"], report
EOF
