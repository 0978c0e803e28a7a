#!/bin/sh
# Stands in for a compiler or archiver while the build of a project is recorded: it answers what a
# configuration asks, notes each command and makes the files that the build waits for. Nothing is
# compiled. ROCPORT_RECORDS names the folder for notes; without it a host compiler is the real one.
tool=${0##*/}
case $tool in
amdgpu-arch | rocm_agent_enumerator) echo "$ROCPORT_ARCH"; exit 0 ;;
hipconfig)
  case $1 in
  --version | -v) printf '%s' "$ROCPORT_ROCM.0" ;;
  --platform | -P) printf amd ;;
  --compiler | -c) printf clang ;;
  --hipclangpath | -l) printf '%s' "${0%/*}" ;;
  *) printf '%s' "${0%/bin/*}" ;;
  esac
  exit 0 ;;
esac
for word in "$@"; do
  case $tool:$word in
  nvcc:-V | nvcc:--version)
    echo "nvcc: NVIDIA (R) Cuda compiler driver"
    echo "Cuda compilation tools, release 12.4, V12.4.131"
    exit 0 ;;
  hipcc:--version | clang*:--version | amdclang*:--version)
    echo "HIP version: $ROCPORT_ROCM.0"
    echo "clang version 19.0.0"
    exit 0 ;;
  *:--version | *:-dumpversion | *:-dumpmachine | *:-dumpfullversion)
    if [ -x "/usr/bin/$tool" ]; then exec "/usr/bin/$tool" "$@"; fi
    exit 0 ;;
  esac
done
if [ -z "$ROCPORT_RECORDS" ]; then
  case $tool in
  nvcc | hipcc | amdclang*) ;;
  *) if [ -x "/usr/bin/$tool" ]; then exec "/usr/bin/$tool" "$@"; fi ;;
  esac
else
  # Folder, program, number of arguments, arguments; each ends with a zero byte.
  printf '%s\0' "$PWD" "$tool" "$#" "$@" >>"$ROCPORT_RECORDS/$$"
fi
make_output() {
  [ -n "$1" ] && [ ! -e "$1" ] && : >"$1" && chmod +x "$1"
}
case $tool in
ar | *-ar) for word in "$@"; do case $word in *.a) make_output "$word" ;; esac; done; exit 0 ;;
ranlib | strip | *-ranlib) exit 0 ;;
esac
output='' depends='' source='' only='' before=''
for word in "$@"; do
  case $before in
  -o | --output-file) output=$word before= ; continue ;;
  -MF) depends=$word before= ; continue ;;
  -MT | -MQ | -I | -isystem | -include | -x | -D) before= ; continue ;;
  esac
  case $word in
  -o?*) output=${word#-o} ;;
  -c | -dc | -dw | --device-c) only=1 ;;
  *.cu | *.cpp | *.cc | *.cxx | *.c | *.hip) source=$word ;;
  esac
  before=$word
done
if [ -z "$output" ]; then
  if [ -n "$only" ]; then
    name=${source##*/}
    output=${name%.*}.o
  else
    output=a.out
  fi
fi
make_output "$output"
[ -z "$depends" ] || printf '%s:\n' "$output" >"$depends"
exit 0
