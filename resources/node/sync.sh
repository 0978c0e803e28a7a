#!/bin/sh
# Rocport's part on a node that keeps a tree of sources equal to a list (docs/sync.md).
# Usage: sync.sh state|apply WORKSPACE NAME DIGEST. Runs under any POSIX shell (dash, busybox ash);
# needs tar, find, xargs -0 and stat -c, as GNU and busybox have them. Touches nothing outside of
# WORKSPACE/trees/NAME and WORKSPACE/sync/NAME.
#
# Exit status: 0 done, 3 a tool is missing, 4 a folder or file cannot be written, 5 the tree is no
# longer the one that the changes were made for, 6 another sync is under way, 7 the disk or a quota
# is full, 8 the stream ended early, 9 wrong use. The last line on standard error says more.

LC_ALL=C
TZ=UTC0
export LC_ALL TZ
umask 022

fail() { # STATUS TEXT
    printf '%s\n' "$2" >&2
    exit "$1"
}

# The disk or a quota ($2) is full; the first line of $1 says at what.
fail_full() {
    room=$(df -Pk "$workspace" 2>/dev/null | awk 'NR == 2 { print $4 }')
    fail 7 "$(printf '%s\n' "$1" | head -n 1) (${2:-${room:-0} KB free in $workspace})"
}

# A write failed with message $1: full, or something else?
fail_write() {
    case $1 in
    *uota*) fail_full "$1" "your quota for $workspace is used up" ;;
    *'No space left'* | *'File too large'*) fail_full "$1" ;;
    esac
    # Some tools keep the reason to themselves: try.
    probe=$( (printf '%4096s' x >"$meta/.room") 2>&1)
    result=$?
    rm -f "$meta/.room"
    case $result$probe in
    0) ;;
    *uota*) fail_full "$1" "your quota for $workspace is used up" ;;
    *) fail_full "$1" ;;
    esac
    fail 4 "${1:-a file cannot be written} (in $workspace)"
}

# Prints what the files of a list (NUL after each) look like: for each group of names a line of 1 and
# 0 (there, missing), then a line for each that is there. Only compared, never taken apart.
observe() {
    # shellcheck disable=SC2016 # the inner shell expands it
    (cd "$tree" && xargs -0 sh -c '
        for name do
            if [ -e "$name" ] || [ -L "$name" ]; then printf 1; else printf 0; fi
        done
        echo
        stat -c "%s %f %i %y %z" -- "$@" 2>/dev/null
        true' observe)
}

# Says whose the lock is that was just made. Not ours: another one took it for left over meanwhile. On a full disk it has no
# owner.
name_lock() {
    printf '%s %s\n' "$$" "$here" 2>/dev/null >"$meta/lock/owner"
    owner=
    [ -r "$meta/lock/owner" ] && read -r owner host <"$meta/lock/owner"
    [ -d "$meta/lock" ] && { [ -z "$owner" ] || [ "$owner" = "$$" ]; }
}

take_lock() {
    tries=0
    nameless=0
    here=$(uname -n)
    until said=$(mkdir "$meta/lock" 2>&1) && name_lock; do
        [ -d "$meta/lock" ] || [ "$tries" -lt 3 ] || fail_write "$said" # no lock, and none can be made
        owner=
        host=
        [ -r "$meta/lock/owner" ] && read -r owner host <"$meta/lock/owner"
        if [ -n "$owner" ] && [ "$host" = "$here" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$meta/lock"
            continue
        fi
        if [ -n "$(find "$meta/lock" -prune -mmin +60 2>/dev/null)" ]; then
            rm -rf "$meta/lock"
            continue
        fi
        # It gets its owner at once, and goes with it: what has none for seconds is of one that was killed in between.
        if [ -z "$owner" ]; then nameless=$((nameless + 1)); else nameless=0; fi
        if [ "$nameless" -gt 4 ]; then
            nameless=0
            rm -rf "$meta/lock"
            continue
        fi
        tries=$((tries + 1))
        [ "$tries" -le 10 ] || fail 6 "another sync of $name is under way (process ${owner:-unknown} on ${host:-unknown})"
        sleep 1
    done
    trap 'rm -rf "$meta/lock" "$meta/incoming"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
}

# Sets: set_name (of the newest complete list; empty: none), set (its folder), set_digest.
read_current() {
    set_name=
    set_digest=none
    [ -r "$meta/current" ] && read -r set_name <"$meta/current"
    case $set_name in
    '' | *[!0-9A-Za-z.]*) set_name= ;;
    esac
    set=$meta/${set_name:-no-set}
    if [ -z "$set_name" ] || ! [ -d "$tree" ] || ! [ -r "$set/names" ] || ! [ -r "$set/ids" ] ||
        ! [ -r "$set/listing" ] || ! [ -r "$set/digest" ]; then
        set_name=
        return
    fi
    read -r set_digest <"$set/digest"
}

block() { # LABEL FILE
    if [ -r "$2" ]; then
        size=$(wc -c <"$2")
        printf '%s %s\n' "$1" "$((size))"
        cat "$2"
    else
        printf '%s 0\n' "$1"
    fi
}

state() {
    read_current
    printf 'rocport-sync 1\nroot %s\n' "$tree"
    if [ -z "$set_name" ]; then
        printf 'answer none\n'
    else
        if ! observe <"$set/names" >"$meta/listing.now"; then
            fail_write "listing"
        fi
        if [ "$set_digest" = "$digest" ] && ! [ -s "$meta/pending" ] &&
            cmp -s "$set/listing" "$meta/listing.now"; then
            printf 'answer same\nend\n'
            return
        fi
        printf 'answer other\nbase %s\n' "$set_name"
        block ids "$set/ids"
        block names "$set/names"
        block before "$set/listing"
        block now "$meta/listing.now"
    fi
    block pending "$meta/pending"
    printf 'end\n'
}

# Removes the files of a list, and the folders that get empty by it. Never through a link.
# shellcheck disable=SC2016 # the inner shell expands it
drop='
    for name do
        folder=${name%/*}
        ours=yes
        while [ "$folder" != . ]; do
            [ -L "$folder" ] && ours=
            folder=${folder%/*}
        done
        [ -n "$ours" ] || continue
        rm -f -- "$name" 2>/dev/null
        folder=${name%/*}
        while [ "$folder" != . ] && rmdir -- "$folder" 2>/dev/null; do
            folder=${folder%/*}
        done
    done
    true'

# Moves the files of folders into the tree ($0), each by one rename. What stands in the way (a folder
# where a file goes, a link or file where a folder goes) was not ours and goes away.
# shellcheck disable=SC2016
place='
    for folder do
        target=$0/$folder
        if [ -L "$target" ] || { [ -e "$target" ] && ! [ -d "$target" ]; }; then
            rm -f -- "$target" || exit 1
        fi
        [ -d "$target" ] || mkdir -- "$target" || exit 1
        set --
        for file in "$folder"/* "$folder"/.[!.]* "$folder"/..?*; do
            [ -L "$file" ] || [ -f "$file" ] || continue
            if [ -d "$0/$file" ] && ! [ -L "$0/$file" ]; then
                rm -rf -- "$0/$file" || exit 1
            fi
            set -- "$@" "$file"
            if [ $# -ge 200 ]; then
                mv -f -- "$@" "$target/" || exit 1
                set --
            fi
        done
        [ $# -eq 0 ] || mv -f -- "$@" "$target/" || exit 1
    done'

receive() {
    rm -rf "$incoming"
    mkdir "$incoming" || fail 4 "$incoming cannot be made"
    said=$(cd "$incoming" && tar -xmof - 2>&1)
    result=$?
    ended=
    [ -r "$incoming/meta/end" ] && read -r ended <"$incoming/meta/end"
    if [ "$result" -ne 0 ]; then
        case $said in
        *'nexpected EOF'* | *'short read'* | *'not look like a tar'*) fail 8 "the stream ended early" ;;
        esac
        fail_write "$(printf '%s\n' "$said" | head -n 1)"
    fi
    [ "$ended" = "$digest" ] || fail 8 "the stream ended early"
    wanted_base=none
    [ -r "$incoming/meta/base" ] && read -r wanted_base <"$incoming/meta/base"
    read_current
    [ "$wanted_base" = "${set_name:-none}" ] || fail 5 "the tree changed meanwhile"
}

apply() {
    incoming=$meta/incoming
    receive
    # From here on the tree is neither the old nor the new one. What is new in it is noted first, so
    # that the next sync can take it away again.
    if [ -s "$meta/pending" ]; then
        cat "$meta/pending" >>"$incoming/meta/new" || fail_write pending
    fi
    mv -f "$incoming/meta/new" "$meta/pending" || fail_write pending
    mkdir -p "$tree" || fail_write "$tree"
    said=$(cd "$tree" && xargs -0 sh -c "$drop" drop <"$incoming/meta/remove" 2>&1) || fail_write "$said"
    if [ -d "$incoming/files" ]; then
        said=$(cd "$incoming/files" && find . -type d -print0 | xargs -0 sh -c "$place" "$tree" 2>&1) ||
            fail_write "$said"
    fi
    new=$digest.$$
    rm -rf "${meta:?}/$new"
    if ! mkdir "$meta/$new" || ! mv "$incoming/meta/ids" "$incoming/meta/names" "$meta/$new/" ||
        ! printf '%s\n' "$digest" >"$meta/$new/digest"; then
        fail_write "$meta/$new"
    fi
    observe <"$meta/$new/names" >"$meta/$new/listing" || fail_write listing
    printf '%s\n' "$new" >"$meta/current.new" || fail_write current
    mv -f "$meta/current.new" "$meta/current" || fail_write current
    rm -f "$meta/pending" "$meta/listing.now"
    for old in "$meta"/*.*; do
        if [ -d "$old" ] && [ "$old" != "$meta/$new" ]; then
            rm -rf "$old"
        fi
    done
    printf 'rocport-sync 1\nroot %s\nanswer done\nend\n' "$tree"
}

verb=$1
workspace=$2
name=$3
digest=$4
# shellcheck disable=SC2088 # the tilde comes as a character
case $workspace in
'' | '~') workspace=$HOME/.cache/rocport ;;
'~/'*) workspace=$HOME/${workspace#??} ;;
/*) ;;
*) fail 9 "the workspace is not an absolute path" ;;
esac
case $name in
'' | .* | -* | *[!0-9A-Za-z._-]*) fail 9 "wrong name of a tree" ;;
esac
case $digest in
'' | *[!0-9a-f]*) fail 9 "wrong digest" ;;
esac
for tool in tar find xargs stat mkdir mv rm cmp wc df awk; do
    command -v "$tool" >/dev/null 2>&1 || fail 3 "$tool"
done
tree=$workspace/trees/$name
meta=$workspace/sync/$name
said=$(mkdir -p "$meta" "$workspace/trees" 2>&1) || fail_write "$said"
take_lock
case $verb in
state) state ;;
apply) apply ;;
*) fail 9 "unknown verb" ;;
esac
