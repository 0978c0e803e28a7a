#!/usr/bin/env bash
# sample_hip.sh ROCPORT_CLI SAMPLE ROCM_HEADERS: ports a copy of the sample repository and compiles every HIP file of
# the port, once for each compiler at hand:
#   hipcc 5.2 (Debian 12) for gfx90a, with a port made for ROCm 5.2
#   clang++-19 with the newest ROCm headers of Debian for gfx942, with a port made for that release
# A file that a compiler cannot take for want of a library's headers is listed with that reason; every other failure
# fails the test.
set -euo pipefail

cli=$(realpath "$1")
sample=$(cd "$2" && pwd)
headers=$(realpath -m "$3")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
ran=0

# port NAME STRATEGY ROCM ARCH: a fresh repository with every proved edit accepted, in $work/NAME.
port() {
    local folder="$work/$1" part
    cp -R "$sample" "$folder"
    git -C "$folder" init -q
    git -C "$folder" add -A
    git -C "$folder" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -q -m sample
    "$cli" propose "$folder" --accept proved --write --rocm "$3" --arch "$4" --strategy "$2"
    # With the strategy of the Python extension, names are left to PyTorch's build; translate stands in for it here.
    # With compat headers the sources are compiled as they are.
    if [ "$2" = torch-extension ]; then
        for part in csrc tests; do
            "$cli" translate --rocm "$3" -o "$folder-$part" "$folder/$part"
            rm -rf "${folder:?}/$part" && mv "$folder-$part" "$folder/$part"
        done
    fi
}

# compile_all FOLDER SEARCH COMMAND...: SEARCH is where library headers may be.
compile_all() {
    local folder=$1 search=$2 file reason
    shift 2
    cd "$folder"
    for file in csrc/*.cu csrc/*.hip tests/main.cpp csrc/bindings.cpp; do
        [ -e "$file" ] || continue
        ran=$((ran + 1))
        if "$@" -I"$folder/csrc" -I"$folder" "$file" -o "$work/object" >"$work/log" 2>&1; then
            echo "ok        $file"
        elif reason=$(missing_header_in "$work/log" "$search"); then
            echo "left out  $file: $reason is not installed here"
        elif reason=$(stays_for_a_person "$file" "$work/log"); then
            echo "left out  $file: $reason"
        else
            echo "FAILED    $file"
            grep -E 'error|FAILED' -A 4 "$work/log" | head -n 40
            failed=1
        fi
    done
}

# stays_for_a_person FILE LOG: where ROCm before 7 lacks a *_sync builtin whose mask is declared in another file, Rocport
# proposes no edit and its report names the place. Every error in LOG must be of this kind, and the scan must say so.
stays_for_a_person() {
    local other
    other=$(grep -E ': error: ' "$2" | grep -vcE "use of undeclared identifier '__[a-z_]+_sync'" || true)
    [ "$other" = 0 ] && "$cli" scan "$sample" --rocm 5.2 --arch gfx90a 2>/dev/null |
        grep -F "$1" | grep -qF 'the form without a mask covers all active lanes' &&
        echo "a *_sync builtin with a mask of another file is left for a person before ROCm 7; the report names the line"
}

# missing_header_in LOG SEARCH: the header that the compiler says it cannot find, when it is a library's.
missing_header_in() {
    local header
    header=$(sed -nE "s/.*fatal error: '([^']+)' file not found.*/\1/p" "$1" | head -n 1)
    [[ "$header" =~ ^(hipblas|hipcub|rocprim|hiprand|thrust|torch|ATen|c10)/ ]] && [ ! -e "$2/$header" ] && echo "$header"
}

for strategy in torch-extension compat-header; do
    if command -v hipcc >/dev/null; then
        echo "== $strategy, hipcc for gfx90a, ROCm 5.2"
        port "old-$strategy" "$strategy" 5.2 gfx90a
        compile_all "$work/old-$strategy" /usr/include hipcc -x hip -std=c++17 --offload-arch=gfx90a -DUSE_ROCM -c
    fi
    if command -v clang++-19 >/dev/null && [ -d "$headers/hip" ]; then
        version=$(hip_release "$headers")
        echo "== $strategy, clang 19 for gfx942, ROCm $version"
        port "new-$strategy" "$strategy" "$version" gfx942
        # Device code down to assembly, since inline assembly is only read there; headers of the release, not the machine's.
        compile_all "$work/new-$strategy" "$headers" clang++-19 -x hip -std=c++17 --offload-arch=gfx942 \
            --cuda-device-only -S -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -isystem "$headers" \
            -D__HIP_PLATFORM_AMD__ -DHIP_ENABLE_WARP_SYNC_BUILTINS -DUSE_ROCM -Wno-unused-command-line-argument
    fi
done
if [ "$ran" = 0 ]; then
    echo 'ROCPORT_SKIP_TEST: neither hipcc nor clang++-19 with ROCm headers is installed'
fi
exit $failed
