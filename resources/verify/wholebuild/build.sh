#!/bin/sh
# Configures and "builds" a project with stand-ins: SOURCE BUILD STAND SIDE SYSTEM [OPTION]...
source=$1 build=$2 stand=$3 side=$4 system=$5
shift 5
ulimit -f 524288 # blocks of 512 bytes
records=$ROCPORT_RECORDS
trace=$ROCPORT_TRACE traced=$ROCPORT_TRACED notes=$ROCPORT_NOTES
unset ROCPORT_RECORDS ROCPORT_TRACE ROCPORT_TRACED ROCPORT_NOTES
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
if [ "$system" != make ]; then
  # What an earlier try left.
  rm -rf "$build"/* "$notes"/* "$records"/*
  own=${source%/*}
  # What the project expects and has not: submodules, files.
  while read -r name; do
    mkdir -p "$own/${name%/*}"
    [ -e "$own/$name" ] || : >"$own/$name"
  done <"$stand/$side.files"
fi
if [ "$system" = cmake ]; then
  # Releases of CMake that this one is not.
  while read -r asked has; do
    find "$source" -type f \( -name CMakeLists.txt -o -name '*.cmake' \) -exec \
      sed -i -E "/cmake_minimum_required|cmake_policy/Is/(VERSION +)$asked/\\1$has/I" {} +
  done <"$stand/$side.releases"
  if [ -n "$trace" ] && cmake --help 2>/dev/null | grep -q -e --trace-format; then
    for name in $traced; do set -- "$@" "--trace-source=$name"; done
    set -- "$@" --trace-expand --trace-format=json-v1 "--trace-redirect=$trace/cmake"
  fi
  cmake -S "$source" -B "$build" -G "Unix Makefiles" -DCMAKE_TOOLCHAIN_FILE="$stand/$side.cmake" \
    -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
    -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES="$stand/$side-packages.cmake" \
    -DCMAKE_PROJECT_INCLUDE_BEFORE="$stand/$side-override.cmake" "$@" || exit 90
  cd "$build" || exit 91
  set --
elif [ "$system" = meson ]; then
  # Subprojects that would be fetched.
  while read -r name; do rm -f "$source/$name"; done <"$stand/$side.wraps"
  [ ! -d "$stand/$side-subprojects" ] || cp -R "$stand/$side-subprojects/." "$own/" || exit 91
  while read -r asked has; do
    find "$source" -type f -name meson.build -exec \
      sed -i -E "s/(meson_version *: *')[^']*$asked[^']*'/\\1>=$has'/" {} +
  done <"$stand/$side.releases"
  # Before meson 1.1 the older name is read.
  if [ -f "$source/meson.options" ] && [ ! -e "$source/meson_options.txt" ]; then
    cp "$source/meson.options" "$source/meson_options.txt"
  fi
  (
    meson=$(command -v meson) NINJA=$(command -v ninja)
    if [ "$side" = rocm ]; then
      # Without the folders of an installed CUDA.
      left=$PATH PATH=''
      while [ -n "$left" ]; do
        folder=${left%%:*} left=${left#"${left%%:*}"} left=${left#:}
        case $folder in /bin | /usr/bin) ;; *) [ ! -e "$folder/nvcc" ] || continue ;; esac
        PATH=$PATH${PATH:+:}$folder
      done
      set -- "$@" --force-fallback-for=rocport-no-cuda
    fi
    # For its questions to the real gcc: headers and libraries that are empty.
    PATH=$PATH:$stand/$side-programs
    CPATH=$stand/$side-headers LIBRARY_PATH=$stand/$side-libraries
    if [ "$side" = cuda ]; then
      CPATH=$CPATH:$stand/cuda/include LIBRARY_PATH=$LIBRARY_PATH:$stand/cuda/lib64
    else
      LIBRARY_PATH=$LIBRARY_PATH:$stand/rocm/lib
    fi
    export PATH CPATH LIBRARY_PATH NINJA
    "$meson" setup "$build" "$source" --native-file "$stand/$side.ini" --wrap-mode=nodownload "$@"
  ) || exit 90
  cd "$build" || exit 91
  ROCPORT_RECORDS=$records
  export ROCPORT_RECORDS
  ninja -k 0 -j2 && exit 0
  # What depends on the step that failed is noted too.
  rm -rf "$records"/*
  ninja -t commands | while IFS= read -r line; do sh -c "$line" </dev/null; done >/dev/null 2>&1
  exit 92
else
  cd "$source" || exit 91
fi
ROCPORT_RECORDS=$records
export ROCPORT_RECORDS
make -k -j2 "$@"
code=$?
if [ $code -ne 0 ] && [ "$system" = cmake ]; then
  # What depends on the step that failed is noted too.
  make -k -i -j2 "$@" >/dev/null 2>&1
fi
[ $code -eq 0 ] || exit 92
