#!/usr/bin/env bash
# transcripts.sh VITALS FOLDER: what the review of version 0.1.0 tripped over, run again. Writes one file for each row, U01
# to U15, to be read by people; U11 is about tools/dev and U12 about profile combined.
vitals=$(readlink -f "$1")
out=$(readlink -f "$2")
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR COLUMNS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$vitals" "$work/vitals"
PATH=$work:$PATH
shop=docs/examples/shop

# t COMMAND…: the command, its output and its exit status.
t() {
    printf '$ %s\n' "$*"
    timeout 60 bash -c "$*" 2>&1 </dev/null | head -60
    printf '[exit %s]\n\n' "${PIPESTATUS[0]}"
}
event() {
    printf '{"type":"%s","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","namespace":"shop","uid":"%s"},"status":{"phase":"%s"}}}\n' "$@"
}
claim() {
    printf 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a, namespace: shop, uid: u1}\nstatus: {phase: %s}\n' "$1"
}

# ---------------------------------------------------------------------- inputs
mkdir -p "$work/empty" "$work/checks/example.com/Widget/testdata" "$work/wolf"
printf 'configs:\n  cm: {}\n' >"$work/values.yaml"
{
    event ADDED a u1 Pending && event MODIFIED a u1 Bound && event ADDED b u2 Pending && event DELETED b u2 Pending
    printf '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old resource version: 1 (7)","reason":"Expired","code":410}}\n'
} >"$work/watch.json"
claim Pending >"$work/one.yaml"
claim Bound >"$work/two.yaml"
printf 'policy:\n- match: {kind: Deployment, status: Degraded}\n  countsAs: Healthy\n  reason: parked\n' >"$work/policy.yaml"
cat >"$work/wolf/health.lua" <<'EOF'
hs = {status = "Progressing"}
for _, condition in ipairs(obj.status.conditions) do
  if condition.type == "Ready" then
    hs.message = "waits: " .. condition.message
  end
end
return hs
EOF
cat >"$work/collide.yaml" <<'EOF'
apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: {name: prod, namespace: a, uid: c1}
status: {phase: Cluster in healthy state}
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: prod, namespace: b, uid: c2}
EOF
printf 'apiVersion: kafka.strimzi.io/v1beta2\nkind: Kafka\nmetadata: {name: k, namespace: a, uid: k1}\nstatus: {conditions: [{type: NotReady, status: "True", message: down}]}\n' >"$work/kafka.yaml"
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: shop, uid: u, generation: 1}\nstatus: {observedGeneration: "1"}\n' >"$work/odd.yaml"
printf 'kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: "return {"\n' >"$work/broken.yaml"
printf 'kind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  resource.customizations.useOpenLibs.example.com_Widget: true\n  resource.customizations.health.apps.Deployment: |\n    return {status="Healthy", message=""}\n' >"$work/cm.yaml"
printf 'return {status="Healthy",message=""}\n' >"$work/checks/example.com/Widget/health.lua"
printf 'kind: Widget\n' >"$work/checks/example.com/Widget/testdata/a.yaml"
printf 'tests:\n- healthStatus:\n    staus: Healthy\n    message: ""\n  inputPat: testdata/a.yaml\n' >"$work/checks/example.com/Widget/health_test.yaml"
printf 'kind: Pod\n  bad: [\n' >"$work/syntax.yaml"

# ------------------------------------------------------------------------ rows
u01() {
    t vitals assess -f $shop deploi
    t vitals assess -f $shop -n nope
    t vitals assess -f $shop -l nope=1
    t vitals test resource_customizations --run zzz
    t vitals lint "$work/empty"
    t vitals assess -f $shop deploy --argocd-cm "$work/values.yaml"
}
u02() {
    t vitals assess -f $shop deploy,rs,widget,cm -o json
    t vitals assess -f $shop widget -o json
}
u03() {
    for form in ndjson table tree; do t "cat $work/watch.json | vitals assess -o $form"; done
    t vitals assess -f "$work/one.yaml" -f "$work/two.yaml"
    t "(head -1 $work/watch.json; sleep 1; sed -n 2p $work/watch.json; sleep 1) | vitals assess"
}
u04() {
    t vitals assess -f "$work/one.yaml"
    t vitals assess -f $shop deploy
}
u05() {
    for form in table tree ndjson; do t vitals assess -f $shop deploy --policy "$work/policy.yaml" -o $form; done
}
u06() {
    mkdir -p "$work/wild/example.com/Widget"
    cp "$work/wolf/health.lua" "$work/wild/example.com/Widget/"
    t cat "$work/wild/example.com/Widget/health.lua"
    t vitals lint "$work/wild"
    t vitals lint "$work/wild" --all
}
u07() { t vitals lint "$work/wild" --level no-fixtures=off; }
u08() {
    t vitals assess -f "$work/collide.yaml"
    for width in 60 100 160; do t "script -qec 'stty cols $width; vitals assess -f $shop -o wide --color never' /dev/null"; done
}
u09() {
    for words in apps/Deployment:shop/web deployments.v1.apps apps:Deployment:shop/web; do t vitals assess "$words" -f $shop; done
    t vitals assess -A all -f $shop
    t vitals assess $shop/live.yaml deploy
    t vitals assess -f $shop deploy -o name
}
u10() {
    t vitals assess -f "$work/kafka.yaml" --profile argocd --no-bundled
    t vitals assess -f "$work/kafka.yaml" --profile argocd --no-bundled --require-rule=argocd
    t vitals assess -f "$work/kafka.yaml" --profile argocd -o wide
}
u11() {
    t tools/dev help
    t "ls tests/golden/data | head -20"
}
u12() {
    t cat "$work/odd.yaml"
    for profile in combined argocd kstatus; do t vitals assess -f "$work/odd.yaml" --profile $profile; done
}
u13() {
    t "grep -n clock README.md"
    t vitals assess -f $shop --by kind
    t "vitals assess -f $shop --by kind -o json | grep -A14 '\"name\": \"Pod\"'"
    t vitals assess -f $shop --argocd-cm "$work/broken.yaml" --on-broken reject
}
u14() {
    t vitals lint "$work/cm.yaml"
    t vitals lint "$work/checks"
}
u15() {
    t vitals explain Pod
    t vitals explain v1/Pod
    t "vitals eval --current 'status.phase ==' -f $shop"
    t vitals assess -f "$work/syntax.yaml"
}

for row in u01 u02 u03 u04 u05 u06 u07 u08 u09 u10 u11 u12 u13 u14 u15; do
    $row | sed "s#$work#TMP#g" >"$out/${row^^}.txt"
done
