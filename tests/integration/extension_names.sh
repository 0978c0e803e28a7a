#!/usr/bin/env bash
# extension_names.sh ROCPORT_CLI ROCM_HEADERS: an extension of PyTorch with names that the tables of torch.utils.hipify lack, or give a name that
# HIP lacks, compiles after the port and what PyTorch itself does to its sources.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git clang++-19 python3
need_hip_headers "$headers"
python=
for one in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$one" -c "import torch.utils.hipify.hipify_python" 2>/dev/null; then
        python=$one
    fi
done
[ -n "$python" ] || skip "python3 has no torch with torch.utils.hipify"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/project/csrc"
cd "$work/project"
cat >setup.py <<'SOURCE'
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="names", ext_modules=[CUDAExtension("names", ["csrc/names.cu"])], cmdclass={"build_ext": BuildExtension})
SOURCE
cat >csrc/names.cu <<'SOURCE'
#include <cuda_runtime.h>
#include <cuda.h>
#include <cuComplex.h>
#include <math_constants.h>
#include <cuda_fp16.hpp>
#include <nvtx3/nvToolsExt.h>

__global__ void add(cuFloatComplex* to, const __half* from)
{
    to[0] = cuCaddf(to[1], make_cuFloatComplex(CUDART_PI_F * __half2float(from[0]), cuCabsf(to[2])));
}

const char* text(cudaError_t error)
{
    switch (error) {
    case cudaErrorInvalidHostPointer:
        return "pointer";
    case cudaErrorGraphExecUpdateFailure:
        return "update";
    default:
        return cudaGetErrorString(error);
    }
}

unsigned int flags()
{
    return CU_CTX_SCHED_SPIN | CU_MEMHOSTALLOC_PORTABLE;
}

int launch(cuFloatComplex* to, const __half* from, cudaStream_t stream)
{
    nvtxRangePushA("launch");
    const nvtxRangeId_t range = nvtxRangeStartA("all");
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    add<<<1, 32, 0, stream>>>(to, from);
    nvtxRangeEnd(range);
    nvtxMark("end");
    return nvtxRangePop() + cudaSharedmemCarveoutMaxShared;
}
SOURCE
git init -q .
git add -A
git -c user.name=t -c user.email=t@t commit -q -m start
compile() {
    clang++-19 -x hip --offload-arch=gfx942 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -std=c++17 -fsyntax-only -w -DUSE_ROCM \
        -D__HIP_PLATFORM_AMD__ -isystem "$headers" csrc/names.hip
}
translate() {
    "$python" - <<'SOURCE' >/dev/null
import os
from torch.utils.hipify import hipify_python

root = os.getcwd()
hipify_python.hipify(project_directory=root, output_directory=root, includes=[root + "/*"], extensions=(".cu", ".h"),
                     show_progress=False, is_pytorch_extension=True)
SOURCE
}
translate
! compile 2>/dev/null || { echo "the extension compiles without a port, so that this tests nothing"; exit 1; }
git clean -qfd
"$cli" propose . --write --rocm 6.4 >/dev/null
[ -f csrc/rocport_compat.h ] || { echo "no header was made"; exit 1; }
translate
compile
