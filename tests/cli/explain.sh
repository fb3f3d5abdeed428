#!/usr/bin/env bash
# vitals explain: objects of the example application, kinds without an object, and expressions.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

shop=docs/examples/shop
with="-f $shop/live.yaml --argocd-cm $shop/argocd-cm.yaml --now 2026-01-07T10:06:11Z"
gadget=tests/cli/data/checks-cel/example.com/Gadget

# What a script costs may change; everything else is to the byte.
explain() {
    run explain "$@"
    sed -i '/^Cost/d; s/,"cost":{[^}]*}//' "$work/out"
}

for object in certificate/shop-tls deploy/web helmrelease/redis widget/banner; do
    # shellcheck disable=SC2086  # words
    explain $object $with
    expect "$object" 0
    golden "explain.${object%/*}"
done
# shellcheck disable=SC2086
explain certificate/shop-tls $with -o json
expect "-o json" 0
golden explain.json
for kind in cert-manager.io/Certificate apps/Deployment example.com/Widget; do
    explain $kind --argocd-cm $shop/argocd-cm.yaml
    expect "$kind" 0
    golden "explain.kind.${kind#*/}"
done
explain example.com/Widget -o json
expect "a kind as JSON" 0
says "a kind as JSON" out '"argocdBundles":false'
explain gadget/lamp -f $gadget/testdata/ready.yaml --exprs $gadget/health.cel.yaml --profile flux
expect "an expression" 0
golden explain.expression

"$vitals" explain deploy/web <$shop/live.yaml >"$work/out" 2>"$work/err"
says "from a pipe" out "Degraded"
run explain deploy/other -f $shop/live.yaml
expect "no such object" 3
says "no such object" err "no object matches 'deploy/other'"
run explain
expect "nothing to explain" 2
run explain deploy/web -f $shop/live.yaml -n elsewhere
expect "another namespace" 3

# The lines of a message are lines, and the one at the end is none.
printf 'kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: |\n    if\n  resource.customizations.health.example.com_Gadget: return {status="Healthy", message="one\\ntwo\\n"}\n' >"$work/broken.yaml"
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n---\napiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n' >"$work/two.yaml"
run explain widget/a -f "$work/two.yaml" --argocd-cm "$work/broken.yaml"
[ "$(sed -n 2p "$work/out")" = "Unknown: <string> at EOF:   syntax error" ] && pass || fail "a syntax error: $(sed -n 2p "$work/out")"
run explain gadget/a -f "$work/two.yaml" --argocd-cm "$work/broken.yaml"
[ "$(sed -n 2,3p "$work/out")" = $'Healthy: one\n  two' ] && pass || fail "two lines: $(sed -n 2,3p "$work/out")"

# What is being deleted: the deletion overrules the rule of the kind, unless that fails or has a message for it.
cat >"$work/leaving.yaml" <<'EOF'
apiVersion: example.com/v1
kind: Widget
metadata: {name: a, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [x.io/y]}
EOF
leaving() {
    printf 'kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: %s\n' "$2" >"$work/leaving-cm.yaml"
    run explain widget/a -f "$work/leaving.yaml" --argocd-cm "$work/leaving-cm.yaml"
    says "being deleted, $1" out "$3"
    says "being deleted, $1" out "$4"
}
leaving "a rule" 'return {status = "Healthy"}' 'customization  overruled  ' 'deletion       decided'
leaving "nil" 'return nil' 'customization  no opinion' 'deletion       decided'
leaving "a failure" 'error("boom")' 'the rule failed' 'customization  failed'
leaving "a message" 'return {status = "Degraded", deletionMessage = "stuck"}' 'the rule has a message for the deletion' \
    'customization  decided'

finish
