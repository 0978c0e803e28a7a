# shellcheck shell=sh disable=SC2154 # Part of a build stage: arch_list is set before.
# Where ROCm is, for what does not look for it itself.
if [ -z "${ROCM_PATH:-}" ] && [ -d /opt/rocm ]; then
    ROCM_PATH=/opt/rocm
    export ROCM_PATH
fi
for rocport_folder in "${ROCM_PATH:-}/bin" "${ROCM_PATH:-}/llvm/bin"; do
    [ -d "$rocport_folder" ] && PATH=$PATH:$rocport_folder
done
export PATH
# The architectures of the node's GPUs, where none were known before.
if [ -z "$arch_list" ]; then
    arch_list=$({ amdgpu-arch || rocm_agent_enumerator; } 2>/dev/null |
        sed -n 's/^\(gfx[0-9a-z-]*\).*/\1/p' | grep -vx gfx000 | sort -u | tr '\n' ' ')
    arch_list=${arch_list% }
    if [ -z "$arch_list" ]; then
        echo "rocport: no AMD GPU was found here, so the architecture to build for is not known. Probe the node, or choose an architecture in the project's target settings." >&2
        exit 1
    fi
    PYTORCH_ROCM_ARCH=${PYTORCH_ROCM_ARCH:-$(printf '%s' "$arch_list" | tr ' ' ';')}
    export PYTORCH_ROCM_ARCH
fi
# Device code takes about 2 GB a compiler: as many at once as cores and memory allow.
if [ -z "${MAX_JOBS:-}" ]; then
    MAX_JOBS=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null || echo 2)
    rocport_memory=$(awk '/^MemAvailable:/ {print int($2 / 2097152)}' /proc/meminfo 2>/dev/null)
    if [ "${rocport_memory:-0}" -gt 0 ] && [ "$rocport_memory" -lt "$MAX_JOBS" ]; then
        MAX_JOBS=$rocport_memory
    fi
    [ "$MAX_JOBS" -le 64 ] || MAX_JOBS=64
fi
export MAX_JOBS
