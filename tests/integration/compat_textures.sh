#!/usr/bin/env bash
# compat_textures.sh ROCPORT_CLI ROCM_HEADERS: arrays, textures and surfaces in software, which ports hold for GPUs without image instructions: they
# come to CUDA's results on the host, a project that uses them all compiles with each strategy that brings them, another proposal on the port changes
# nothing, and targets that have textures keep HIP's.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
# shellcheck source=tests/integration/needs.sh
. "$here/needs.sh"
need git clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fixtures="$here/../fixtures/supplied"
clang++-19 -O1 -x hip -std=c++17 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -D__HIP_PLATFORM_AMD__ -isystem "$headers" \
    --cuda-host-only -I"$here/../../resources/compat" -Wall -Wextra -Werror -o "$work/host" "$fixtures/textures.cpp"
"$work/host"
echo "ok      results on the host"

cp -R "$fixtures/textures" "$work/project"
git -C "$work/project" init -q
version=$(hip_release "$headers")
for strategy in shim-headers compat-header torch-extension; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    # PyTorch gives enumerators of the driver's interface names of the runtime's types, so that no extension can use it for textures.
    [ "$strategy" != torch-extension ] || rm "$port/driver.cpp"
    for arch in gfx942 gfx1100,gfx942; do
        "$cli" verify build "$port" --strategy "$strategy" --rocm "$version" --arch "$arch" --rocm-path "$headers/.." >"$work/log" 2>&1 ||
            { cat "$work/log"; exit 1; }
        grep -qE '^[0-9]+ files compile, 0 failed, 0 not checked' "$work/log" || { cat "$work/log"; exit 1; }
        echo "ok      $strategy for $arch"
    done
    "$cli" propose "$port" --strategy "$strategy" --rocm "$version" --arch gfx90a,gfx1100 >"$work/other" 2>"$work/log" || { cat "$work/log"; exit 1; }
    if grep -q rocportTexture "$work/other"; then
        echo "Targets with textures do not keep HIP's with strategy $strategy."
        exit 1
    fi
    "$cli" propose "$port" --write --strategy "$strategy" --rocm "$version" --arch gfx942 >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    grep -rq "struct rocportTexture" "$port" || { echo "The port of strategy $strategy has no textures in software."; exit 1; }
    "$cli" propose "$port" --strategy "$strategy" --rocm "$version" --arch gfx942 >"$work/again" 2>"$work/log" || { cat "$work/log"; exit 1; }
    if [ -s "$work/again" ]; then
        echo "The port of strategy $strategy gets other changes:"
        cat "$work/again"
        exit 1
    fi
    echo "ok      $strategy stays as it is"
done
