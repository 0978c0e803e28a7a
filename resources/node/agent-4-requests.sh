# shellcheck shell=sh
# Last part of the agent: the other requests.
# shellcheck disable=SC2154,SC2034 # variables of the other parts

# cancel JOB SIGNAL
cancel() {
    known_job
    case $1 in
    INT | TERM | KILL) ;;
    *) fail bad-signal ;;
    esac
    true >"$state/cancelled"
    read_boot
    if mkdir "$state/claimed" 2>/dev/null; then
        finish 130 # it will never start
        say cancel ended
        return
    fi
    if [ -f "$state/exit" ]; then
        say cancel ended
        return
    fi
    if is_queued; then
        cancel_queued "$1"
        return
    fi
    if job_alive; then
        kill -"$1" "-$of" 2>/dev/null
        stop_inside "$1"
        say cancel signalled
    else
        say cancel gone
    fi
}

cancel_queued() {
    ask_queue
    case $queue_state in
    '') say cancel gone ;;
    PENDING | CONFIGURING)
        scancel "$queue" 2>/dev/null
        say cancel signalled
        ;;
    *)
        stop_inside "$1"
        if [ "$1" = KILL ]; then
            scancel "$queue" 2>/dev/null
        else
            scancel --full -s "$1" "$queue" 2>/dev/null
        fi
        say cancel signalled
        ;;
    esac
}

# tell_task: what is known here of one task.
tell_task() {
    if [ -f "$state/exit" ]; then
        word=ended
    elif [ -d "$state/batch" ]; then
        word=running
    elif [ -d "$state/claimed" ]; then
        word=claimed
    else
        word=waiting
    fi
    say "task $turn $word"
}

# array ARRAY: every task of it, then what Slurm says of them. One question to Slurm for all.
array() {
    known_job
    [ -f "$state/tasks" ] || fail not-an-array
    read_boot
    clock
    say "hello 1 $stamp"
    each_task tell_task
    if [ ! -d "$state/claimed" ]; then
        say unstarted
        return 0
    fi
    find_queue "$job"
    if [ -z "$queue" ]; then
        if alive keeper; then
            say submitting
        elif [ -z "$unasked" ]; then
            say unsubmitted
        fi
        return 0
    fi
    say "queued-as $queue"
    if rows=$(squeue -h -r -j "$queue" -t all -o '%i|%T|%M|%N|%r' 2>&1); then
        say answered
        printf '%s\n' "$rows" | sed 's/^/@rocport squeue /'
    else
        case $rows in
        *'nvalid job id'*) say answered ;; # it has forgotten all of them
        esac
    fi
    # Slurm forgets tasks that ended some minutes ago; what is written down about them stays.
    sacct -n -X -P -j "$queue" -o JobID,State,Elapsed,NodeList,ExitCode 2>/dev/null |
        sed 's/^/@rocport sacct /'
    return 0
}

mark_cancelled() {
    [ -f "$state/exit" ] && return
    true >"$state/cancelled"
    if mkdir "$state/claimed" 2>/dev/null; then
        finish 130 # it will never start
    fi
}

stop_task() {
    [ -d "$state/batch" ] && [ ! -f "$state/exit" ] && stop_inside "$signal"
}

# cancel-array ARRAY SIGNAL: all tasks that have not ended.
cancel_array() {
    known_job
    case $1 in
    INT | TERM | KILL) signal=$1 ;;
    *) fail bad-signal ;;
    esac
    read_boot
    each_task mark_cancelled
    if mkdir "$state/claimed" 2>/dev/null; then
        finish 130
        say cancel ended
        return
    fi
    find_queue "$job"
    if [ -z "$queue" ]; then
        say cancel gone
        return
    fi
    if [ "$signal" = KILL ]; then
        scancel "$queue" 2>/dev/null
    else
        scancel --state=PENDING "$queue" 2>/dev/null
        scancel --full -s "$signal" "$queue" 2>/dev/null
    fi
    each_task stop_task
    say cancel signalled
}

# Moved aside first: what starts it does not find it then, and a full disk does not matter.
drop_unclaimed() {
    [ -d "$state/claimed" ] && return 1
    mv "$dir" "$jobs/.old-$job-$$" || return 1
    if [ -d "$jobs/.old-$job-$$/.rocport/claimed" ]; then
        mv "$jobs/.old-$job-$$" "$dir" # begun in between
        return 1
    fi
    rm -rf "$jobs/.old-$job-$$"
}

# discard ARRAY TASKS: what was sent of an array that is not started, and never will be.
discard() {
    use_job
    number "$1"
    if [ -d "$state" ] && ! drop_unclaimed; then
        say discard started
        return
    fi
    each_task drop_unclaimed "$1"
    rm -rf "$jobs/.tree-$job" "$jobs/.tree-$job".* "$jobs/.new-$job-"*
    say discard removed
}

# list: every job that is here, so that none runs unseen.
list() {
    read_boot
    clock
    say "hello 1 $stamp"
    for dir in "$jobs"/*; do
        state=$dir/.rocport
        job=${dir##*/}
        [ -d "$state" ] || continue
        [ -f "$state/tasks" ] && continue # an array: its tasks are listed
        case $job in
        *[!0-9A-Za-z-]*) continue ;;
        esac
        blank=100
        queue_turn=0
        over=100
        missing=100
        if [ -f "$state/exit" ]; then
            read -r code _ <"$state/exit"
            say "job $job ended $code"
        else
            look
            say "job $job $life 0"
        fi
    done
    say end
}

# safe_name NAME: a file of the job's folder, not one outside of it.
safe_name() {
    case /$1/ in
    // | *//* | */../* | */./*) fail bad-name ;;
    esac
    [ -f "$dir/$1" ] || fail no-file
}

# fetch JOB NAME OFFSET
fetch() {
    known_job
    safe_name "$1"
    number "$2"
    size=$(wc -c <"$dir/$1") || fail no-file
    say "file $((size))"
    tail -c "+$(($2 + 1))" "$dir/$1" | head -c "$((size - $2))"
}

# results JOB: what it put into its folder "results".
results() {
    known_job
    find "$dir/results" -type f 2>/dev/null | while IFS= read -r path; do
        name=${path#"$dir/"}
        case $name in
        *[!0-9A-Za-z._/+=@,-]*) continue ;;
        esac
        size=$(wc -c <"$path") && say "file $((size)) $name"
    done
    say end
}

# remove JOB: only one that does not run.
remove() {
    use_job
    if [ -d "$state" ]; then
        read_boot
        if [ ! -f "$state/exit" ] && [ -d "$state/claimed" ]; then
            queue_turn=0
            over=100
            missing=100
            look >/dev/null
            case $life in
            running | queued) fail running ;;
            esac
        fi
        mv "$dir" "$jobs/.old-$job-$$" || fail "write $dir"
        state=$jobs/.old-$job-$$/.rocport
        [ -f "$state/tasks" ] && rm -rf "$jobs/.tree-$job"
        release_tree
        rm -rf "$jobs/.old-$job-$$"
    fi
    say removed
}

case $verb in
hello | list) "$verb" ;;
put | hold | start | keep | lead | batch | follow | cancel | fetch | results | remove | array | discard)
    shift 3
    "$verb" "$@"
    ;;
cancel-array)
    shift 3
    cancel_array "$@"
    ;;
status)
    follow 0 once
    ;;
*) fail bad-verb ;;
esac
