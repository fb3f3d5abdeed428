#!/usr/bin/env bash
# The blocks of README.md and docs/cli.md that begin with a command of vitals show what it prints.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# blocks FILE: each as a file $work/block.N, the command on its first line.
blocks() {
    awk -v prefix="$work/block." '
        /^    \$ vitals / { count++; file = prefix count; sub(/^    \$ vitals /, ""); print >file; next }
        /^    / && file { sub(/^    /, ""); print >file; next }
        { file = "" }
    ' "$1"
}

for document in README.md docs/cli.md; do
    rm -f "$work"/block.*
    blocks $document
    for block in "$work"/block.*; do
        [ -e "$block" ] || continue
        read -r -a words < <(head -n 1 "$block")
        run "${words[@]}"
        equals "$document: vitals ${words[*]}" out "$(tail -n +2 "$block")"
    done
done
[ "$passed" -gt 0 ] && pass || fail "no block was found"

finish
