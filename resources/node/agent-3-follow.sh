# shellcheck shell=sh
# Third part of the agent: what a job does, as a stream.
# shellcheck disable=SC2154,SC2034 # variables of the other parts

# find_queue JOB: sets queue, Slurm's number of a job or an array that Rocport handed to it; empty:
# Slurm does not have it, or, where unasked is set too, does not say so.
find_queue() {
    queue=
    unasked=
    read -r queue _ <"$jobs/$1/.rocport/queue" 2>/dev/null
    [ -n "$queue" ] && return
    # The answer of sbatch was lost with its process.
    queue=$(squeue -h -n "rocport-$1" -t all -o %F 2>/dev/null)
    case $? in
    0 | 127) ;;
    *) unasked=yes ;;
    esac
    queue=$(printf '%s\n' "$queue" | sed -n 1p)
    case $queue in
    '' | *[!0-9]*) queue= ;;
    *) printf '%-95s\n' "$queue" 1<>"$jobs/$1/.rocport/queue" ;;
    esac
}

# Sets: queue, queue_state (empty: Slurm does not answer or does not know it), reason.
ask_queue() {
    queue_state=
    reason=-
    if in_array; then
        find_queue "$array"
        queue=${queue:+${queue}_$task}
    else
        find_queue "$job"
    fi
    [ -n "$queue" ] || return
    forgotten=
    if answer=$(squeue -h -j "$queue" -t all -o '%T %r' 2>&1); then
        [ -n "$answer" ] || forgotten=FORGOTTEN # a task that left the queue before it ran
    else
        case $answer in
        *'nvalid job id'*) forgotten=FORGOTTEN ;;
        esac
        answer=
    fi
    # shellcheck disable=SC2086 # words
    set -- $answer
    if [ -z "${1-}" ]; then
        # shellcheck disable=SC2046
        set -- $(sacct -n -X -P -j "$queue" -o State 2>/dev/null | sed -n 1p) $forgotten
    fi
    queue_state=${1-}
    reason=${2:--}
    case $queue_state$reason in
    *[!0-9A-Za-z_,:.-]*) reason=- ;;
    esac
}

# Sets: life: waiting, queued, running, or why nothing more will come: rebooted, killed, queue-STATE.
look() {
    life=running
    [ -f "$state/exit" ] && return
    if [ ! -d "$state/claimed" ] && ! array_claimed; then
        life=waiting
    elif is_queued; then
        look_queue
    else
        read_record keeper
        if [ -z "$pid" ]; then
            blank=$((${blank:-0} + 1)) # claimed a moment ago, or ended in that moment
            [ "$blank" -gt 15 ] && life=killed
        elif [ "$where" != "$boot" ]; then
            life=rebooted
        elif ! alive keeper && ! job_alive && [ ! -f "$state/exit" ]; then
            life=killed
        fi
    fi
}

array_claimed() {
    in_array && [ -d "$jobs/$array/.rocport/claimed" ]
}

look_queue() {
    queue_turn=$((${queue_turn:-0} - 1))
    if [ "$queue_turn" -le 0 ]; then
        queue_turn=2
        in_array && queue_turn=5 # there may be many of them
        ask_queue
        [ -n "$queue_state" ] && say "queue $queue $queue_state $reason"
    fi
    case $queue_state in
    PENDING | CONFIGURING | REQUEUED | RESIZING | '')
        life=queued
        [ -d "$state/batch" ] && life=running
        if [ -z "$queue$unasked" ] && ! submitter_alive; then
            missing=$((${missing:-0} + 1)) # it ended before Slurm had the job
            [ "$missing" -gt 5 ] && life=killed
        fi
        ;;
    RUNNING | COMPLETING | SUSPENDED | STOPPED | SIGNALING | STAGE_OUT) life=running ;;
    *)
        # The file system may show the job's last word later than Slurm says its own.
        over=$((${over:-0} + 1))
        [ "$over" -gt 5 ] && life=queue-$queue_state
        ;;
    esac
}

send_stages() {
    line_number=0
    while read -r id event code at since seen _; do
        line_number=$((line_number + 1))
        [ "$line_number" -le "$stages_sent" ] && continue
        stages_sent=$line_number
        case $id$event$code$at$since$seen in
        *[!0-9A-Za-z.-]*) ;;
        *) say "stage $id $event $code $at $since $seen" ;;
        esac
    done <"$state/stages"
}

send_end() {
    send_stages
    if is_queued; then
        tries=0
        while :; do
            ask_queue
            case $queue_state in
            RUNNING | COMPLETING) [ "$tries" -lt 5 ] || break ;;
            *) break ;;
            esac
            tries=$((tries + 1))
            sleep 1
        done
        [ -n "$queue_state" ] && say "queue $queue $queue_state $reason"
    fi
    read -r code at since seen flags <"$state/exit"
    say "exit $code $at $since $seen $flags $offset"
}

# Nobody wrote a last word. Where the job itself said that its last stage is done, that counts.
send_gone() {
    if [ "$life" = killed ]; then
        while read -r id event code at since seen _; do
            if [ "$id" = - ] && [ "$event" = end ]; then
                say "exit $code $at $since $seen ended,unwatched $offset"
                return
            fi
        done <"$state/stages"
    fi
    forget
    if in_array; then
        true >"$state/gone"
        release_tree
    fi
    [ -f "$state/cancelled" ] && say "note cancelled"
    say "gone $life"
}

# Sets: size (of the log).
measure() {
    size=$(stat -c %s "$state/log" 2>/dev/null) || size=$(wc -c <"$state/log" 2>/dev/null) || return 1
    size=$((size))
}

beat() {
    look
    clock
    read_record pid
    [ -n "$pid" ] && [ "$pid" != "$pid_sent" ] && say "pid $pid" && pid_sent=$pid
    beats=$((${beats:-0} + 1))
    if [ $((beats % 10)) -eq 5 ]; then
        free=$(df -Pk "$dir" 2>/dev/null | awk 'NR == 2 { print $4 }')
        case $free in
        '' | *[!0-9]*) ;;
        *) [ "$free" -lt 64 ] && say full disk "$free" ;;
        esac
    fi
    case $life in
    waiting | queued | running) say "beat $stamp $life" ;;
    esac
}

# follow JOB OFFSET: the log from that byte on, and what happens, until the job has ended.
follow() {
    use_job
    number "$1"
    offset=$1
    once=$2
    read_boot
    clock
    say "hello 1 $stamp"
    stages_sent=0
    pid_sent=
    beat_at=-1
    ticks=0
    while :; do
        # Asked before the size: a log that is this long when the job has ended is whole.
        finished=
        [ -f "$state/exit" ] && finished=yes
        if ! measure; then
            say gone removed
            return
        fi
        [ "$once" = once ] && offset=$size
        if [ "$size" -lt "$offset" ]; then
            say "shrunk $size"
            return
        fi
        length=$((size - offset))
        if [ "$length" -gt 0 ]; then
            [ "$length" -gt 4194304 ] && length=4194304
            say "log $offset $length"
            tail -c "+$((offset + 1))" "$state/log" | head -c "$length"
            printf '\n'
            offset=$((offset + length))
        fi
        send_stages
        if [ "$offset" -eq "$size" ] && [ -n "$finished" ]; then
            send_end
            return
        fi
        second=$((ticks / 10))
        ticks=$((ticks + 1))
        [ -r /proc/uptime ] && read -r second _ </proc/uptime && second=${second%%.*}
        if [ "$second" != "$beat_at" ]; then
            beat_at=$second
            beat
            if [ "$offset" -eq "$size" ]; then
                case $life in
                waiting | queued | running) ;;
                *)
                    # Once more: it may have written between the two looks.
                    measure && [ "$size" -gt "$offset" ] && continue
                    [ -f "$state/exit" ] && continue
                    send_gone
                    return
                    ;;
                esac
            fi
        fi
        [ "$once" = once ] && return
        [ "$offset" -eq "$size" ] && pause
    done
}
