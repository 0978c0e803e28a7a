# shellcheck shell=sh
# Second part of the agent: brings a job here, starts it once, waits for it.
# shellcheck disable=SC2154,SC2034 # variables of the other parts

hello() {
    read_boot
    clock
    mkdir -p "$jobs" || fail_write workspace
    tools=
    for tool in setsid tar stat sbatch squeue sacct; do
        command -v "$tool" >/dev/null 2>&1 && tools="$tools $tool"
    done
    say "hello 1 $stamp"
    say "tools$tools"
    printf '@rocport workspace %s\n' "$workspace"
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
    mkdir -p "$new/.rocport" || fail_write "$new"
    cat >"$new/.payload" || { rm -rf "$new"; fail_write payload; }
    size=$(wc -c <"$new/.payload")
    if [ "$((size))" -ne "$1" ]; then
        rm -rf "$new"
        fail "short $((size))"
    fi
    if ! (cd "$new" && tar -xf .payload) 2>/dev/null; then
        rm -rf "$new"
        fail_write unpack
    fi
    rm -f "$new/.payload"
    mkdir -p "$new/results"
    made=yes
    for name in log stages; do
        true >"$new/.rocport/$name" || made=
    done
    for name in keeper pid queue exit.new; do
        printf '%-95s\n' '' >"$new/.rocport/$name" || made=
    done
    if [ -z "$made" ]; then
        rm -rf "$new"
        fail_write "$new"
    fi
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
    [ -f "$state/private" ] && rm -f "$state/setup.sh" "$state"/stage-*.sh
    return 0
}

# finish CODE: the last word. Its file was there before the job, so that a full disk cannot stop it.
finish() {
    left_over=
    tidy
    forget
    flags=ended
    [ -n "$left_over" ] && flags=$flags,leftover
    [ -f "$state/timeout" ] && flags=$flags,timeout
    [ -f "$state/cancelled" ] && flags=$flags,cancelled
    room=$(LC_ALL=C sh -c 'printf "%65536s" x >"$1"' room "$state/room" 2>&1) || {
        case $room in
        *uota*) flags=$flags,quota ;;
        *) flags=$flags,full ;;
        esac
    }
    rm -f "$state/room"
    clock
    printf '%-95s\n' "$1 $stamp $flags" 1<>"$state/exit.new"
    mv -f "$state/exit.new" "$state/exit"
}

# Hands the job to Slurm.
submit() {
    answer=$(sh "$state/submit.sh" 2>"$state/submit.errors")
    result=$?
    queue=${answer%%;*}
    case $queue in
    '' | *[!0-9]*)
        cat "$state/submit.errors" >>"$state/log"
        [ "$result" -eq 0 ] && result=1
        finish "$result"
        ;;
    *) printf '%-95s\n' "$queue" 1<>"$state/queue" ;;
    esac
}

# batch JOB MASK: the job, as Slurm starts it on the machine that it chose.
batch() {
    use_job
    cd "$dir" || exit 1
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
