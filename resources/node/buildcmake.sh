# shellcheck shell=sh disable=SC2154 # Part of a build stage: arch_list, macro, build and the arguments are set before.
# Configures and builds with CMake in a folder of its own, so that later builds are short.
if ! command -v cmake >/dev/null 2>&1; then
    echo "rocport: cmake was not found on this node. Install CMake 3.21 or newer." >&2
    exit 127
fi
arch_semicolons=$(printf '%s' "$arch_list" | tr ' ' ';')
set -- "-DCMAKE_HIP_ARCHITECTURES=$arch_semicolons" "-DGPU_TARGETS=$arch_semicolons" "-D$macro=ON" "$@"
case " $* " in
*CMAKE_BUILD_TYPE=*) ;;
*) set -- -DCMAKE_BUILD_TYPE=Release "$@" ;;
esac
if command -v ccache >/dev/null 2>&1; then
    set -- -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_HIP_COMPILER_LAUNCHER=ccache "$@"
fi
# A build folder that came from elsewhere (another path of the tree) cannot be used.
if [ -f "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$build/CMakeCache.txt" &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$build/CMakeCache.txt"; then
    echo "rocport: $build was made for another folder and is being recreated"
    rm -rf "$build"
fi
echo "rocport: configuring in $build"
cmake -S . -B "$build" "$@" || exit $?
echo "rocport: building, $MAX_JOBS at once"
exec cmake --build "$build" --parallel "$MAX_JOBS"
