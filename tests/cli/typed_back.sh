#!/usr/bin/env bash
# What is printed can be typed: the name of an object in every form selects this object and no other.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# Objects that share kinds and names, without namespace, with colons, dots and escapes in their names.
cat >"$work/objects.yaml" <<'OBJECTS'
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Service, metadata: {name: web, namespace: a, uid: u1}}
- {apiVersion: v1, kind: Service, metadata: {name: web, namespace: b, uid: u2}}
- {apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: web, namespace: a, uid: u3}}
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: a, uid: u4}}
- {apiVersion: postgresql.cnpg.io/v1, kind: Cluster, metadata: {name: prod, namespace: a, uid: u5}}
- {apiVersion: cluster.x-k8s.io/v1beta1, kind: Cluster, metadata: {name: prod, namespace: a, uid: u6}}
- {apiVersion: example.com/v1, kind: Widget, metadata: {name: "1.2.3", uid: u7}}
- {apiVersion: example.com/v1, kind: Widget, metadata: {name: "system:a:b", uid: u8}}
- {apiVersion: example.com/v1, kind: Widget, metadata: {name: Admin, uid: u9}}
- {apiVersion: example.com/v1, kind: Widget, metadata: {name: "e\u001b[1m", namespace: a, uid: u10}}
- {apiVersion: example.com/v1, kind: Widget, metadata: {name: "e\u001b[1m", namespace: "n\tb", uid: u11}}
- {apiVersion: v1, kind: Namespace, metadata: {name: a, uid: u12}}
- {apiVersion: example.com/v1, kind: Policy, metadata: {name: live.yaml, namespace: a, uid: u13}}
OBJECTS
objects=$work/objects.yaml

# selects_one UID WORD…
selects_one() {
    local uid=$1
    shift
    run assess -f "$objects" -o ndjson "$@"
    [ "$(grep -o '"uid":"[^"]*"' "$work/out")" = "\"uid\":\"$uid\"" ] && pass || fail "$* does not select $uid"
}

# The lines of -o name, in the order of the input, as one word and as several.
run assess -f "$objects" -o name
expect "-o name" 4
mapfile -t names <"$work/out"
[ "${#names[@]}" -eq 13 ] && pass || fail "${#names[@]} names"
for i in "${!names[@]}"; do
    selects_one "u$((i + 1))" "${names[$i]}"
    # shellcheck disable=SC2086  # words
    case ${names[$i]} in *\\*) ;; *) selects_one "u$((i + 1))" ${names[$i]} ;; esac
done

# The causes of an application.
cat >"$work/cm.yaml" <<'CM'
kind: ConfigMap
data:
  resource.customizations: |
    "*/*": {health.lua: 'return {status = "Degraded", message = "m"}'}
    "Service": {health.lua: 'return {status = "Degraded", message = "m"}'}
    "Namespace": {health.lua: 'return {status = "Degraded", message = "m"}'}
CM
count=0
for name in "${names[@]}"; do
    run assess -f "$objects" "$name" -o tree --argocd-cm "$work/cm.yaml" --profile argocd
    cause=$(sed -n 's/.*caused by //p' "$work/out")
    count=$((count + 1))
    selects_one "u$count" "$cause"
done

# The first line of an explanation, as one word and as two.
count=0
for name in "${names[@]}"; do
    run explain -f "$objects" "$name"
    title=$(sed -n '1s/  .*//p' "$work/out")
    count=$((count + 1))
    selects_one "u$count" "$title"
done
run explain -f docs/examples/shop Deployment.apps shop/web
expect "two words" 0
says "two words" out "Deployment.apps shop/web"

# The rows of a table with the columns before them, those of a tree, and the groups by kind.
run assess -f docs/examples/shop
while read -r namespace resource _; do
    run assess -f docs/examples/shop -n "$namespace" "$resource" -o name
    [ "$(wc -l <"$work/out")" -eq 1 ] && pass || fail "$resource in $namespace"
done < <(sed '1d;/without health/d' "$work/out")
run assess -f docs/examples/shop -o tree
while read -r resource; do
    run assess -f docs/examples/shop "$resource" -o name
    [ "$(wc -l <"$work/out")" -eq 1 ] && pass || fail "$resource"
done < <(grep -o '[A-Z][A-Za-z]*/[a-z0-9-]*' "$work/out" | grep -v /Widget)
run assess -f docs/examples/shop --by kind
while read -r kind _; do
    run assess -f docs/examples/shop "$kind" -o name
    [ "$(wc -l <"$work/out")" -ge 1 ] && pass || fail "$kind"
done < <(sed '1d;/without health/d' "$work/out")
run explain Deployment
expect "a kind without its group" 0
says "a kind without its group" out "Deployment.apps"
for word in Pod v1/Pod pods po; do
    run explain "$word"
    expect "explain $word" 0
    says "explain $word" out "native Pod"
done

finish
