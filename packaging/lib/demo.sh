# The demo: a fresh git repository with the sample in it, opened in the window, or worked through without one.
# shellcheck shell=bash

# demo_repository FOLDER: makes FOLDER a git repository with the sample as its one commit. A repository that holds
# this very sample already is kept with whatever the user did in it.
demo_repository() {
    local folder=$1 key
    key=$(cd resources/sample && git ls-files -z . 2>/dev/null | xargs -0 cat | sha256sum | cut -c1-16)
    if [ "$(git -C "$folder" config --local rocport.demo 2>/dev/null)" = "$key" ]; then
        say "sample repository: $folder, as it was left"
        return
    fi
    if [ -e "$folder" ] && ! git -C "$folder" config --local rocport.demo >/dev/null 2>&1 &&
        [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
        die "$folder exists and is no demo of Rocport; name another folder: packaging/bootstrap demo DIR"
    fi
    [ ! -e "$folder" ] || mv "$folder" "$folder.$(date +%Y%m%d-%H%M%S)"
    mkdir -p "$folder"
    cp -R resources/sample/. "$folder"
    git -C "$folder" init -q -b main
    git -C "$folder" add -A
    git -C "$folder" -c user.name='Rocport demo' -c user.email=demo@localhost -c commit.gpgsign=false \
        commit -q -m 'seqkernels 0.4.0'
    git -C "$folder" config --local rocport.demo "$key"
    say "sample repository: $folder, new"
}

# The port's commits need an author; where the user told git none, the demo's repository has one of its own.
demo_author() {
    git -C "$1" config user.name >/dev/null && git -C "$1" config user.email >/dev/null && return
    git -C "$1" config --local user.name 'Rocport demo'
    git -C "$1" config --local user.email demo@localhost
}

demo_run() {
    local base=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/rocport/demo} repository out key line
    mkdir -p "$base"
    base=$(cd "$base" && pwd -P)
    repository="$base/seqkernels"
    out="$base/results"
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        demo_repository "$repository"
        demo_author "$repository"
        say "opening the window"
        exec build/bin/rocport "$repository"
    fi
    say "no display: doing the same job offscreen"
    # Other programs may propose other edits, so they begin with a repository that nobody has ported; the user's own
    # stays as it is.
    key=$(hash_files build/bin/rocport build/bin/rocport-cli)
    if [ "$(cat "$out/.made-from" 2>/dev/null)" != "$key" ]; then
        rm -rf "$out" && mkdir -p "$out"
        repository="$out/seqkernels"
        demo_repository "$repository"
        demo_author "$repository"
        run demo env QT_QPA_PLATFORM=offscreen build/bin/rocport --demo "$out" "$repository" || return 1
        grep -E '^(screenshot|project file|report|patch series):|^[0-9]+ of ' "$LOGS/demo.log" >"$out/summary.txt"
        printf '%s\n' "$key" >"$out/.made-from"
    fi
    while read -r line; do say "$line"; done <"$out/summary.txt"
}
