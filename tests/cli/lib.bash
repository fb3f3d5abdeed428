# Sourced by the tests of the command line. A test runs in the root of the sources and in the C.UTF-8
# locale; it names what it checks, and continues after a failure.
set -u
vitals=$1
# shellcheck disable=SC2034  # for the tests
tools=${2:-$(dirname "$1")}
tests=$(cd "$(dirname "$0")" && pwd)
cd "$tests/../.." || exit 1
export LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR COLUMNS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
passed=0

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$*" >&2
}

# run ARGUMENT…: standard output, error and status go to $work/out, $work/err and $status.
run() {
    "$vitals" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# The same with $work/in as the standard input.
run_with_input() {
    "$vitals" "$@" >"$work/out" 2>"$work/err" <"$work/in"
    status=$?
}

# await COMMAND…: until it succeeds, for a minute at most. The check that follows says what is missing.
await() {
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.05
    done
}

# A command for await: $work/FILE has a line that matches PATTERN.
has() { grep -qsE -- "$2" "$work/$1"; }

# assess_watch WATCH ARGUMENT…: what the command WATCH writes, which can await answers in $work/out.
assess_watch() {
    : >"$work/out"
    "$1" | "$vitals" assess "${@:2}" >>"$work/out" 2>"$work/err"
}

# expect NAME STATUS: the exit status of the last run.
expect() {
    if [ "$status" -eq "$2" ]; then
        pass
    else
        fail "$1: exit status $status, expected $2"
        head -n 5 "$work/err" >&2
    fi
}

# says NAME FILE TEXT and says_not: whether $work/FILE contains it.
says() {
    if grep -qF -- "$3" "$work/$2"; then
        pass
    else
        fail "$1: '$3' is not in $2:"
        head -n 10 "$work/$2" >&2
    fi
}

says_not() {
    if grep -qF -- "$3" "$work/$2"; then fail "$1: '$3' is in $2"; else pass; fi
}

# equals NAME FILE TEXT: the whole of $work/FILE except for the last line break.
equals() {
    if [ "$(cat "$work/$2")" = "$3" ]; then
        pass
    else
        fail "$1: $2 differs:"
        diff <(printf '%s\n' "$3") "$work/$2" >&2
    fi
}

# golden NAME: standard output and error of the last run against golden/NAME.out and .err.
# With UPDATE set the files are written instead.
# The bundle changes with every check, and the version with every release: they are taken out.
golden() {
    local stream file
    for stream in out err; do
        file=$tests/golden/$1.$stream
        sed -i -E 's/[0-9]+ checks, [0-9a-f]{8}/N checks/g; s/(vitals |"vitals": ")[0-9]+\.[0-9]+\.[0-9]+([,"])/\1N\2/g' "$work/$stream"
        if [ -n "${UPDATE:-}" ]; then
            cp "$work/$stream" "$file"
        elif diff -u "$file" "$work/$stream" >&2; then
            pass
        else
            fail "$1: $stream differs from $file"
        fi
    done
}

finish() {
    printf '%d checks passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
}
