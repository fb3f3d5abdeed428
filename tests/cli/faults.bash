# Helpers for scripts that talk to the scripted fault server: sourced after lib.bash, with $2 the folder of programs.
# shellcheck shell=bash disable=SC2154,SC2034  # what lib.bash defines
faults=${VITALS_FAULTS:-$2/faults}
if ! "$vitals" help | grep -q '^  get '; then
    echo "SKIPPED: built without VITALS_CLUSTER"
    exit 77
fi
if [ ! -x "$faults" ]; then
    echo "SKIPPED: the fault server was not built; it needs Go"
    [ "${CI:-}" != true ]
    exit $((77 * ($? == 0)))
fi

coproc SERVER { "$faults"; }
answer=
ask() { # ask COMMAND…: its answer is in $answer
    printf '%s\n' "$*" >&"${SERVER[1]}"
    read -r answer <&"${SERVER[0]}"
    case $answer in
    ok*) answer=${answer#ok}; answer=${answer# } ;;
    *) fail "faults: $*: $answer" ;;
    esac
}
is_read() { # a command for await: somebody reads the feed NAME
    ask readers "$1"
    [ "$answer" -ge 1 ]
}
rule() { # rule CONDITIONS STEP…
    local step
    printf 'on %s\n' "$1" >&"${SERVER[1]}"
    shift
    for step in "$@"; do printf '%s\n' "$step" >&"${SERVER[1]}"; done
    ask end
}
patience=120 # seconds: a busy machine and sanitizers take long, and a command that hangs must end
try() { # try COMMAND ARGUMENTS…: of vitals, into $work/out, $work/err and $status
    status=0
    timeout "$patience" "$vitals" "$@" >"$work/out" 2>"$work/err" || status=$?
}
is_shown() { # is_shown STATUS TEXT…: a command for conditions, as shows
    local text
    [ "$status" = "$1" ] || return
    for text in "${@:2}"; do grep -qF -- "$text" "$work/out" "$work/err" || return; done
}
shows() { # shows NAME STATUS TEXT…: the texts are in the output or on stderr
    local name=$1 text
    if [ "$status" != "$2" ]; then
        fail "$name: status $status, not $2: $(cat "$work/out" "$work/err")"
        return
    fi
    shift 2
    for text in "$@"; do
        if ! grep -qF -- "$text" "$work/out" "$work/err"; then
            fail "$name: no '$text' in: $(cat "$work/out" "$work/err")"
            return
        fi
    done
    pass
}
counted() { # counted NAME TEXT COUNT: so many requests had the text
    ask count "$2"
    if [ "$answer" = "$3" ]; then pass; else fail "$1: $answer requests had $2, not $3"; fi
}
stop_server() { eval "exec ${SERVER[1]}>&-"; }
