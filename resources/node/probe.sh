#!/bin/sh
# Reads what a node has. Sent whole over standard input of `sh -s`, or run as a file. POSIX; run under dash and busybox ash.
#
# Lines that begin with "@rocport-probe" and with "@NONCE " are the protocol, lines that begin with "|" hold what a tool or a
# file said, and all else is noise (a message of the day, a module's greeting) that the reader skips:
#
#   @rocport-probe 1 NONCE             the first line
#   @NONCE step N TOTAL TITLE          a check begins
#   @NONCE begin ID                    lines with "|" follow
#   @NONCE end ID STATE CODE MS        how it ended: done, failed, timedout, crashed, missing
#   @NONCE var NAME shown|hidden       one variable; its value in a "|" line where it is shown
#   @NONCE finished                    the last line
#
# Nothing is written but a folder for temporary files, which is removed. Secret-looking variables are masked and taken out of
# the environment before any other program runs.

# shellcheck disable=SC2154 # eval sets is_there and value
nonce='%NONCE%'
limit='%LIMIT%'
total='%TOTAL%'
step_number=0
work=
child=

say() { printf '@%s %s\n' "$nonce" "$1"; }

step() {
    step_number=$((step_number + 1))
    say "step $step_number $total $1"
}

clean_up() {
    if [ -n "$child" ]; then kill "$child" 2>/dev/null; fi
    if [ -n "$work" ]; then rm -rf "$work" 2>/dev/null; fi
}

stopped() {
    clean_up
    trap - EXIT
    exit 143
}

# Hundredths of a second since some moment.
clock() {
    if read -r up rest </proc/uptime 2>/dev/null; then
        : "$rest"
        whole=${up%%.*}
        part=${up#*.}
        case $part in [0-9][0-9]) ;; *) part=00 ;; esac
        printf '%s' "${whole}${part}"
    else
        printf '%s00' "$(date +%s)"
    fi
}

nap() { sleep 0.1 2>/dev/null || sleep 1; }

is_secret() {
    case $1 in
    *[Tt][Oo][Kk][Ee][Nn]* | *[Kk][Ee][Yy]* | *[Ss][Ee][Cc][Rr][Ee][Tt]*) return 0 ;;
    *[Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd]* | *[Pp][Aa][Ss][Ss][Ww][Dd]*) return 0 ;;
    *[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll]* | *[Aa][Uu][Tt][Hh]*) return 0 ;;
    esac
    return 1
}

is_wanted() {
    case $1 in
    *TORCH* | *INDUCTOR* | *AUTOTUNE* | *COMPILE* | *TRITON* | *OMP* | *MKL* | *HIP* | *ROCM* | *HSA* | *GPU* | *AMD*) return 0 ;;
    *CUDA* | *NCCL* | *MIOPEN* | *ROCR* | *AITER* | *DYNAMO* | *HF_HOME* | *VLLM* | *SGLANG* | *IMAGE*) return 0 ;;
    SLURM_JOB_ID | CONDA_PREFIX | VIRTUAL_ENV | LD_LIBRARY_PATH | LD_PRELOAD | PYTHONPATH) return 0 ;;
    esac
    return 1
}

# Each name is a whole word of letters, digits and '_', so that eval sees nothing else; the value is the shell's own, whatever
# line ends it holds.
read_variables() {
    names=$(env </dev/null | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | sort -u)
    for name in $names; do
        eval "is_there=\${$name+yes}"
        [ "$is_there" = yes ] || continue
        if is_secret "$name"; then
            say "var $name hidden"
            unset "$name" 2>/dev/null
        elif is_wanted "$name"; then
            eval "value=\$$name"
            say "var $name shown"
            printf '|%s\n' "$(printf '%s' "$value" | tr '\n\r' '  ' | cut -c1-4000)"
        fi
    done
}

# show ID FILE STATE CODE MS: a file as a frame.
show() {
    say "begin $1"
    if [ -r "$2" ]; then head -c 2000000 "$2" | sed 's/^/|/'; fi
    printf '\n'
    say "end $1 $3 $4 $5"
}

# run ID SECONDS PROGRAM ARGUMENT...: a program under a limit of its own. One that does not even die (waiting for a driver that
# hangs) is left behind, so that the rest is still read.
run() {
    id=$1
    seconds=$2
    shift 2
    if ! command -v "$1" >/dev/null 2>&1; then
        show "$id" /dev/null missing 127 0
        return
    fi
    out="$work/$id"
    began=$(clock)
    if [ "$has_timeout" = yes ]; then
        timeout -k 2 "$seconds" "$@" >"$out" 2>&1 </dev/null &
    else
        "$@" >"$out" 2>&1 </dev/null &
    fi
    child=$!
    state='done'
    code=0
    while kill -0 "$child" 2>/dev/null; do
        spent=$((($(clock) - began) / 100))
        if [ "$spent" -ge $((seconds + 5)) ]; then
            kill -9 "$child" 2>/dev/null
            nap
            state=timedout
            break
        elif [ "$spent" -ge "$seconds" ] && [ "$has_timeout" != yes ]; then
            kill "$child" 2>/dev/null
            state=timedout
        fi
        nap
    done
    if [ "$state" = "done" ]; then
        wait "$child" 2>/dev/null
        code=$?
        if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then
            state=timedout
        elif [ "$code" -gt 128 ]; then
            state=crashed
        elif [ "$code" -ne 0 ]; then
            state=failed
        fi
    else
        code=124
    fi
    child=
    show "$id" "$out" "$state" "$code" "$((($(clock) - began) * 10))"
    rm -f "$out"
}

# find_tool NAME: its path in PATH, or in the folders of ROCm.
find_tool() {
    if command -v "$1" 2>/dev/null; then return; fi
    for folder in "${ROCM_PATH:-/opt/rocm}/bin" "${HIP_PATH:-/opt/rocm}/bin" /opt/rocm/bin /opt/rocm-*/bin; do
        if [ -x "$folder/$1" ]; then
            printf '%s\n' "$folder/$1"
            return
        fi
    done
    printf '%s\n' "$1"
}

fact() { printf '%s=%s\n' "$1" "$(printf '%s' "$2" | tr '\n\r' '  ' | cut -c1-500)"; }

file_fact() {
    if [ -r "$2" ]; then fact "$1" "$(head -c 4000 "$2" 2>/dev/null)"; fi
}

system_facts() {
    fact host "$(uname -n)"
    fact kernel "$(uname -s -r -m)"
    fact user "$(id -un 2>/dev/null || id -u)"
    fact groups "$(id -Gn 2>/dev/null)"
    if [ -r /etc/os-release ]; then fact os "$(sed -n 's/^PRETTY_NAME=//p' /etc/os-release | tr -d '"')"; fi
    fact cores "$(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
    fact memory_kb "$(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo 2>/dev/null)"
    if [ -e /.dockerenv ]; then fact container docker; elif [ -e /run/.containerenv ]; then fact container podman; fi
    file_fact numa_balancing /proc/sys/kernel/numa_balancing
    file_fact amdgpu_version /sys/module/amdgpu/version
    if [ -d /sys/module/amdgpu ]; then fact amdgpu_loaded yes; fi
    case $(uname -r) in *microsoft*) fact wsl yes ;; esac
    if [ -e /dev/kfd ]; then
        if [ -r /dev/kfd ] && [ -w /dev/kfd ]; then fact kfd usable; else fact kfd denied; fi
        # shellcheck disable=SC2012 # owner and mode, for people
        fact kfd_mode "$(ls -l /dev/kfd 2>/dev/null | cut -c1-60)"
    else
        fact kfd absent
    fi
    render=0
    for device in /dev/dri/renderD*; do if [ -e "$device" ]; then render=$((render + 1)); fi; done
    fact render_nodes "$render"
    if [ -e /dev/dxg ]; then fact dxg yes; fi
    for root in "${ROCM_PATH:-/opt/rocm}" /opt/rocm /opt/rocm-*; do
        if [ -r "$root/.info/version" ]; then
            fact rocm_path "$root"
            file_fact rocm_version "$root/.info/version"
            break
        fi
    done
    if [ -d /dev/shm ]; then fact shm_kb "$(df -kP /dev/shm 2>/dev/null | sed -n '2s/^[^ ]* *\([0-9]*\).*/\1/p')"; fi
}

# cache_fact NAME FOLDER: files and kilobytes in a cache, or that there is none.
cache_fact() {
    if [ -d "$2" ]; then
        fact "$1" "warm|$(find "$2" -type f 2>/dev/null | head -n 100000 | wc -l | tr -d ' ')|$(du -sk "$2" 2>/dev/null | cut -f1)|$2"
    elif [ -f "$2" ]; then
        fact "$1" "warm|1|$(du -sk "$2" 2>/dev/null | cut -f1)|$2"
    else
        fact "$1" "cold|0|0|$2"
    fi
}

cache_facts() {
    home=${HOME:-/root}
    user=$(id -un 2>/dev/null || id -u)
    cache_fact inductor "${TORCHINDUCTOR_CACHE_DIR:-${TMPDIR:-/tmp}/torchinductor_$user}"
    cache_fact triton "${TRITON_CACHE_DIR:-${TRITON_HOME:-$home}/.triton/cache}"
    cache_fact aiter "${AITER_JIT_DIR:-$home/.aiter/jit}"
    cache_fact tunableop "${PYTORCH_TUNABLEOP_FILENAME:-tunableop_results0.csv}"
    cache_fact miopen "${MIOPEN_USER_DB_PATH:-$home/.config/miopen}"
}

in_frame() {
    "$2" >"$work/$1" 2>/dev/null </dev/null
    show "$1" "$work/$1" "done" 0 0
}

python_source() {
    cat <<'ROCPORT_PYTHON_SOURCE'
%PYTHON%
ROCPORT_PYTHON_SOURCE
}

find_python() {
    for name in "${ROCPORT_PYTHON:-python3}" python3 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1 </dev/null; then
            command -v "$name"
            return
        fi
    done
}

# The checks of Python write their own frames as they go and have limits of their own.
run_python() {
    python=$(find_python)
    if [ -z "$python" ]; then
        show python /dev/null missing 127 0
        return
    fi
    python_source >"$work/probe.py"
    "$python" -c 'import sys
source = sys.stdin.buffer.read().decode("utf-8")
exec(compile(source, "rocport-probe", "exec"))' "$nonce" "$limit" "$step_number" "$total" <"$work/probe.py" 2>"$work/python.err" &
    child=$!
    wait "$child"
    code=$?
    child=
    if [ "$code" -eq 0 ]; then
        show python /dev/null "done" 0 0
    else
        tail -n 40 "$work/python.err" >"$work/python.tail" 2>/dev/null
        show python "$work/python.tail" crashed "$code" 0
    fi
}

main() {
    LC_ALL=C
    export LC_ALL
    trap clean_up EXIT
    trap stopped INT TERM HUP PIPE
    printf '\n@rocport-probe 1 %s\n' "$nonce"
    step 'Environment variables'
    say 'begin variables'
    read_variables
    say 'end variables done 0 0'
    for folder in "${TMPDIR:-/tmp}" /tmp /dev/shm /var/tmp "${HOME:-/}"; do
        work=$(mktemp -d "$folder/rocport-probe.XXXXXX" 2>/dev/null) && break
        work=
    done
    if [ -z "$work" ]; then
        say 'begin space'
        printf '|no folder for temporary files can be written: %s, /tmp, /dev/shm, /var/tmp and the home folder are full or read-only\n' "${TMPDIR:-/tmp}"
        say 'end space failed 1 0'
        say finished
        exit 1
    fi
    has_timeout=no
    if timeout -k 1 5 true >/dev/null 2>&1 </dev/null; then has_timeout=yes; fi
    step 'System and driver'
    in_frame system system_facts
    step 'rocminfo'
    run rocminfo "$limit" "$(find_tool rocminfo)"
    step 'rocm-smi'
    smi=$(find_tool rocm-smi)
    run rocm-smi "$limit" "$smi"
    run rocm-smi-product "$limit" "$smi" --showproductname --showdriverversion --showmeminfo vram
    step 'amd-smi'
    smi=$(find_tool amd-smi)
    run amd-smi-version "$limit" "$smi" version
    run amd-smi-static "$limit" "$smi" static --asic --vram --driver --json
    step 'hipcc and hipconfig'
    run hipcc "$limit" "$(find_tool hipcc)" --version
    run hipconfig "$limit" "$(find_tool hipconfig)"
    step 'NVIDIA tools'
    run nvidia-smi "$limit" nvidia-smi --query-gpu=name,driver_version,memory.total,compute_cap --format=csv,noheader
    step 'Caches'
    in_frame caches cache_facts
    run_python
    say finished
}

main "$@"
