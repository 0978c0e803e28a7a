#!/usr/bin/env bash
# corpus_hip.sh ROCPORT_CLI SOURCE_DIR ROCM_HEADERS: translations of some programs of tests/corpus/programs, one of each kind, compile
# for gfx942. tests/corpus/rates does so for all of them, and for any other folder.
set -euo pipefail

cli=$(realpath "$1")
source=$(cd "$2" && pwd)
headers=$(realpath -m "$3")
for need in python3 clang++-19; do
    if ! command -v "$need" >/dev/null; then
        echo "ROCPORT_SKIP_TEST: $need is not installed"
        exit 0
    fi
done
if [ ! -d "$headers/hip" ]; then
    echo "ROCPORT_SKIP_TEST: there are no ROCm headers in $headers (packaging/bootstrap fetches them)"
    exit 0
fi
programs='saxpy_options.cu|constant_symbols.cu|graphs.cu|launch_in_macros.cu|reduce_shuffle.cu|ballot_compact.cu|mask_parameters.cu'
programs+='|half_math.cu|cache_operators.cu|curand_device.cu|cusparse_spsm.cu|byte_order_mark.cu|heat/heat.cu|driver_module.cpp'
exec python3 "$source/tests/corpus/rates" "$source/tests/corpus/programs" --cli "$cli" --headers "$headers" --perl none --no-scan \
    --match "^($programs)\$" --require 100
