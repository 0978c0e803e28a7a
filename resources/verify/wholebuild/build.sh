#!/bin/sh
# Configures and "builds" a project with stand-ins: SOURCE BUILD STAND SIDE SYSTEM [OPTION]...
source=$1 build=$2 stand=$3 side=$4 system=$5
shift 5
ulimit -f 524288 # blocks of 512 bytes
records=$ROCPORT_RECORDS
trace=$ROCPORT_TRACE traced=$ROCPORT_TRACED
unset ROCPORT_RECORDS ROCPORT_TRACE ROCPORT_TRACED
PATH=$stand/$side/bin:$PATH
export PATH ROCPORT_ARCH ROCPORT_ROCM
if [ "$side" = cuda ]; then
  CUDA_PATH=$stand/cuda CUDA_HOME=$stand/cuda
  export CUDA_PATH CUDA_HOME
else
  ROCM_PATH=$stand/rocm HIP_PATH=$stand/rocm
  export ROCM_PATH HIP_PATH
  unset CUDA_PATH CUDA_HOME
fi
if [ "$system" = cmake ]; then
  if [ -n "$trace" ] && cmake --help 2>/dev/null | grep -q -e --trace-format; then
    for name in $traced; do set -- "$@" "--trace-source=$name"; done
    set -- "$@" --trace-expand --trace-format=json-v1 "--trace-redirect=$trace/cmake"
  fi
  cmake -S "$source" -B "$build" -G "Unix Makefiles" -DCMAKE_TOOLCHAIN_FILE="$stand/$side.cmake" \
    -DFETCHCONTENT_FULLY_DISCONNECTED=ON "$@" || exit 90
  cd "$build" || exit 91
  set --
else
  cd "$source" || exit 91
fi
ROCPORT_RECORDS=$records
export ROCPORT_RECORDS
make -k -j2 "$@"
code=$?
[ $code -eq 0 ] || exit 92
