#!/usr/bin/env bash
# build_hip.sh ROCPORT_CLI PROJECTS SAMPLE ROCM_HEADERS: ports copies of the CMake projects below PROJECTS and of the
# sample repository, configures the ports with -DUSE_ROCM=ON, and compiles what CMake would compile.
#
# CMake, clang 19 and the HIP headers are real. The packages that a ROCm installation brings (hip-lang, hip, hipBLAS)
# are written here, with the targets that the real ones have; there are no device libraries and no GPU, so device code
# is compiled down to assembly, and nothing is linked or run.
set -euo pipefail

cli=$(realpath "$1")
projects=$(cd "$2" && pwd)
sample=$(cd "$3" && pwd)
headers=$(realpath -m "$4")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need cmake clang++-19
need_hip_headers "$headers"
clang=$(command -v clang++-19)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
rocm="$work/rocm"

# package NAME TARGET: what find_package(NAME) needs.
package() {
    mkdir -p "$rocm/lib/cmake/$1"
    cat >"$rocm/lib/cmake/$1/$1-config.cmake" <<CONFIG
if(NOT TARGET $2)
  add_library($2 INTERFACE IMPORTED)
  set_target_properties($2 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$headers")
endif()
CONFIG
}
package hip-lang hip-lang::device
package hip hip::host
echo 'set_property(TARGET hip::host PROPERTY INTERFACE_COMPILE_DEFINITIONS __HIP_PLATFORM_AMD__=1)
set(hip_INCLUDE_DIRS ${CMAKE_CURRENT_LIST_DIR}/../../../include)' >>"$rocm/lib/cmake/hip/hip-config.cmake"
mkdir -p "$rocm/include" "$rocm/bin"
package hipblas roc::hipblas
# What rocm_agent_enumerator prints on a machine with a CPU and two GPUs, one with features.
printf '#!/bin/sh\necho gfx000\necho gfx942:sramecc+:xnack-\necho gfx942\n' >"$rocm/bin/rocm_agent_enumerator"
chmod +x "$rocm/bin/rocm_agent_enumerator"

for strategy in shim-headers compat-header; do
for project in "$projects"/modern/ "$projects"/findcuda/ "$projects"/mixed/ "$sample"/; do
    name=$(basename "$project")-$strategy
    port="$work/$name"
    cp -R "$project" "$port"
    git -C "$port" init -q
    git -C "$port" add -A
    git -C "$port" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -q -m original
    version=$(hip_release "$headers")
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    if ! ROCM_PATH="$rocm" PATH="$rocm/bin:$PATH" cmake -S "$port" -B "$port-build" -G 'Unix Makefiles' -DUSE_ROCM=ON \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_HIP_COMPILER="$clang" -DCMAKE_HIP_COMPILER_ROCM_ROOT="$rocm" \
        -DCMAKE_HIP_COMPILER_FORCED=TRUE -DCMAKE_HIP_COMPILER_ID_RUN=1 -DCMAKE_HIP_COMPILER_ID=Clang \
        -DCMAKE_HIP_COMPILER_VERSION="$("$clang" -dumpversion)" -DCMAKE_HIP_STANDARD_COMPUTED_DEFAULT=17 -DCMAKE_HIP_FLAGS="-nogpulib -nogpuinc" >"$work/log" 2>&1; then
        echo "FAILED  $name: CMake"
        tail -n 30 "$work/log"
        failed=1
        continue
    fi
    if grep -E 'nvcc|-gencode|sm_[0-9]|use_fast_math' "$port-build/compile_commands.json"; then
        echo "FAILED  $name: something of CUDA is left in the commands"
        failed=1
    fi
    # Every .cu file must be a HIP source, for the architecture that was found, with the macro.
    python3 - "$port-build/compile_commands.json" >"$work/commands" <<'PYTHON'
import json, shlex, sys
for entry in json.load(open(sys.argv[1])):
    words = shlex.split(entry["command"])
    if entry["file"].endswith(".cu"):
        for word in ("--offload-arch=gfx942", "hip", "-DUSE_ROCM"):
            if word not in words:
                sys.exit(f"{entry['file']}: {word} is missing from: {entry['command']}")
        at = words.index("-o")
        words[at:at + 2] = []
        words = [w for w in words if w not in ("-c", "-nogpuinc")]
        # As the driver does it with device libraries: before any other header.
        words[1:1] = ["-include", "__clang_hip_runtime_wrapper.h"]
        words += ["--cuda-device-only", "-S", "-o", "/dev/null", "-nogpuinc"]
        print("hip", entry["file"], shlex.join(words), sep="\t")
    else:
        print("host", entry["file"], entry["command"], sep="\t")
PYTHON
    kernels=0
    while IFS=$'\t' read -r kind file command; do
        extra=()
        if [ "$kind" = hip ]; then
            kernels=$((kernels + 1))
            extra=(-isystem "$headers" -D__HIP_PLATFORM_AMD__
                -DHIP_ENABLE_WARP_SYNC_BUILTINS -Wno-unused-command-line-argument)
        fi
        if (cd "$port-build" && mkdir -p "$(dirname "$(grep -oE -- '-o [^ ]+' <<<"$command" | head -n 1 | cut -c4-)")" &&
            eval "$command ${extra[*]}") >"$work/log" 2>&1; then
            echo "ok      $name: ${file#"$port"/}"
        elif grep -qE "fatal error: '?(hipblas|hipcub|rocprim|hiprand|thrust)/" "$work/log"; then
            echo "left out  $name: ${file#"$port"/}: a library's headers are not installed here"
        else
            echo "FAILED  $name: ${file#"$port"/}"
            grep -E 'error' -A 4 "$work/log" | head -n 20
            failed=1
        fi
    done <"$work/commands"
    [ "$kernels" -gt 0 ] || { echo "FAILED  $name: no kernel was compiled"; failed=1; }
done
done
exit $failed
