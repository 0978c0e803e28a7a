#!/bin/sh
# pkg-config for the build of a meson project: what is not installed and was wanted in an earlier try has no files. What
# stood in for something is noted.
real=$(command -v pkg-config)
name='' variable=''
for word in "$@"; do
  case $word in
  --variable=*) variable=${word#*=} ;;
  -*) ;;
  *) name=$word ;;
  esac
done
if [ -z "$name" ]; then
  case $1 in --version) if [ -n "$real" ]; then exec "$real" --version; fi; echo 1.8.1 ;; esac
  exit 0
fi
if [ "@SIDE@" = rocm ] && printf '%s\n' "$name" | grep -Eq '@CUDAMODULES@'; then
  echo "the ROCm build asks for $name, of CUDA" >&2
  exit 1
fi
if [ -n "$real" ] && "$real" --exists "$name" 2>/dev/null; then exec "$real" "$@"; fi
version=99.0.0 wanted=@ALL@
while read -r module release; do
  if [ "$module" = "$name" ]; then wanted=yes version=${release:-$version}; fi
done <"@STAND@/@SIDE@.modules"
[ "$wanted" = yes ] || exit 1
echo "$name" >>"@NOTES@/notes"
case " $* " in
*' --modversion '*) echo "$version" ;;
*' --print-variables '*) echo prefix ;;
*' --cflags '*) echo "-I@STAND@/other/include" ;;
*' --libs '*) echo "-L@STAND@/other/lib -lother" ;;
esac
[ -z "$variable" ] || echo "@STAND@/other"
exit 0
