#!/usr/bin/env bash
# compat_linkage.sh ROCPORT_CLI ROCM_HEADERS: headers of a port that C++ includes in extern "C", and C without it, compile; so do fragments that
# stand in a class.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
cat >"$work/project/lib.h" <<'SOURCE'
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
#include <cuda_runtime_api.h>
#include <cublas_v2.h>
cudaError_t lib_alloc(void** p, size_t n);
int lib_make(cublasHandle_t* handle, cudaEvent_t* event);
#ifdef __cplusplus
}
#endif
SOURCE
cat >"$work/project/host.cpp" <<'SOURCE'
#include "lib.h"
cudaError_t lib_alloc(void** p, size_t n)
{
    return cudaMalloc(p, n);
}
int lib_make(cublasHandle_t* handle, cudaEvent_t* event)
{
    return cublasCreate(handle) != CUBLAS_STATUS_SUCCESS || cudaEventCreate(event) != cudaSuccess;
}
SOURCE
cat >"$work/project/plain.c" <<'SOURCE'
#include "lib.h"
int use(void)
{
    void* p = 0;
    return (int)lib_alloc(&p, 4) + (int)cudaFree(p);
}
SOURCE
cat >"$work/project/kernels.cu" <<'SOURCE'
#include "lib.h"
#include "impl.inl"
#ifdef WITH_DOT
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
__device__ int sum(int a)
{
    namespace cg = cooperative_groups;
    return cg::inclusive_scan(cg::coalesced_threads(), a, cg::plus<int>());
}
#endif
__global__ void k(int* out, int a)
{
    out[0] = a;
#ifdef WITH_DOT
    out[1] = __dp4a(a, a, a);
#endif
}
SOURCE
cat >"$work/project/impl.inl" <<'SOURCE'
struct State
{
#include "fields.inl"
};
SOURCE
cat >"$work/project/fields.inl" <<'SOURCE'
    cudaStream_t stream;
    int device()
    {
        int d = 0;
        cudaGetDevice(&d);
        return d;
    }
SOURCE
git -C "$work/project" init -q
version=$(hip_release "$headers")
for strategy in shim-headers compat-header in-place sibling; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    common=(-D__HIP_PLATFORM_AMD__ -DUSE_ROCM -Wno-unused-result -fsyntax-only -isystem "$headers")
    first=()
    case $strategy in shim-headers | compat-header) common+=(-DWITH_DOT) ;; esac
    if [ "$strategy" = shim-headers ]; then
        common+=(-I"$port/rocm_compat")
        first=(-include "$port/rocm_compat/cuda_runtime.h")
    fi
    kernels=kernels.cu host=host.cpp plain=plain.c
    if [ "$strategy" = sibling ]; then
        kernels=kernels.hip
        [ ! -f "$port/host_hip.cpp" ] || host=host_hip.cpp
        [ ! -f "$port/plain_hip.c" ] || plain=plain_hip.c
    fi
    clang++-19 -x c++ -std=c++17 "${common[@]}" "$port/$host"
    clang-19 -x c "${common[@]}" "$port/$plain"
    clang++-19 -x hip -std=c++17 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h "${common[@]}" "${first[@]}" --offload-arch=gfx942 \
        "$port/$kernels"
    echo "ok      $strategy"
done
