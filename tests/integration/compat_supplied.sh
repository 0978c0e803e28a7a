#!/usr/bin/env bash
# compat_supplied.sh ROCPORT_CLI ROCM_HEADERS: the headers of CUDA that ports hold since HIP lacks them: a source that uses them all compiles for
# 64 and for 32 lanes with each strategy that brings them, another proposal on the port changes nothing, and what can run on the host comes to
# CUDA's results there.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
# shellcheck source=tests/integration/needs.sh
. "$here/needs.sh"
need git g++ clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
g++ -std=c++20 -Wall -Wextra -Werror -I"$here/../../resources/compat" "$here/../fixtures/supplied/host.cpp" -pthread -o "$work/host"
"$work/host"
g++ -std=c++20 -O1 -Wall -Wextra -Werror -Wno-unknown-pragmas -I"$here/../../resources/compat" "$here/../fixtures/supplied/matrices.cpp" -o "$work/matrices"
"$work/matrices"
echo "ok      results on the host"

mkdir "$work/project"
cp "$here/../fixtures/supplied/uses.cu" "$here/../fixtures/supplied/partitions.cu" "$here/../fixtures/supplied/CMakeLists.txt" "$work/project"
git -C "$work/project" init -q
version=$(hip_release "$headers")
for strategy in shim-headers compat-header torch-extension; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    # PyTorch's headers come before any that could ask HIP 6 for parts of groups: labels are findings there.
    if [ "$strategy" = torch-extension ] && [ "${version%%.*}" -lt 7 ]; then
        rm "$port/partitions.cu"
        sed -i 's/ partitions.cu//' "$port/CMakeLists.txt"
    fi
    for arch in gfx942 gfx1100; do
        "$cli" verify build "$port" --strategy "$strategy" --rocm "$version" --arch "$arch" --rocm-path "$headers/.." >"$work/log" 2>&1 ||
            { cat "$work/log"; exit 1; }
        grep -qE '^[0-9]+ files compile, 0 failed, 0 not checked' "$work/log" || { cat "$work/log"; exit 1; }
        echo "ok      $strategy for $arch"
    done
    "$cli" propose "$port" --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    "$cli" propose "$port" --strategy "$strategy" --rocm "$version" >"$work/again" 2>"$work/log" || { cat "$work/log"; exit 1; }
    if [ -s "$work/again" ]; then
        echo "The port of strategy $strategy gets other changes:"
        cat "$work/again"
        exit 1
    fi
    echo "ok      $strategy stays as it is"
done
