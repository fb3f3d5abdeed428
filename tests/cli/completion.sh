#!/usr/bin/env bash
# The completion for bash completes; the one for zsh at least parses where there is a zsh.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

run completion bash
expect "completion bash" 0
# shellcheck disable=SC1091  # written a line above
. "$work/out"

# The scripts call it by its name.
vitals() { "$vitals" "$@"; }

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

completes assess --only Healthy,De -- Healthy,Degraded
completes assess -f docs/examples/shop/live.yaml deploy/ -- deploy/web
completes assess deplo -- "deploy deployment"
completes export doc -- "docs"
completes list kinds cert -- ""

cat >"$work/config" <<'EOF'
apiVersion: v1
kind: Config
contexts:
- {name: prod-eu, context: {cluster: a, user: a}}
- {name: prod-us, context: {cluster: a, user: a}}
- {name: test, context: {cluster: a, user: a}}
EOF
if "$vitals" help get >/dev/null 2>&1; then # the client of clusters is built
    export KUBECONFIG=$work/config
    completes get --context prod -- "prod-eu prod-us"
    completes get --kubeconfig /dev/null --context prod -- ""
    unset KUBECONFIG
fi

for shell in zsh fish powershell; do
    run completion "$shell"
    expect "completion $shell" 0
    says "completion $shell" out "vitals __complete"
    if [ "$shell" != powershell ] && command -v "$shell" >/dev/null; then
        if "$shell" -n "$work/out"; then pass; else fail "$shell cannot parse its completion"; fi
    fi
done
run completion tcsh
expect "completion for another shell" 2

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
