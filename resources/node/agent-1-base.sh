#!/bin/sh
# Rocport's part on a node: keeps jobs, and tells about them (docs/runs.md has the protocol).
# The parts agent-*.sh are put together, in order, into one file.
# shellcheck disable=SC2034,SC2154 # variables of the other parts
# Usage: sh agent.sh WORKSPACE VERB JOB [ARGUMENTS]. Needs a POSIX shell, and the tools that every
# system with a shell has. Touches nothing outside of WORKSPACE, and signals nothing but a job's own
# processes.

mask=$(umask)
umask 077
workspace=$1
verb=$2
job=$3
jobs=$workspace/jobs
boot_file=${ROCPORT_BOOT_ID_FILE:-/proc/sys/kernel/random/boot_id}

say() {
    printf '@rocport %s\n' "$*"
}

fail() {
    say "error $*"
    exit 1
}

# Sets: dir (the job's folder), state (what Rocport keeps in it).
use_job() {
    case $job in
    '' | -* | *[!0-9A-Za-z-]*) fail bad-id ;;
    esac
    dir=$jobs/$job
    state=$dir/.rocport
}

# The job is one task of an array; sets array (the array's job) and task (its number there).
in_array() {
    array=
    [ -r "$state/array" ] && read -r array task <"$state/array"
    case $array in
    '' | -* | *[!0-9A-Za-z-]*) return 1 ;;
    esac
    case $task in
    '' | *[!0-9]*) return 1 ;;
    esac
}

# Slurm has the job, or is to get it.
is_queued() {
    [ -f "$state/submit.sh" ] || [ -f "$state/array" ]
}

known_job() {
    use_job
    [ -d "$state" ] || fail unknown-job
}

number() {
    case $1 in
    '' | *[!0-9]*) fail bad-number ;;
    esac
}

# Sets: free, the KB that are free for the workspace by what df says; a quota may leave less.
measure_free() {
    free=$(df -Pk "$workspace" 2>/dev/null | awk 'NR == 2 { print $4 }')
    case $free in
    '' | *[!0-9]*) free=- ;;
    esac
}

# A failed write of $1, with the message $2 where the tool gave one: full, quota, or another reason.
# What was half-written may be gone by now, so a message counts more than a new try.
fail_write() {
    measure_free
    case ${2-} in
    *uota*) fail quota "$free" ;;
    *'No space'*) fail disk-full "$free" ;;
    *'Wrote only'*) # tar does not say why; with this much left it is a quota
        [ "$free" != - ] && [ "$free" -gt 65536 ] && fail quota "$free"
        fail disk-full "$free"
        ;;
    esac
    room=$(LC_ALL=C sh -c 'mkdir -p "$1" && printf "%8192s" x >"$1/.room"' room "$workspace" 2>&1)
    result=$?
    rm -f "$workspace/.room"
    case $room in
    *uota*) fail quota "$free" ;;
    esac
    [ "$result" -eq 0 ] && fail "write $1"
    case $room in
    *'No space'*) fail disk-full "$free" ;;
    '' | *'rror'*) # some shells do not say why; with this much left it is a quota
        [ "$free" != - ] && [ "$free" -gt 65536 ] && fail quota "$free"
        fail disk-full "$free"
        ;;
    esac
    fail "write $1"
}

# Sets: boot, a short mark that changes with each start of the system.
read_boot() {
    boot=0
    if [ -r "$boot_file" ]; then
        read -r boot <"$boot_file"
        boot=${boot%%-*}
    fi
    case $boot in
    '' | *[!0-9A-Za-z]*) boot=0 ;;
    esac
}

# Sets: stamp, "seconds of the calendar, seconds since the system's start, boot".
clock() {
    up=0
    [ -r /proc/uptime ] && read -r up _ </proc/uptime
    stamp="$(date +%s) $up $boot"
}

# process PID: sets status (letter; X: no such process), group, begun (ticks since the system's start).
process() {
    status=X
    group=0
    begun=0
    if [ -d /proc/self ]; then
        line=
        { read -r line <"/proc/$1/stat"; } 2>/dev/null || return
        # shellcheck disable=SC2086 # fields
        set -- ${line##*) }
        status=$1
        group=$3
        begun=${20}
    elif kill -0 "$1" 2>/dev/null; then
        status=R
        group=$1
    fi
}

# record FILE: writes who this process is into a file that has its size already, so that a full
# disk cannot stop it.
record() {
    process $$
    printf '%-95s\n' "$$ $begun $boot $group" 1<>"$state/$1"
}

# read_record FILE: sets pid, start, where (boot), of; pid is empty where nothing was written yet.
read_record() {
    pid=
    [ -r "$state/$1" ] && read -r pid start where of <"$state/$1"
    case $pid in
    '' | *[!0-9]*) pid= ;;
    esac
}

# alive FILE: the process that wrote it still runs; not another one with its number.
alive() {
    read_record "$1"
    [ -n "$pid" ] && [ "$where" = "$boot" ] || return 1
    process "$pid"
    [ "$status" != X ] && [ "$status" != Z ] && [ "$begun" = "$start" ]
}

# members GROUP [MARK]: sets found, the running processes of the group; with MARK only those that
# have it in their environment.
members() {
    found=
    for entry in /proc/[0-9]*/stat; do
        line=
        { read -r line <"$entry"; } 2>/dev/null || continue
        rest=${line##*) }
        # shellcheck disable=SC2086 # fields
        set -- "$1" "${2-}" $rest
        [ "$5" = "$1" ] || continue
        case $3 in
        Z | X) continue ;;
        esac
        one=${entry#/proc/}
        one=${one%/stat}
        if [ -n "$2" ] && ! tr '\0' '\n' <"/proc/$one/environ" 2>/dev/null | grep -qxF "$2"; then
            continue
        fi
        found="$found $one"
    done
}

# The job's processes run: its first one, or any of its group while that is surely its own.
job_alive() {
    alive pid && return 0
    [ -n "$pid" ] && [ "$where" = "$boot" ] && [ "$of" = "$pid" ] || return 1
    leader=$pid
    [ "$status" != X ] && [ "$status" != Z ] && return 1 # the number is another's now
    if alive keeper; then
        members "$leader"
    else
        members "$leader" "ROCPORT_JOB_ID=$job"
    fi
    pid=$leader
    of=$leader
    [ -n "$found" ]
}

# The process that hands the job, or its array, to Slurm still runs.
submitter_alive() {
    own=$state
    in_array && state=$jobs/$array/.rocport
    alive keeper
    submits=$?
    state=$own
    return "$submits"
}
