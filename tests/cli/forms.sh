#!/usr/bin/env bash
# forms.sh VITALS TOOLS: the table of "Output forms" in docs/performance.md: CPU time and peak memory of each form.
set -u
vitals=$(readlink -f "$1")
tools=$(readlink -f "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/objects.bash
. "$(dirname "$0")/objects.bash"
TIMEFORMAT='%U %S'

# "least / **median** / most | MiB" of three runs.
measure() { # FILE FORM
    local most=0 used seconds=
    for _ in 1 2 3; do
        seconds+=" $({ time "$tools/peak" "$work/kb" "$vitals" assess "$work/$1" -o "$2" --threads 1 >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }')"
        used=$(cat "$work/kb")
        [ "$used" -gt "$most" ] && most=$used
    done
    # shellcheck disable=SC2086  # three words
    printf '%s\n' $seconds | sort -n | awk -v mib=$((most / 1024)) \
        '{ s[NR] = $1 } END { printf "%.2f / **%.2f** / %.2f | %d", s[1], s[2], s[3], mib }'
}

objects 100000 50 >"$work/some"
objects 100000 1 >"$work/all"
for form in table wide tree json yaml ndjson name junit github sarif; do
    echo "| $form | $(measure some $form) | $(measure all $form) |"
done
