#!/usr/bin/env bash
# The completion for bash completes; the one for zsh at least parses where there is a zsh.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

run completion bash
expect "completion bash" 0
# shellcheck disable=SC1091  # written a line above
. "$work/out"

# completes WORD… -- EXPECTED: the last word is what is being typed.
completes() {
    local -a words=()
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    COMP_WORDS=(vitals "${words[@]}")
    COMP_CWORD=${#words[@]}
    COMPREPLY=()
    _vitals
    if [ "${COMPREPLY[*]}" = "$2" ]; then pass; else fail "${words[*]}: ${COMPREPLY[*]}, expected $2"; fi
}
completes as -- assess
completes assess --req -- --require-rule
completes assess -o nd -- ndjson
completes assess --profile k -- kstatus
completes assess --color = al -- always
completes list ch -- checks
completes help ver -- version
completes completion z -- zsh

run completion zsh
expect "completion zsh" 0
says "completion zsh" out "#compdef vitals"
if command -v zsh >/dev/null; then
    if zsh -n "$work/out"; then pass; else fail "zsh cannot parse its completion"; fi
fi
run completion fish
expect "completion fish" 0
says "completion fish" out "complete -c vitals -f -n __fish_use_subcommand -a assess"
says "completion fish: choices" out "-l output -s o -x -a 'table wide tree json"
says "completion fish: files" out "-l filename -s f -r"
[ "$(grep -vc '^complete\|^#' "$work/out")" -eq 0 ] && pass || fail "completion fish: lines that are no command"
if command -v fish >/dev/null; then
    if fish -n "$work/out"; then pass; else fail "fish cannot parse its completion"; fi
fi

finish
