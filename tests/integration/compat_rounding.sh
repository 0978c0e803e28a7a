#!/usr/bin/env bash
# compat_rounding.sh: arithmetic in each direction of rounding, as generated headers have it, beside the machine's own in its four modes: compiled
# carefully, and with fast mathematics and joined operations, which must change nothing.
set -euo pipefail

here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
# shellcheck source=tests/integration/needs.sh
. "$here/needs.sh"
need g++
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++17 -Wall -Wextra -Werror -I"$here/../../resources/compat")
sources="$here/../fixtures/supplied"
g++ "${flags[@]}" -O1 -frounding-math -ffp-contract=off -c "$sources/roundingcheck.cpp" -o "$work/check.o"
for how in "-O0" "-O2 -ffast-math -ffp-contract=fast"; do
    # shellcheck disable=SC2086
    g++ "${flags[@]}" $how -c "$sources/rounding.cpp" -o "$work/rounding.o"
    g++ "$work/check.o" "$work/rounding.o" -o "$work/check"
    "$work/check" 40000
    echo "ok      with $how"
done
