#!/usr/bin/env bash
# build_nvidia.sh ROCPORT_CLI PROJECTS: ports a copy of every CMake project below PROJECTS with every change accepted,
# configures original and port for NVIDIA, and compares what the compilers would be called with; makefiles by `make -n`.
set -euo pipefail

cli=$(realpath "$1")
projects=$(cd "$2" && pwd)
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
nvcc=$(find_nvcc)
need cmake "${nvcc:-nvcc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# commands FOLDER: configures it in a build folder beside it; the compile commands, linker lines too, with the folder's
# name taken out.
commands() {
    if ! CUDACXX="$nvcc" cmake -S "$1" -B "$1-build" -G 'Unix Makefiles' -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        -DCUDA_TOOLKIT_ROOT_DIR="$(dirname "$(dirname "$(realpath "$nvcc")")")" >"$1.log" 2>&1; then
        echo "FAILED to configure $1"
        tail -n 20 "$1.log"
        return 1
    fi
    {
        cat "$1-build/compile_commands.json" 2>/dev/null || true
        find "$1-build" \( -name link.txt -o -name '*.cu.o*.cmake' \) | LC_ALL=C sort | xargs -r cat
    } | sed -e "s#$1#FOLDER#g" >"$1.commands"
}

for strategy in shim-headers compat-header; do
for project in "$projects"/*/; do
    name=$(basename "$project")-$strategy
    original="$work/$name-original"
    port="$work/$name-ported"
    cp -R "$project" "$original"
    cp -R "$project" "$port"
    git -C "$port" init -q
    git -C "$port" add -A
    git -C "$port" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -q -m original
    "$cli" propose "$port" --accept all --write --strategy "$strategy" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    if cmp -s "$original/CMakeLists.txt" "$port/CMakeLists.txt" && [ -e "$original/CMakeLists.txt" ]; then
        echo "FAILED  $name: the port does not differ"
        failed=1
        continue
    fi
    if ! "$cli" isolation --original "$original" --ported "$port" >"$work/log"; then
        echo "FAILED  $name: isolation"
        cat "$work/log"
        failed=1
    fi
    if [ -e "$original/Makefile" ]; then
        make -C "$original" -n -B --no-print-directory >"$original.commands"
        make -C "$port" -n -B --no-print-directory >"$port.commands"
    elif [ "$name" = "findcuda-$strategy" ] && [ ! -e "$(dirname "$(dirname "$(realpath "$nvcc")")")/lib64/libcudart_static.a" ]; then
        echo "left out  $name: FindCUDA needs the static runtime"
        continue
    else
        if ! commands "$original" || ! commands "$port"; then
            failed=1
            continue
        fi
    fi
    if ! grep -qE 'nvcc|main\.cpp' "$original.commands"; then
        echo "FAILED  $name: nothing was compared"
        failed=1
    elif diff -u "$original.commands" "$port.commands"; then
        echo "ok      $name: $(wc -l <"$original.commands") lines of commands equal"
    else
        echo "FAILED  $name: the commands differ"
        failed=1
    fi
done
done
exit $failed
