#!/usr/bin/env bash
# processes.sh PROGRAM: a hundred processes say the same of the same script and object, byte by byte.
set -eu
want=$("$1")
case $want in
"Healthy: "*) ;;
*)
    echo "no verdict: $want" >&2
    exit 1
    ;;
esac
for process in $(seq 2 100); do
    [ "$("$1")" = "$want" ] || { echo "process $process answers something else" >&2; exit 1; }
done
