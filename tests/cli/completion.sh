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
[ "$(grep -vc '^complete\|^#' "$work/out")" -eq 0 ] && pass || fail "completion fish: lines that are not commands"
if command -v fish >/dev/null; then
    if fish -n "$work/out"; then pass; else fail "fish cannot parse its completion"; fi
fi

# As a plugin of kubectl: a link of that name completes.
ln -s "$(realpath "$vitals")" "$work/kubectl_complete-vitals"
ln -s "$(realpath "$vitals")" "$work/kubectl-vitals"
plugin() { # plugin WORD… -- LINE…: the lines without their descriptions
    local -a words=()
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    shift
    local got wanted
    got=$("$work/kubectl_complete-vitals" "${words[@]}" | cut -f1)
    wanted=$(printf '%s\n' "$@")
    if [ "$got" = "$wanted" ]; then pass; else fail "kubectl vitals ${words[*]}: $got"; fi
}
plugin as -- assess :4
plugin assess --req -- --require-rule :4
plugin assess -o nd -- ndjson :4
plugin assess --profile k -- kstatus :4
plugin help ver -- version :4
plugin assess "" -- :0
plugin frobnicate "" -- :4
if "$work/kubectl-vitals" version >"$work/out"; then says "kubectl vitals" out vitals; else fail "kubectl vitals"; fi

# The manifest for krew.
printf 'x' >"$work/vitals-0.2.0-linux-amd64.tar.gz"
tools/gen/krew v0.2.0 https://example.com/v/releases/download/v0.2.0/ "$work/vitals-0.2.0-linux-amd64.tar.gz" >"$work/out"
for line in 'version: v0.2.0' 'homepage: https://example.com/v' 'arch: amd64' \
    'uri: https://example.com/v/releases/download/v0.2.0/vitals-0.2.0-linux-amd64.tar.gz' \
    'sha256: 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'; do
    says "krew" out "$line"
done
if tools/gen/krew 0.3.0 https://example.com "$work/vitals-0.2.0-linux-amd64.tar.gz" >"$work/out" 2>&1; then
    fail "krew: an archive of another version"
else
    pass
fi
finish
