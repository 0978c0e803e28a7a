# shellcheck shell=sh disable=SC2154,SC2317 # Part of a build stage: arch_list, macro, total and the function calls are made before.
# Compiles files with hipcc, several at once, and notes each in results/compile.jsonl: name and output
# in hexadecimal, since both may hold any bytes.

compiler=$(command -v hipcc)
if [ -z "$compiler" ]; then
    echo "rocport: hipcc was not found on this node. Install the HIP compiler of ROCm (package hipcc), or set ROCM_PATH to where ROCm is." >&2
    exit 127
fi
launcher=
if command -v ccache >/dev/null 2>&1; then
    launcher=ccache
fi
offload=
for arch in $arch_list; do
    offload="$offload --offload-arch=$arch"
done
work=$ROCPORT_JOB/compile
rm -rf "$work"
mkdir -p "$work" "$ROCPORT_RESULTS" || exit 1
true >"$ROCPORT_RESULTS/compile.jsonl" || exit 1

hex() { # LIMIT: standard input in hexadecimal
    head -c "$1" | od -An -v -tx1 | tr -d ' \n'
}

# one NUMBER NAME-IN-HEX FILE FLAGS…: compiles a file unless another worker has taken it.
one() {
    number=$1
    name=$2
    file=$3
    shift 3
    mkdir "$work/$number" 2>/dev/null || return 0
    begun=$(date +%s)
    # shellcheck disable=SC2086 # options, without blanks inside
    set -- "$compiler" -x hip $offload -c "-D$macro=1" -D__HIP_PLATFORM_AMD__=1 -I. "$@" "$file" -o "$work/$number/out.o"
    # shellcheck disable=SC2086
    $launcher "$@" >"$work/$number/log" 2>&1 </dev/null
    code=$?
    seconds=$(($(date +%s) - begun))
    [ -f "$work/$number/out.o" ] && rm -f "$work/$number/out.o"
    # One writer at a time, so that outputs do not mix.
    until mkdir "$work/writing" 2>/dev/null; do
        sleep 0.1 2>/dev/null || sleep 1
    done
    ended=$((ended_before + 1))
    [ -r "$work/ended" ] && read -r ended <"$work/ended" && ended=$((ended + 1))
    echo "$ended" >"$work/ended"
    printf '=== [%s/%s] %s (%s s, exit status %s)\n' "$ended" "$total" "$file" "$seconds" "$code"
    printf '%s' '+'
    for word do
        printf ' %s' "$word"
    done
    echo
    cat "$work/$number/log"
    {
        printf '{"name_hex":"%s","exit":%s,"seconds":%s,"command_hex":"' "$name" "$code" "$seconds"
        for word do
            printf '%s ' "$word"
        done | hex 65536
        printf '","output_hex":"'
        hex 262144 <"$work/$number/log"
        printf '"}\n'
    } >>"$ROCPORT_RESULTS/compile.jsonl"
    [ "$code" -eq 0 ] || echo "$code" >>"$work/failed"
    rmdir "$work/writing"
    return 0
}

ended_before=0
echo "rocport: compiling $total files for $arch_list, $MAX_JOBS at once${launcher:+, with ccache}"
worker=0
while [ "$worker" -lt "$MAX_JOBS" ] && [ "$worker" -lt "$total" ]; do
    calls &
    worker=$((worker + 1))
done
wait
noted=0
[ -r "$work/ended" ] && read -r noted <"$work/ended"
failures=0
[ -r "$work/failed" ] && failures=$(($(wc -l <"$work/failed")))
rm -rf "$work"
if [ "$noted" -ne "$total" ]; then
    echo "rocport: only $noted of $total files were compiled" >&2
    exit 1
fi
echo "rocport: $((total - failures)) of $total files compiled"
[ "$failures" -eq 0 ]
