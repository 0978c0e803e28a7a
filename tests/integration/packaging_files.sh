#!/usr/bin/env bash
# packaging_files.sh ROOT: all files name one version; the desktop file, the AppStream metadata, the manual pages and the manifest of the flatpak are
# valid, where their checkers are installed.
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
if command -v flatpak-builder >/dev/null; then
    state=$(mktemp -d)
    manifest=$PWD/flatpak/org.rocport.Rocport.yml # its state goes into the current folder
    problems=$(cd "$state" && flatpak-builder --show-manifest "$manifest" 2>&1 >/dev/null) || problems="refused: $problems"
    rm -r "$state"
    [ -z "$problems" ] || { echo "flatpak: $problems" && exit 1; }
    checked=1
fi
# Each source of the flatpak is pinned, those from npm as the bootstrap pins them.
sources=$(grep -c '^ *url: ' flatpak/org.rocport.Rocport.yml)
[ "$(grep -cE '^ *(sha256: [0-9a-f]{64}|sha512: [0-9a-f]{128})$' flatpak/org.rocport.Rocport.yml)" = "$sources" ]
while read -r name version integrity; do
    hash=$(base64 -d <<<"$integrity" | od -An -v -tx1 | tr -d ' \n')
    grep -qF "sha512: $hash" flatpak/org.rocport.Rocport.yml || { echo "flatpak: $name $version is not as the bootstrap has it" && exit 1; }
done < <(sed -nE "s/^ *'([a-z-]+) ([0-9.]+) sha512-([^ ]+) .*/\1 \2 \3/p" lib/deps.sh)
if command -v man >/dev/null; then
    for page in man/*.1; do
        problems=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings=all --encoding=UTF-8 -l "$page" 2>&1 >/dev/null)
        [ -z "$problems" ] || { echo "$page: $problems" && exit 1; }
    done
    checked=1
fi
[ "$checked" = 1 ] || echo 'ROCPORT_SKIP_TEST: none of desktop-file-validate, appstreamcli and man is installed'
