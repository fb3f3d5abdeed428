#!/usr/bin/env bash
# vitals wait, against the scripted fault server: each outcome, with its status and last lines.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"

ask listen api http=both
ask discovery /v1/pods/Pod /v1/configmaps/ConfigMap /v1/secrets/Secret apps/v1/deployments/Deployment \
    kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization
ask directory
export KUBECONFIG=$answer/api.kubeconfig
pods=/api/v1/namespaces/shop/pods
pod() { # pod NAME PHASE VERSION
    printf '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"shop","uid":"u-%s","resourceVersion":"%s"},"spec":{"restartPolicy":"Never"},"status":{"phase":"%s","message":"no reason"}}' "$1" "$1" "$3" "$2"
}
typed() { printf '{"type":"%s","object":%s}\\n' "$1" "$2"; }
bookmark() { printf '{"type":"BOOKMARK","object":{"kind":"%s","apiVersion":"%s","metadata":{"resourceVersion":"5","annotations":{"k8s.io/initial-events-end":"true"}}}}\\n' "$1" "$2"; }
streams() { # streams PATH CONDITIONS FEED KIND APIVERSION EVENTS: a list as the beginning of a watch
    rule "GET $1 query=watch $2" "send $6$(bookmark "$4" "$5")" "feed $3" hold
}
waits() { try wait "$@"; }

streams $pods query=name%3Dgood good Pod v1 "$(typed ADDED "$(pod good Succeeded 1)")"
waits pod/good -n shop
shows "healthy at once" 0 "Pod/good in shop  Healthy" "done: 1 of 1 done"
waits pod/good -n shop -o ndjson
shows "ndjson" 0 '"type":"CHANGED"' '"name":"good"' '"type":"DONE","outcome":"done"'
waits pod/good -n shop -o json
shows "json" 0 '"schema":"vitals/wait/v1"' '"outcome":"done"' '"status":"Healthy"'

streams $pods query=name%3Dslow slow Pod v1 "$(typed ADDED "$(pod slow Running 1)")"
waits pod/slow -n shop --timeout 1s
shows "the time runs out" 4 "timed out: 0 of 1 done" "Pod/slow in shop  Progressing"
waits pod/slow pod/good -n shop --timeout 0
shows "one look" 4 "timed out: 1 of 2 done"

streams $pods query=name%3Dbad bad Pod v1 "$(typed ADDED "$(pod bad Failed 1)")"
waits pod/bad pod/slow -n shop
shows "a terminal failure ends it" 1 "failed: Pod/bad in shop is Degraded: no reason"

streams $pods query=name%3Dlate late Pod v1 ""
waits pod/late -n shop --timeout 1s
shows "not there yet" 4 "Pod/late in shop  Missing  not there yet"
waits pod/late -n shop --for missing
shows "gone" 0 "Pod/late in shop  Missing"
timeout 30 "$vitals" wait pod/late -n shop >"$work/out" 2>"$work/err" &
waiter=$!
for _ in $(seq 100); do
    ask readers late
    [ "$answer" -ge 1 ] && break
    sleep 0.05
done
ask feed late "$(typed ADDED "$(pod late Running 7)")"
ask feed late "$(typed MODIFIED "$(pod late Succeeded 8)")"
status=0
wait "$waiter" || status=$?
shows "it comes and becomes healthy" 0 "Pod/late in shop  Missing" "Pod/late in shop  Healthy" "done"

rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"deployments.apps is forbidden: no","code":403}'
waits deployment/web -n shop
shows "forbidden" 3 "deployments.apps is forbidden: no" "not everything that is waited for can be read"
waits gadget/a -n shop
shows "no such kind" 3 'no kind "gadget"'

streams /api/v1/namespaces/shop/configmaps query=name%3Dc maps ConfigMap v1 \
    "$(typed ADDED '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c","namespace":"shop","uid":"c","resourceVersion":"1"}}')"
waits configmap/c -n shop
shows "nothing is judged" 3 "not judged: no rule knows it" "nothing here can be judged"

# A delivery: the revision must be applied, and what it lists healthy.
ks=/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations
kustomization() { # kustomization READY APPLIED ATTEMPTED VERSION
    printf '{"kind":"Kustomization","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"name":"apps","namespace":"flux","uid":"k","generation":1,"resourceVersion":"%s"},"spec":{},"status":{"observedGeneration":1,"lastAppliedRevision":"%s","lastAttemptedRevision":"%s","conditions":[{"type":"Ready","status":"%s","reason":"R","message":"m"}],"inventory":{"entries":[{"id":"shop_good__Pod","v":"v1"}]}}}' "$4" "$2" "$3" "$1"
}
streams $ks "" apps Kustomization kustomize.toolkit.fluxcd.io/v1 "$(typed ADDED "$(kustomization True main@sha1:aaaaaaa1 main@sha1:aaaaaaa1 1)")"
waits --app ks/flux/apps --settle 0s
shows "delivered" 0 "done: 1 of 1 done; delivery in-step, has main@sha1:aaaaaaa1"
waits --app ks/flux/apps --revision bbbbbbb2 --timeout 1s
shows "another revision" 4 "waits for bbbbbbb2"
timeout 30 "$vitals" wait --app ks/flux/apps --revision bbbbbbb2 --settle 0s >"$work/out" 2>"$work/err" &
waiter=$!
for _ in $(seq 100); do
    ask readers apps
    [ "$answer" -ge 1 ] && break
    sleep 0.05
done
ask feed apps "$(typed MODIFIED "$(kustomization Unknown main@sha1:aaaaaaa1 main@sha1:bbbbbbb2 6)")"
sleep 0.3
if kill -0 "$waiter" 2>/dev/null; then pass; else fail "it ended before the revision was applied: $(cat "$work/err")"; fi
ask feed apps "$(typed MODIFIED "$(kustomization True main@sha1:bbbbbbb2 main@sha1:bbbbbbb2 7)")"
status=0
wait "$waiter" || status=$?
shows "the revision arrives" 0 "has main@sha1:bbbbbbb2"
timeout 30 "$vitals" wait --app ks/flux/apps --revision ccccccc3 >"$work/out" 2>"$work/err" &
waiter=$!
for _ in $(seq 100); do
    ask readers apps
    [ "$answer" -ge 1 ] && break
    sleep 0.05
done
ask feed apps "$(typed MODIFIED "$(kustomization False main@sha1:aaaaaaa1 main@sha1:ccccccc3 8)")"
status=0
wait "$waiter" || status=$?
shows "the delivery fails" 1 "failed: failed, has main@sha1:aaaaaaa1, waits for ccccccc3: m"

# A signal, and a server that goes away.
timeout 30 "$vitals" wait pod/slow -n shop >"$work/out" 2>"$work/err" &
waiter=$!
for _ in $(seq 100); do
    ask readers slow
    [ "$answer" -ge 1 ] && break
    sleep 0.05
done
for _ in $(seq 100); do
    grep -q Pod/slow "$work/out" && break
    sleep 0.05
done
pkill -INT -P "$waiter"
status=0
wait "$waiter" || status=$?
shows "interrupted" 130 "interrupted: 0 of 1 done"
timeout 30 "$vitals" wait pod/slow -n shop --disconnect-grace 1s >"$work/out" 2>"$work/err" &
waiter=$!
for _ in $(seq 100); do
    grep -q Pod/slow "$work/out" && break
    sleep 0.05
done
ask refuse api
ask cut api
status=0
wait "$waiter" || status=$?
shows "disconnected" 3 "the server does not answer"

try wait
shows "what to wait for" 2 "what to wait for"
try wait pod/slow --revision x
shows "a revision of nothing" 2 "--revision goes with --app"
try wait pod/slow --for good
shows "no such status" 2 "--for cannot be 'good'"
ask count /secrets
if [ "$answer" = 0 ]; then pass; else fail "Secrets were requested $answer times"; fi
stop_server
finish
