# Helpers for scripts about `vitals wait`: sourced after faults.bash.
# shellcheck shell=bash disable=SC2154  # what lib.bash and faults.bash define
pod() { # pod NAME PHASE VERSION
    printf '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"shop","uid":"u-%s","resourceVersion":"%s"},"spec":{"restartPolicy":"Never"},"status":{"phase":"%s","message":"no reason"}}' "$1" "$1" "$3" "$2"
}
typed() { printf '{"type":"%s","object":%s}\\n' "$1" "$2"; }
bookmark() { printf '{"type":"BOOKMARK","object":{"kind":"%s","apiVersion":"%s","metadata":{"resourceVersion":"5","annotations":{"k8s.io/initial-events-end":"true"}}}}\\n' "$1" "$2"; }
streams() { # streams PATH CONDITIONS FEED KIND APIVERSION EVENTS: a list as the beginning of a watch
    rule "GET $1 query=watch $2" "send $6$(bookmark "$4" "$5")" "feed $3" hold
}
waits() { try wait "$@"; }
times_out() { # times_out NAME TEXT… -- ARGUMENTS: before the time runs out it sees this; a busy machine needs more
    local name=$1 texts=() seconds
    shift
    while [ "$1" != -- ]; do texts+=("$1"); shift; done
    shift
    for seconds in 1 5 25; do
        waits "$@" --timeout "${seconds}s"
        is_shown 4 "${texts[@]}" && break
    done
    shows "$name" 4 "${texts[@]}"
}
