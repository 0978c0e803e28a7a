# What the scripts beside this file ask for before they begin; sourced.
# shellcheck shell=bash

# skip REASON: ends the test as CTest's SKIP_REGULAR_EXPRESSION knows it.
skip() {
    echo "ROCPORT_SKIP_TEST: $1"
    exit 0
}

# need PROGRAM...
need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || skip "$program is not installed"
    done
}

# need_hip_headers FOLDER: the folder that holds hip/.
need_hip_headers() {
    [ -d "$1/hip" ] || skip "there are no ROCm headers in $1 (packaging/bootstrap fetches them)"
}

# hip_release FOLDER: prints the release of those headers, "6.4".
hip_release() {
    sed -nE 's/^#define HIP_VERSION_(MAJOR|MINOR) ([0-9]+).*/\2/p' "$1/hip/hip_version.h" | paste -sd.
}

# find_nvcc: prints where nvcc is, in PATH or in the folder that NVIDIA's packages use; nothing without one.
find_nvcc() {
    command -v nvcc || { [ ! -x /usr/local/cuda/bin/nvcc ] || echo /usr/local/cuda/bin/nvcc; }
}
