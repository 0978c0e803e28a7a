# shellcheck shell=sh
# Second part of the agent: brings a job here, starts it once, waits for it.
# shellcheck disable=SC2154,SC2034 # variables of the other parts

hello() {
    read_boot
    clock
    said=$(LC_ALL=C mkdir -p "$jobs" 2>&1) || fail_write workspace "$said"
    tools=
    for tool in setsid tar stat sbatch squeue sacct; do
        command -v "$tool" >/dev/null 2>&1 && tools="$tools $tool"
    done
    say "hello 1 $stamp"
    say "tools$tools"
    printf '@rocport workspace %s\n' "$workspace"
}

# discard WHAT MESSAGE: the new job could not be written; nothing of it stays.
discard() {
    rm -rf "$new"
    fail_write "$1" "$2"
}

# put JOB BYTES: the job's files, as a tar archive on standard input.
put() {
    use_job
    number "$1"
    if [ -d "$state" ]; then
        cat >/dev/null
        say put already
        return
    fi
    rm -rf "$jobs/.new-$job-"* # of tries that were cut
    new=$jobs/.new-$job-$$
    said=$(LC_ALL=C mkdir -p "$new/.rocport" 2>&1) || discard "$new" "$said"
    # shellcheck disable=SC2016 # the inner shell expands it
    said=$(LC_ALL=C sh -c 'cat >"$1"' write "$new/.payload" 2>&1) || {
        cat >/dev/null
        discard payload "$said"
    }
    size=$(wc -c <"$new/.payload")
    if [ "$((size))" -ne "$1" ]; then
        rm -rf "$new"
        fail "short $((size))"
    fi
    said=$(cd "$new" && LC_ALL=C tar -xf .payload 2>&1) || discard unpack "$said"
    rm -f "$new/.payload"
    # shellcheck disable=SC2016 # the inner shell expands it
    said=$(LC_ALL=C sh -c 'cd "$1" && mkdir -p results || exit 1
        for name in log stages; do
            printf "" >".rocport/$name" || exit 1
        done
        for name in keeper pid queue exit.new; do
            printf "%-95s\n" "" >".rocport/$name" || exit 1
        done
        # Not of blanks, which some file systems keep in no room at all.
        dd if=/dev/urandom of=.rocport/reserve bs=1024 count=256 || exit 1' make "$new" 2>&1) || discard "$new" "$said"
    if [ ! -d "$dir" ] && mv "$new" "$dir"; then
        rm -rf "$dir/.new-$job-$$" # another one was faster: it moved into that one's folder
        say put new
    else
        rm -rf "$new"
        say put already
    fi
}

# start JOB: at most one process ever gets the folder "claimed", so the job is started once, whatever
# is asked how often.
start() {
    known_job
    if in_array; then
        # All tasks of an array start together; its folder comes after theirs.
        [ -d "$jobs/$array/.rocport" ] || fail no-array
        exec sh "$0" "$workspace" start "$array"
    fi
    answer=already
    if [ ! -d "$state/claimed" ]; then
        answer=new
        if command -v setsid >/dev/null 2>&1; then
            # The inner setsid leads its group already, so that it forks and returns at once; "&"
            # would make the job deaf to interrupts.
            setsid setsid sh "$0" "$workspace" keep "$job" "$mask" </dev/null >/dev/null 2>&1
        else
            nohup sh "$0" "$workspace" keep "$job" "$mask" </dev/null >/dev/null 2>&1 &
        fi
    fi
    tries=0
    while [ ! -d "$state/claimed" ]; do
        tries=$((tries + 1))
        if [ "$tries" -gt 100 ]; then
            fail_write claim
        fi
        pause
    done
    say start "$answer"
}

pause() {
    sleep 0.1 2>/dev/null || sleep 1
}

# keep JOB MASK: starts the job and waits for it. Runs detached.
keep() {
    use_job
    cd "$dir" || exit 1
    mkdir "$state/claimed" 2>/dev/null || exit 0
    trap : INT TERM HUP
    read_boot
    record keeper
    ROCPORT_JOB_ID=$job
    export ROCPORT_JOB_ID
    if [ -f "$state/submit.sh" ]; then
        submit
        return
    fi
    if [ -f "$state/limit" ]; then
        watch </dev/null >/dev/null 2>&1 &
    fi
    if command -v setsid >/dev/null 2>&1; then
        setsid sh "$0" "$workspace" lead "$job" "$1" </dev/null >>"$state/log" 2>&1
    else
        sh "$0" "$workspace" lead "$job" "$1" </dev/null >>"$state/log" 2>&1
    fi
    finish $?
}

# lead JOB MASK: the first process of the job's group.
lead() {
    use_job
    read_boot
    record pid || exit 125
    umask "$1"
    exec sh "$state/launch.sh"
}

# Ends the job when its time is over.
watch() {
    read -r limit gap <"$state/limit"
    passed=0
    while [ "$passed" -lt "$limit" ]; do
        sleep 1
        passed=$((passed + 1))
        [ -f "$state/exit" ] && return
        alive keeper || return
    done
    for name in INT TERM KILL; do
        true >"$state/timeout"
        job_alive || return
        kill -"$name" "-$of" 2>/dev/null
        stop_inside "$name"
        left=$gap
        while [ "$left" -gt 0 ] && job_alive; do
            sleep 1
            left=$((left - 1))
        done
    done
}

stop_inside() {
    [ -f "$state/stop.sh" ] && sh "$state/stop.sh" "$1" </dev/null >/dev/null 2>&1
}

# What the job left running in its group is ended: after a cancel Rocport does that by itself.
tidy() {
    read_record pid
    [ -n "$pid" ] && [ "$of" = "$pid" ] || return
    leader=$pid
    turns=0
    while members "$leader" && [ -n "$found" ] && [ "$turns" -lt 400 ]; do
        left_over=yes
        if [ "$turns" -eq 0 ] && [ ! -f "$state/cancelled" ] && [ ! -f "$state/timeout" ]; then
            kill -TERM "-$leader" 2>/dev/null
            turns=300
        fi
        turns=$((turns + 1))
        pause
    done
    [ -n "$found" ] && kill -KILL "-$leader" 2>/dev/null
}

# Removes what holds secrets of a job that has ended.
forget() {
    rm -f "$state/secrets.sh"
    rm -rf "$state/tree"
    [ -f "$state/private" ] && rm -f "$state/setup.sh" "$state"/stage-*.sh
    return 0
}

record_exit() {
    LC_ALL=C sh -c 'printf "%-95s\n" "$1" 1<>"$2"' record "$1" "$state/exit.new" 2>/dev/null &&
        mv -f "$state/exit.new" "$state/exit" 2>/dev/null
}

# finish CODE: the last word. Its file was there before the job, so that a full disk cannot stop it.
# Where writing over a file takes new room (btrfs, ZFS), room that was kept for it is given back;
# that counts only once the file system has it on the disk. Renaming a file alone takes about 100 KB of
# a quota of btrfs for a moment.
finish() {
    left_over=
    tidy
    forget
    flags=ended
    [ -n "$left_over" ] && flags=$flags,leftover
    [ -n "${refused-}" ] && flags=$flags,refused
    [ -f "$state/timeout" ] && flags=$flags,timeout
    [ -f "$state/cancelled" ] && flags=$flags,cancelled
    room=$(LC_ALL=C sh -c 'printf "%65536s" x >"$1"' room "$state/room" 2>&1) || room=${room:-full}
    rm -f "$state/room"
    if [ -z "$room" ] && [ "$1" -ne 0 ]; then
        # What filled the disk is often removed by the program that failed.
        room=$(tail -c 65536 "$state/log" 2>/dev/null |
            grep -o -e 'No space left on device' -e 'Disk quota exceeded' | tail -n 1)
    fi
    case $room in
    '')
        # On a full disk the message does not get into the log either.
        measure_free
        if [ "$1" -ne 0 ] && [ "$free" != - ] && [ "$free" -lt 65536 ]; then
            flags=$flags,low,free-$free
        fi
        ;;
    *uota*) flags=$flags,quota ;;
    *)
        measure_free
        flags=$flags,full,free-$free
        ;;
    esac
    clock
    tries=0
    until record_exit "$1 $stamp $flags" || [ "$tries" -ge 10 ]; do
        rm -f "$state/reserve"
        sync
        [ "$tries" -gt 1 ] && sleep 1
        tries=$((tries + 1))
    done
    rm -f "$state/reserve"
}

# Hands the job, or the array of all its tasks, to Slurm.
submit() {
    each_task claim
    answer=$(sh "$state/submit.sh" 2>"$state/submit.errors")
    result=$?
    queue=${answer%%;*}
    queue=${queue##*[!0-9]} # a site's own words may come first
    if [ "$result" -eq 0 ] && [ -n "$queue" ]; then
        printf '%-95s\n' "$queue" 1<>"$state/queue"
        return
    fi
    [ "$result" -eq 0 ] && result=1
    refused=yes
    if [ -f "$state/tasks" ] && grep -q 'array spec' "$state/submit.errors"; then
        scontrol show config 2>/dev/null | grep '^MaxArraySize' >>"$state/submit.errors"
    fi
    errors=$state/submit.errors
    each_task refuse
    cat "$errors" >>"$state/log"
    finish "$result"
}

# each_task FUNCTION: calls it for each task of the array, as for a job of its own.
each_task() {
    [ -f "$state/tasks" ] || return
    read -r tasks _ <"$state/tasks"
    number "$tasks"
    whole=$job
    turn=0
    while [ "$turn" -lt "$tasks" ]; do
        job=$whole-$turn
        use_job
        [ -d "$state" ] && "$1"
        turn=$((turn + 1))
    done
    job=$whole
    use_job
}

claim() {
    mkdir "$state/claimed" 2>/dev/null
}

refuse() {
    [ -f "$state/exit" ] && return
    cat "$errors" >>"$state/log"
    finish "$result"
}

# batch JOB MASK: the job, as Slurm starts it on the machine that it chose.
batch() {
    use_job
    cd "$dir" || exit 1
    [ -f "$state/exit" ] && exit 0              # a task that was cancelled before its array began
    mkdir "$state/batch" 2>/dev/null || exit 0 # Slurm may start a job again by itself
    trap : INT TERM HUP
    read_boot
    record keeper
    ROCPORT_JOB_ID=$job
    export ROCPORT_JOB_ID
    (umask "$1" && exec sh "$state/launch.sh") </dev/null
    result=$?
    finish "$result"
    exit "$result"
}
