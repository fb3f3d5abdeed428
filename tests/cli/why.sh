#!/usr/bin/env bash
# vitals why: from files, and from the scripted fault server.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

recorded=tests/why
run why -f $recorded/20-storage-class-missing.yaml
says "one cause" out 'because  Pod/db-0: not scheduled'
says "one cause" out 'also     PersistentVolumeClaim/data-db-0 in shop'
says "an event" out 'PersistentVolumeClaim/data-db-0 ProvisioningFailed'
says "what to type" out 'next     kubectl get storageclass'
if [ "$status" -eq 4 ]; then pass; else fail "one cause: status $status"; fi
if [ "$(grep -c '^  because' "$work/out")" -eq 1 ]; then pass; else fail "the same cause is one entry"; fi

run why -f $recorded/20-storage-class-missing.yaml --no-events -o ndjson
says "without events" out '"events":[]'
run why deploy/web -f $recorded/01-image-not-found.yaml
says "what changed" out 'changes  '
says "what changed" out 'Deployment/web in shop by test (Apply)'
run why deploy/other -f $recorded/01-image-not-found.yaml
if [ "$status" -eq 3 ]; then pass; else fail "nothing selected: status $status"; fi
says "nothing selected" err "no object matches 'deploy/other'"
run why --app ks/flux-system/apps -f $recorded/40-health-check.yaml -o json
says "an application" out '"schema":"vitals/why/v1"'
says "its delivery" out '"state":"failed"'
if "$tools/schema_check" --one docs/schema/why.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "the schema"; fi
run why --app ks/flux-system/apps --app nothing -f $recorded/40-health-check.yaml
says "one of two applications" out 'apps'
says "one of two is not there" err "no Application, Kustomization or HelmRelease 'nothing'"
if [ "$status" -eq 3 ]; then pass; else fail "one of two is not there: status $status"; fi

# Ranked: two Pods that no node takes before one that has failed alone, and what waits last.
cat >"$work/ranked.yaml" <<'END'
---
{apiVersion: v1, kind: Pod, metadata: {name: waits, namespace: shop}, spec: {containers: [{name: c}]}, status: {phase: Pending}}
---
{apiVersion: v1, kind: Pod, metadata: {name: alone, namespace: shop}, status: {phase: Failed, message: m}}
---
{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: one, namespace: shop, uid: one}, spec: {replicas: 1}, status: {conditions: [{type: ReplicaFailure, status: 'True', message: 'pods "x-1" is forbidden: exceeded quota: small, x'}]}}
---
{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: two, namespace: shop, uid: two}, spec: {replicas: 1}, status: {conditions: [{type: ReplicaFailure, status: 'True', message: 'pods "y-1" is forbidden: exceeded quota: small, x'}]}}
END
run why -f "$work/ranked.yaml"
if [ "$(grep -n ' is ' "$work/out" | grep -o '/[a-z]* in' | tr -d '\n')" = '/one in/alone in/waits in' ]; then pass; else fail "the order: $(grep ' is ' "$work/out")"; fi
says "the others" out 'also     ReplicaSet/two in shop'
says "the quota" out 'next     kubectl describe resourcequota small -n shop'
says "the summary" out '3 causes; all of them affect 4 objects'
run why -f "$work/ranked.yaml" --top 1
says "--top" out '1 of 3 causes; all of them affect 4 objects'
if [ "$(grep -c '^  rule' "$work/out")" -eq 1 ] && [ "$status" -eq 1 ]; then pass; else fail "--top 1: $(cat "$work/out")"; fi
run why -f "$work/ranked.yaml" --top 1 -o json
says "--top, as JSON" out '"causes":3,"objects":4,"applications":0'
if [ "$(grep -o '"cause":' "$work/out" | wc -l)" -eq 2 ]; then pass; else fail "--top 1 -o json"; fi

run why --app nothing -f $recorded/40-health-check.yaml
says "no such application" err "no Application, Kustomization or HelmRelease 'nothing'"
for recording in $recorded/[0-9]*.yaml; do
    run why -f "$recording" -o json
    if "$tools/schema_check" --one docs/schema/why.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "$recording: the schema"; fi
done

# Many findings take about as long as assessing the objects, whether each has a cause of its own or not.
cpu_of() { # CPU time of vitals, in milliseconds
    local TIMEFORMAT='%U'
    { time "$vitals" "$@" >"$work/out" 2>"$work/err"; } 2>&1 | tr -d .
}
for node in '"n" NR' '"n"'; do
    seq 12000 | awk '{ node = '"$node"'; printf "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%d\",\"namespace\":\"n\"},\"spec\":{\"nodeName\":\"%s\"},\"status\":{\"phase\":\"Failed\",\"message\":\"m\"}}\n", NR, node }' >"$work/many.jsonl"
    assessing=$((10#$(cpu_of assess -q -f "$work/many.jsonl")))
    asking=$((10#$(cpu_of why -f "$work/many.jsonl")))
    says "many findings are shown" out "Pod/p12000 "
    [ "$asking" -le $((8 * assessing + 400)) ] || fail "why took $asking ms, assess $assessing ms ($node)"
done

# A chain of owners: the last one explains the first, and a long chain takes about as long as it is.
chain() { # LENGTH: Pods that own each other, the first of them by nobody
    seq "$1" | awk '{ owner = NR > 1 ? sprintf(",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p%d\",\"uid\":\"u%d\",\"controller\":true}]", NR - 1, NR - 1) : ""
        printf "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%d\",\"namespace\":\"n\",\"uid\":\"u%d\"%s},\"status\":{\"phase\":\"Failed\",\"message\":\"m%d\"}}\n", NR, NR, owner, NR }'
}
chain 60 >"$work/chain.jsonl"
run why -f "$work/chain.jsonl"
says "the end of a chain" out 'because  Pod/p60: m60'
run assess -f "$work/chain.jsonl" -o json
says "the end of a chain, -o json" out '"because": "Pod/p60: m60"'
chain 8000 >"$work/chain.jsonl"
assessing=$((10#$(cpu_of assess -f "$work/chain.jsonl" -o ndjson)))
for form in json yaml; do
    asking=$((10#$(cpu_of assess -f "$work/chain.jsonl" -o $form)))
    if [ "$asking" -le $((20 * assessing + 600)) ]; then pass; else fail "a chain, -o $form: $asking ms, ndjson $assessing ms"; fi
done

# ------------------------------------------------------------------ a cluster
if [ ! -x "${VITALS_FAULTS:-$2/faults}" ] || ! "$vitals" help | grep -q '^  get '; then
    echo "no cluster: the fault server was not built, or VITALS_CLUSTER is off"
    finish
    exit
fi
. "$(dirname "$0")/faults.bash"
ask listen api http=both
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/events/Event /v1/nodes/Node/cluster apps/v1/deployments/Deployment
ask directory
export KUBECONFIG=$answer/api.kubeconfig
list() { printf 'send {"kind":"%sList","apiVersion":"%s","metadata":{"resourceVersion":"5"},"items":[%s]}' "$1" "$2" "$3"; }
deployment='{"metadata":{"name":"web","namespace":"shop","uid":"d","generation":1,"managedFields":[{"manager":"kubectl-edit","operation":"Update","time":"2026-01-01T00:00:00Z"}]},"spec":{"replicas":1},"status":{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"conditions":[{"type":"Available","status":"False","lastTransitionTime":"2026-01-01T00:01:00Z"}]}}'
pod='{"metadata":{"name":"web-1","namespace":"shop","uid":"p","ownerReferences":[{"uid":"d","controller":true}]},"spec":{"restartPolicy":"Always"},"status":{"phase":"Pending","containerStatuses":[{"name":"web","state":{"waiting":{"reason":"ContainerCreating"}}}]}}'
event='{"metadata":{"name":"e","namespace":"shop","uid":"e"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-1","uid":"p"},"type":"Warning","reason":"FailedMount","message":"secret \\"tls\\" not found","lastTimestamp":"2026-01-01T00:02:00Z"}'
rule "GET /apis/apps/v1/namespaces/shop/deployments" "$(list Deployment apps/v1 "$deployment")"
rule "GET /api/v1/namespaces/shop/pods" "$(list Pod v1 "$pod")"
rule "GET /api/v1/namespaces/shop/events" "$(list Event v1 "$event")"
rule "GET /api/v1/nodes" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"nodes is forbidden","code":403}'

try why deploy/web -n shop
shows "a cluster" 4 'Deployment/web in shop is Progressing' 'because  Pod/web-1: container web: ContainerCreating; secret "tls" not found' \
    'kubectl-edit (Update)' 'next     kubectl get secret tls -n shop'
try why -n shop --no-events
shows "without events" 4 'because  Pod/web-1: container web: ContainerCreating'
counted "events are not read twice" /events 1
try why deploy/none -n shop
shows "no such object" 3 "no object matches 'deploy/none'"
counted "Secrets" /secrets 0

# Without -A: a namespace with what is in it, a budget and an application wherever they are.
ask discovery /v1/namespaces/Namespace/cluster policy/v1/poddisruptionbudgets/PodDisruptionBudget example.org/v1/widgets/Widget
for namespace in old shop; do
    rule "GET /apis/example.org/v1/namespaces/$namespace/widgets" "$(list Widget example.org/v1 '')"
    rule "GET /apis/policy/v1/namespaces/$namespace/poddisruptionbudgets" "$(list PodDisruptionBudget policy/v1 '')"
done
rule "GET /api/v1/namespaces" "$(list Namespace v1 '{"metadata":{"name":"old","uid":"n","deletionTimestamp":"2026-01-01T00:00:00Z"},"status":{"phase":"Terminating"}}')"
rule "GET /apis/example.org/v1/namespaces/old/widgets" "$(list Widget example.org/v1 '{"metadata":{"name":"w","namespace":"old","uid":"w","deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["example.org/hold"]}}')"
rule "GET /apis/policy/v1/poddisruptionbudgets" "$(list PodDisruptionBudget policy/v1 '{"metadata":{"name":"web","namespace":"shop","uid":"b"},"spec":{"selector":{"matchLabels":{"app":"web"}}},"status":{"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"expectedPods":1}}')"
try why ns/old
shows "a namespace by its name" 4 'Namespace/old is Progressing' 'details  Widget/w has finalizer example.org/hold'
try why pdb/web
shows "a budget by its name" 0 'PodDisruptionBudget/web in shop is Healthy by its own rule, but a drain waits' \
    'because  no Pod may be evicted, so a drain waits: 1 of 1 Pods are healthy, and 1 must stay so'
stop_server
finish
