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

# give_up WHAT MESSAGE: what was new could not be written; nothing of it stays.
give_up() {
    why=$2
    case $why in
    *'Wrote only'*) # tar does not say why; the next one that writes does
        why="$why $(LC_ALL=C dd if=/dev/urandom of="$new/.room" bs=1024 count=1024 2>&1)"
        ;;
    esac
    rm -rf "$new"
    fail_write "$1" "$why"
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
    said=$(LC_ALL=C mkdir -p "$new/.rocport" 2>&1) || give_up "$new" "$said"
    # shellcheck disable=SC2016 # the inner shell expands it
    said=$(LC_ALL=C sh -c 'cat >"$1"' write "$new/.payload" 2>&1) || {
        cat >/dev/null
        give_up payload "$said"
    }
    size=$(wc -c <"$new/.payload")
    if [ "$((size))" -ne "$1" ]; then
        rm -rf "$new"
        fail "short $((size))"
    fi
    said=$(cd "$new" && LC_ALL=C tar -xf .payload 2>&1) || give_up unpack "$said"
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
        dd if=/dev/urandom of=.rocport/reserve bs=1024 count=256 || exit 1' make "$new" 2>&1) || give_up "$new" "$said"
    if [ -d "$dir" ]; then
        rm -rf "$new"
        say put already
    elif said=$(LC_ALL=C mv "$new" "$dir" 2>&1); then
        rm -rf "$dir/.new-$job-$$" # another one was faster: it moved into that one's folder
        say put new
    else
        give_up "$dir" "$said"
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

# The sources of an array (hold) go once none of its tasks can need them.
release_tree() {
    in_array && [ -d "$jobs/.tree-$array" ] || return 0
    below=
    [ -r "$jobs/$array/.rocport/tasks" ] && read -r below _ <"$jobs/$array/.rocport/tasks"
    case $below in
    '' | *[!0-9]*) return 0 ;;
    esac
    while [ "$below" -gt 0 ]; do # the last ones end last
        below=$((below - 1))
        one=$jobs/$array-$below/.rocport
        [ -d "$one" ] || continue
        [ -f "$one/exit" ] || [ -f "$one/gone" ] || return 0
    done
    rm -rf "$jobs/.tree-$array"
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
    release_tree
}

# Hands the job, or the array of all its tasks, to Slurm.
submit() {
    each_task claim
    answer=$(sh "$state/submit.sh" 2>"$state/submit.errors")
    result=$?
    queue=$(printf '%s\n' "$answer" | tail -n 1) # a site's own words may come first
    queue=${queue%%;*}
    queue=${queue##*[!0-9]}
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

# Sets: list, the list of files of the last sync of $1; empty: there is none, or the tree is between two.
read_list() {
    list=
    [ -e "$workspace/sync/$1/pending" ] && return
    [ -r "$workspace/sync/$1/current" ] && read -r list <"$workspace/sync/$1/current"
    case $list in
    '' | *[!0-9A-Za-z.]*) list= ;;
    esac
    [ -d "$workspace/trees/$1" ] && [ -r "$workspace/sync/$1/${list:-none}/names" ] || list=
}

# copy_list TREE FOLDER: the files that the list has, and nothing that a build put beside them.
copy_list() {
    said=$(LC_ALL=C mkdir -p "$2" 2>&1) || return
    # shellcheck disable=SC2016 # the inner shells expand it
    said=$(cd "$workspace/trees/$1" 2>&1 && LC_ALL=C xargs -0 sh -c '
        [ $# -gt 0 ] || exit 0
        { tar -cf - "$@" || printf "" >"$0.short"; } | (cd "$0" && umask 022 && tar -xpof -)' "$2" \
        <"$workspace/sync/$1/$list/names" 2>&1) || return
    [ ! -e "$2.short" ]
}

# hold ARRAY TREE: keeps the sources, as the last sync left them, for the tasks of an array, whatever
# becomes of the tree until they begin.
hold() {
    use_job
    case $1 in
    '' | .* | -* | *[!0-9A-Za-z._-]*) fail bad-name ;;
    esac
    if [ -d "$jobs/.tree-$job" ]; then
        say hold already
        return
    fi
    [ -e "$workspace/sync/$1/current" ] || [ -e "$workspace/sync/$1/pending" ] || fail no-tree
    tries=0
    while :; do
        rm -rf "$jobs/.tree-$job".*
        new=$jobs/.tree-$job.$$
        read_list "$1"
        before=$list
        whole=
        [ -n "$list" ] && copy_list "$1" "$new/$1" && whole=yes
        read_list "$1"
        if [ -n "$before" ] && [ "$list" = "$before" ]; then
            [ -n "$whole" ] && break
            case $said in
            *'o such file'* | *"an't stat"* | *"annot stat"*)
                rm -rf "$new"
                fail tree-incomplete
                ;;
            esac
            give_up sources "$said"
        fi
        tries=$((tries + 1))
        if [ "$tries" -gt 5 ]; then
            rm -rf "$new"
            [ -e "$workspace/sync/$1/pending" ] || [ -n "$list" ] && fail tree-changes
            fail no-tree
        fi
        sleep 1
    done
    if [ -d "$jobs/.tree-$job" ]; then
        rm -rf "$new" # one whose connection was cut was faster
        say hold already
        return
    fi
    said=$(LC_ALL=C mv "$new" "$jobs/.tree-$job" 2>&1) || give_up sources "$said"
    say hold new
}

# each_task FUNCTION [TASKS]: calls it for each task of the array, as for a job of its own.
each_task() {
    tasks=${2-}
    if [ -z "$tasks" ]; then
        [ -f "$state/tasks" ] || return
        read -r tasks _ <"$state/tasks"
    fi
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
