#!/usr/bin/env bash
# corpus_hip.sh ROCPORT_CLI SOURCE_DIR ROCM_HEADERS: translations of some programs of tests/corpus/programs, one of each kind, compile
# for gfx942. tests/corpus/rates does so for all of them, and for any other folder.
set -euo pipefail

cli=$(realpath "$1")
source=$(cd "$2" && pwd)
headers=$(realpath -m "$3")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need python3 clang++-19
need_hip_headers "$headers"
programs='saxpy_options.cu|constant_symbols.cu|graphs.cu|launch_in_macros.cu|reduce_shuffle.cu|ballot_compact.cu|mask_parameters.cu'
programs+='|half_math.cu|cache_operators.cu|curand_device.cu|cusparse_spsm.cu|byte_order_mark.cu|heat/heat.cu|driver_module.cpp'
exec python3 "$source/tests/corpus/rates" "$source/tests/corpus/programs" --cli "$cli" --headers "$headers" --perl none --no-scan \
    --match "^($programs)\$" --require 100
