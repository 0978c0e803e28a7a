# The release build: build/bin/rocport and build/bin/rocport-cli.
# shellcheck shell=bash

# A precompiled header is the same for ccache when what it was made from is.
export CCACHE_SLOPPINESS=pch_defines,time_macros
# Another clone of the same sources finds in the compiler cache what this one compiled.
export CCACHE_BASEDIR=$ROOT

# configure PRESET FOLDER: runs CMake only for a folder that has no build files yet; ninja runs it again by itself
# when a list file changes.
configure() {
    if [ -f "$2/build.ninja" ] && [ "$(cat "$2/.rocport-deps" 2>/dev/null)" = "$DEPS" ]; then return 0; fi
    say "configuring $2"
    run "configure-$1" cmake --preset "$1" -DROCPORT_DEPS="$DEPS" || return 1
    printf '%s\n' "$DEPS" >"$2/.rocport-deps"
}

# compile PRESET FOLDER TARGET...: builds and says how long it took, or that nothing was to be done.
compile() {
    local preset=$1 folder=$2
    shift 2
    if ninja -C "$folder" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
        say "$folder: up to date"
        return 0
    fi
    say "building in $folder with $JOBS jobs"
    run "build-$preset" ninja -C "$folder" -j "$JOBS" "$@" || return 1
    say "$folder: built in $STEP_SECONDS s"
}

build_release() {
    configure release build && compile release build rocport rocport-cli rocport-commandtexts rocport-icons &&
        say "programs: build/bin/rocport and build/bin/rocport-cli"
}
