#!/usr/bin/env bash
# sample_nvcc.sh SAMPLE: compiles every kernel file of the sample repository, and its test program, with nvcc.
set -euo pipefail

sample=$(cd "$1" && pwd)
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
nvcc=$(find_nvcc)
need "${nvcc:-nvcc}"

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0
compile() {
    if "$nvcc" -std=c++17 -arch=sm_90 -I"$sample/csrc" "$@" -o "$out/object.o" >"$out/log" 2>&1; then
        echo "ok      ${*: -1}"
    else
        echo "FAILED  ${*: -1}"
        cat "$out/log"
        failed=1
    fi
}

cd "$sample"
for file in csrc/*.cu; do compile -c "$file"; done
compile -c -DSEQK_L2_WINDOW csrc/l2_window.cu
compile -c -x cu tests/main.cpp

# The binding needs PyTorch's headers; without them its syntax is not checked here.
torch=$(python3 -c 'import torch.utils.cpp_extension as e; print(" ".join("-I" + p for p in e.include_paths()))' 2>/dev/null || true)
if [ -n "$torch" ]; then
    # shellcheck disable=SC2086
    compile -c -x cu $torch "-I$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')" \
        -DTORCH_EXTENSION_NAME=_C csrc/bindings.cpp
else
    echo 'left out: csrc/bindings.cpp, since PyTorch is not installed here'
fi
exit $failed
