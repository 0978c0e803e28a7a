# Everything that `packaging/bootstrap test` checks, and the count at the end.
# shellcheck shell=bash

PASSED=0
FAILED=0
SUMMARY=()
# Seconds for clang-tidy's analyzer, after all files passed the other checks; 0 means no limit. Files that did not change
# since they passed cost nothing.
TIDY_BUDGET=${TIDY_BUDGET:-120}

# note NAME ok|FAILED [TEXT]: one line of the summary.
note() {
    SUMMARY+=("$(printf '%-28s %-7s %s' "$1" "$2" "${3:-}")")
    if [ "$2" = ok ]; then PASSED=$((PASSED + 1)); else FAILED=$((FAILED + 1)); fi
}

# tool NAME VERSION: the program of that major version, however it is called.
tool() {
    local program
    for program in "$1-$2" "$1"; do
        if command -v "$program" >/dev/null && "$program" --version | grep -q "version $2\."; then
            printf '%s\n' "$program"
            return 0
        fi
    done
    return 1
}

own_sources() { git ls-files -z -- 'core/*.cpp' 'core/*.h' 'ui/*.cpp' 'ui/*.h' 'app/*.cpp' 'app/*.h' 'tests/*.cpp' 'tests/*.h' 'packaging/*.cpp' \
    ':!tests/fixtures' ':!tests/corpus' ':!resources'; }

check_format() {
    local program count
    if ! program=$(tool clang-format 14); then
        say "format: skipped, clang-format 14 is not installed"
        SUMMARY+=("$(printf '%-28s %-7s %s' format skipped 'clang-format 14 is not installed')")
        return 0
    fi
    own_sources >"$LOGS/format.list"
    if run format xargs -0 -a "$LOGS/format.list" "$program" --dry-run -Werror; then
        count=$(tr -cd '\0' <"$LOGS/format.list" | wc -c)
        say "format: all $count source files are as .clang-format wants them"
        note format ok "$count files"
    else
        note format FAILED "$program -i on the files above"
        return 1
    fi
}

# tidy_start, tidy_wait: clang-tidy behind what else runs, at the lowest priority, because tests often wait for windows, ssh
# and timers. Needs a configured and built folder, for the compile commands and the headers that moc and others make.
TIDY_PID=
tidy_start() {
    local program folder=build
    if ! program=$(tool clang-tidy 14); then
        say "tidy: skipped, clang-tidy 14 is not installed"
        SUMMARY+=("$(printf '%-28s %-7s %s' tidy skipped 'clang-tidy 14 is not installed')")
        return 0
    fi
    [ -f "$folder/compile_commands.json" ] || folder=build-dev
    say "tidy: checking what changed since it last passed"
    nice -n 19 python3 packaging/tidy.py --program "$program" --build "$folder" --cache "$CACHE/tidy" \
        --jobs "$JOBS" --budget "$TIDY_BUDGET" >"$LOGS/tidy.log" 2>&1 </dev/null &
    TIDY_PID=$!
    trap 'kill "$TIDY_PID" 2>/dev/null' EXIT
}

tidy_wait() {
    local pid=$TIDY_PID
    [ -n "$pid" ] || return 0
    TIDY_PID=
    trap - EXIT
    if wait "$pid"; then
        say "tidy: $(tail -n 1 "$LOGS/tidy.log")"
        note tidy ok "$(tail -n 1 "$LOGS/tidy.log")"
    else
        failed tidy || true
        note tidy FAILED
        return 1
    fi
}

check_tidy() { tidy_start && tidy_wait; }

check_shell() {
    if ! command -v shellcheck >/dev/null; then return 0; fi
    if run shellcheck shellcheck -x -e SC2016,SC2034 packaging/bootstrap packaging/commandtexts packaging/testpackage packaging/releasecheck packaging/ci/review packaging/ci/staged packaging/lib/*.sh tests/integration/*.sh .ci/run; then
        note 'shell scripts' ok
    else
        note 'shell scripts' FAILED
        return 1
    fi
}

# ctest_in NAME FOLDER ARGUMENT...: runs CTest and adds its counts. Its own table goes to the screen.
ctest_in() {
    local name=$1 folder=$2 log="$LOGS/ctest-$1.log" status=0 total bad skipped again
    shift 2
    say "tests ($name)"
    # Tests with sshd, Slurm and windows share the cores with compilers: one that fails gets a second try, and is named.
    ctest --test-dir "$folder" --output-on-failure -j "$JOBS" --repeat until-pass:2 "$@" </dev/null 2>&1 | tee "$log" || status=$?
    total=$(sed -nE 's/^[0-9]+% tests passed, [0-9]+ tests failed out of ([0-9]+).*/\1/p' "$log" | tail -n 1)
    bad=$(sed -nE 's/^[0-9]+% tests passed, ([0-9]+) tests failed out of .*/\1/p' "$log" | tail -n 1)
    skipped=$(grep -cE '\*\*\*Skipped' "$log" || true)
    again=$(sed -nE 's/^.*Test +#[0-9]+: ([^ ]+) .*\*\*\*(Failed|Timeout|Exception|Not Run).*/\1/p' "$log" | sort -u | tr '\n' ' ')
    [ -z "$again" ] || SUMMARY+=("$(printf '%-28s %-7s %s' "tests ($name)" again "$again")")
    if [ -z "$total" ]; then
        note "tests ($name)" FAILED 'CTest did not run'
        return 1
    fi
    SUMMARY+=("$(printf '%-28s %-7s %s' "tests ($name)" "$([ "$bad" = 0 ] && echo ok || echo FAILED)" \
        "$((total - bad - skipped)) passed, $bad failed, $skipped skipped")")
    PASSED=$((PASSED + total - bad - skipped))
    FAILED=$((FAILED + bad))
    return "$status"
}

# What reads untrusted text, under the address and undefined-behaviour sanitizers. The whole suite under them is
# `cmake --preset asan && cmake --build --preset asan && ctest --preset asan`.
SANITIZED=(sourcebuffer editset linediff clexer facts translate isolation pythonisolation)
check_sanitizers() {
    export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
    if ! configure asan build-asan || ! compile asan build-asan "${SANITIZED[@]/#/tst_}"; then
        note 'sanitizer build' FAILED
        return 1
    fi
    local names
    names=$(IFS='|' && printf '%s' "${SANITIZED[*]}")
    ctest_in sanitizers build-asan/tests/unit --timeout 300 -R "^($names)\$"
}

checks_all() {
    local start=$SECONDS
    deps_build
    deps_test
    if ! configure release build || ! compile release build all; then
        note 'build, warnings are errors' FAILED
        checks_end "$start"
    fi
    note 'build, warnings are errors' ok
    check_format || true
    check_shell || true
    tidy_start || true
    ctest_in all build || true
    check_sanitizers || true
    tidy_wait || true
    checks_end "$start"
}

checks_end() {
    local line
    printf '\n'
    for line in "${SUMMARY[@]}"; do printf '%s\n' "$line"; done
    printf 'took %d s, logs in %s\n' "$((SECONDS - $1))" "$LOGS"
    printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
    [ "$FAILED" = 0 ] || exit 1
    exit 0
}
