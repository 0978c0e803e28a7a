# Shared by packaging/bootstrap: one line per step, a log file per step, hashes and stamps.
# shellcheck shell=bash

CACHE="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/rocport"
DEPS="$ROOT/.deps"
LOGS="$ROOT/.cache/bootstrap"
JOBS=$(nproc 2>/dev/null || echo 2)
mkdir -p "$LOGS"

say() { printf 'rocport: %s\n' "$*"; }
warn() { printf 'rocport: %s\n' "$*" >&2; }
die() {
    warn "$*"
    exit 1
}

# run NAME COMMAND...: runs it with its output in a log of that name. On failure shows the errors or
# the end of the log, and names the file. Takes no input, so that nothing waits for an answer.
run() {
    local name=$1 log="$LOGS/$1.log" start=$SECONDS
    shift
    if "$@" >"$log" 2>&1 </dev/null; then
        STEP_SECONDS=$((SECONDS - start))
        return 0
    fi
    failed "$name"
}

# failed NAME: what the log of that name says of a failure; returns 1.
failed() {
    local name=$1 log="$LOGS/$1.log"
    if grep -qE '(error|FAILED):' "$log"; then
        warn "$name failed; its errors:"
        grep -E '(error|FAILED):' "$log" | head -n 20 | cut -c1-300 | sed 's/^/    /' >&2
    else
        warn "$name failed; the end of its output:"
        tail -n 25 "$log" | sed 's/^/    /' >&2
    fi
    warn "all of it: $log"
    return 1
}

# hash_of TEXT...: a short hash of the arguments. hash_files FILE...: the same of file contents.
hash_of() { printf '%s\n' "$@" | sha256sum | cut -c1-16; }
hash_files() { cat -- "$@" | sha256sum | cut -c1-16; }

# stamped NAME KEY: whether .deps holds NAME as made from KEY. stamp NAME KEY: notes that it does.
stamped() { [ "$(cat "$DEPS/stamps/$1" 2>/dev/null)" = "$2" ]; }
stamp() { mkdir -p "$DEPS/stamps" && printf '%s\n' "$2" >"$DEPS/stamps/$1"; }

# as_root COMMAND...: runs it as root.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo -- "$@"
    else
        warn "this step needs root: run it as root, or install sudo: $*"
        return 1
    fi
}

# from_cache NAME KEY: puts NAME into .deps from the user's cache, if it is there whole.
from_cache() {
    local archive="$CACHE/built/$1-$2.tar.gz"
    [ -f "$archive" ] || return 1
    rm -rf "${DEPS:?}/$1.new" && mkdir -p "$DEPS/$1.new"
    if tar -xzf "$archive" -C "$DEPS/$1.new" 2>/dev/null; then
        rm -rf "${DEPS:?}/$1" && mv "$DEPS/$1.new" "$DEPS/$1"
        stamp "$1" "$2"
    else
        rm -rf "${DEPS:?}/$1.new" "$archive"
        return 1
    fi
}

# to_cache NAME KEY FOLDER: keeps FOLDER in the user's cache as NAME, whole or not at all.
to_cache() {
    mkdir -p "$CACHE/built"
    tar -czf "$CACHE/built/.$1-$2.$$" -C "$3" . && mv "$CACHE/built/.$1-$2.$$" "$CACHE/built/$1-$2.tar.gz"
}
