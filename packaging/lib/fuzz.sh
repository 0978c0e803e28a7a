# Looks for inputs that break what reads untrusted text: every target of tests/fuzz for so long.
# shellcheck shell=bash

# What fuzz_all() hands to each tests/fuzz/run; xargs starts it in a shell of its own.
fuzz_one() {
    local name=$1 seconds=$2 log="$LOGS/fuzz-$1.log"
    if FUZZ_BUILT=1 tests/fuzz/run "$name" "$seconds" >"$log" 2>&1 </dev/null; then
        say "fuzz $name: $(tail -n 1 "$log")"
    else
        warn "fuzz $name failed; the end of its output:"
        tail -n 15 "$log" | cut -c1-300 | sed 's/^/    /' >&2
        return 1
    fi
}

FUZZ_HOURS=tests/fuzz/hours.tsv
FUZZ_BAR=3600 # seconds of processor time that each target is to have run in all

# fuzz_order: the targets' names, those with the least time in tests/fuzz/hours.tsv first.
fuzz_order() {
    local source name
    for source in tests/fuzz/fuzz_*.cpp; do
        name=${source##*/fuzz_}
        name=${name%.cpp}
        printf '%s\t%s\n' "$(awk -F '\t' -v name="$name" '$1 == name { print $2 }' "$FUZZ_HOURS")" "$name"
    done | LC_ALL=C sort -s -n -k 1,1 | cut -f 2
}

# fuzz_state: one line about what all targets have run in all.
fuzz_state() {
    local count
    count=$(fuzz_order | wc -l)
    awk -F '\t' -v bar="$FUZZ_BAR" -v count="$count" '/^[^#]/ { all += $2; full += $2 >= bar; faults += $5 }
        END { printf "fuzz: in all %.1f h of processor time, %d of %d targets have their hour, %d faults found\n", all / 3600, full, count, faults }' \
        "$FUZZ_HOURS"
}

# fuzz_below: the targets that have not run for their hour yet, least first, with the minutes that they lack.
fuzz_below() {
    local name
    while IFS= read -r name; do
        awk -F '\t' -v name="$name" -v bar="$FUZZ_BAR" '
            $1 == name { seen = $2 }
            END { if (seen < bar) printf "%s\t%d\n", name, (bar - seen + 59) / 60 }' "$FUZZ_HOURS"
    done < <(fuzz_order)
}

# fuzz_lacking: one line that names them.
fuzz_lacking() {
    local lacking
    lacking=$(fuzz_below | awk -F '\t' '{ printf "%s%s %d", (NR > 1 ? ", " : ""), $1, $2 }')
    [ -z "$lacking" ] || printf 'fuzz: minutes below the hour: %s\n' "$lacking"
}

FUZZ_SLICE=10 # minutes: what is lost when the machine is switched off

# fuzz_rest [HOURS]: what is left to the hour of each target, in slices, until all have it or HOURS (8) have passed. What ran
# is kept after each slice, so that it can be run every night.
fuzz_rest() {
    local hours=${1:-8} end names
    [[ $hours =~ ^[1-9][0-9]*$ ]] || die "fuzz --rest: the hours are a number from 1: packaging/bootstrap fuzz --rest 8"
    end=$((SECONDS + hours * 3600))
    while [ "$SECONDS" -lt "$end" ]; do
        mapfile -t names < <(fuzz_below | head -n "$JOBS" | cut -f 1)
        [ ${#names[@]} != 0 ] || break
        fuzz_all "$FUZZ_SLICE" "${names[@]}" || return 1
    done
    say "$(fuzz_state)"
}

# fuzz_all [MINUTES] [NAME...]: builds the targets and runs each for MINUTES (60), one on each core, those with the least
# time so far first. What they learn is kept in tests/fuzz/corpus, what they ran in tests/fuzz/hours.tsv. Ends with 1 and
# names the inputs when one breaks.
fuzz_all() {
    if [ "${1:-}" = --rest ]; then
        fuzz_rest "${@:2}"
        return
    fi
    local minutes=${1:-60} name names=() begun status=0 fault rounds
    [[ $minutes =~ ^[1-9][0-9]*$ ]] || die "fuzz: the minutes are a number from 1: packaging/bootstrap fuzz 60"
    [ $# = 0 ] || shift
    mapfile -t names < <(fuzz_order)
    for name in "$@"; do
        [ -f "tests/fuzz/fuzz_$name.cpp" ] || die "fuzz: there is no target $name; there are: ${names[*]}"
    done
    [ $# = 0 ] || names=("$@")
    deps_packages fuzz "${PACKAGES_FUZZ[@]}"
    configure fuzz build-fuzz || return 1
    compile fuzz build-fuzz "${names[@]/#/fuzz_}" || return 1
    tests/fuzz/built
    mkdir -p build-fuzz/faults
    begun=$(mktemp -p build-fuzz)
    rounds=$(((${#names[@]} + JOBS - 1) / JOBS))
    say "fuzz: ${#names[@]} targets for $minutes min each, $JOBS at a time; about $((rounds * minutes)) min"
    export -f fuzz_one say warn
    export LOGS
    # shellcheck disable=SC2016 # the shell that xargs starts expands it
    printf '%s\n' "${names[@]}" | xargs -P "$JOBS" -I '{}' bash -c 'fuzz_one "$1" "$2"' fuzz '{}' "$((minutes * 60))" || status=1
    while IFS= read -r fault; do
        status=1
        warn "fuzz: this input breaks its target: $fault"
    done < <(find build-fuzz/faults -type f -newer "$begun" | sort)
    rm -f "$begun"
    say "$(fuzz_state)"
    say "$(fuzz_lacking)"
    if [ $status = 0 ]; then
        say "fuzz: nothing was found; look at 'git status tests/fuzz/corpus' for what was learned"
    else
        warn "fuzz: run build-fuzz/tests/fuzz/fuzz_NAME INPUT to see it again; put the input into tests/fuzz/seeds/NAME with its mending"
    fi
    return $status
}
