#!/usr/bin/env bash
# packaging_files.sh ROOT: all files name one version; the desktop file, the AppStream metadata and the manual pages are valid, where their checkers
# are installed.
set -euo pipefail

cd "$1/packaging"
./releasecheck
checked=0
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate rocport.desktop
    checked=1
fi
if command -v appstreamcli >/dev/null; then
    appstreamcli validate --no-net org.rocport.Rocport.metainfo.xml
    checked=1
fi
if command -v man >/dev/null; then
    for page in man/*.1; do
        problems=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings=all --encoding=UTF-8 -l "$page" 2>&1 >/dev/null)
        [ -z "$problems" ] || { echo "$page: $problems" && exit 1; }
    done
    checked=1
fi
[ "$checked" = 1 ] || echo 'ROCPORT_SKIP_TEST: none of desktop-file-validate, appstreamcli and man is installed'
