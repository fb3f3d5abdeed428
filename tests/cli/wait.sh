#!/usr/bin/env bash
# vitals wait, against the scripted fault server: each outcome, with its status and last lines.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"
. "$(dirname "$0")/waits.bash"

ask listen api http=both
ask discovery /v1/pods/Pod /v1/configmaps/ConfigMap /v1/secrets/Secret apps/v1/deployments/Deployment \
    kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization
ask directory
export KUBECONFIG=$answer/api.kubeconfig
pods=/api/v1/namespaces/shop/pods
streams $pods query=name%3Dgood good Pod v1 "$(typed ADDED "$(pod good Succeeded 1)")"
waits pod/good -n shop
shows "healthy at once" 0 "Pod/good in shop  Healthy" "done: 1 of 1 done"
waits pod/good --server https://127.0.0.1:1 --timeout 2s
shows "out of reach" 3 "not connected: https://127.0.0.1:1: the connection was refused" "vitals: the server does not answer: 0 of 0 done"
waits pod/good --server https://127.0.0.1:1 --timeout 2s -o json
shows "out of reach, as a report" 3 '"outcome":"disconnected"' '"error":"https://127.0.0.1:1: the connection was refused'
waits pod/good --server https://127.0.0.1:1 --timeout 2s -o ndjson
shows "out of reach, as lines" 3 '"type":"DISCONNECTED"' '"error":"https://127.0.0.1:1: the connection was refused' '"outcome":"disconnected"'
# Repeated selections are joined: what one of them lacks ends the wait.
streams /api/v1/namespaces/other/pods query=name%3Dgood other Pod v1 "$(typed ADDED "$(pod good Failed 1 | sed 's/"shop"/"other"/; s/"u-good"/"u-other"/')")"
waits pod/good -n shop -n other --settle 0s
shows "two namespaces" 1 "Pod/good in shop  Healthy" "Pod/good in other  Degraded"
streams /api/v1/namespaces/other/pods query=name%3Dgood other Pod v1 "$(typed ADDED "$(pod good Succeeded 2 | sed 's/"shop"/"other"/; s/"u-good"/"u-other"/')")"
waits pod/good -n shop,other --settle 0s
shows "two namespaces, both healthy" 0 "Pod/good in shop  Healthy" "Pod/good in other  Healthy" "2 of 2 done"
waits pod/good -n shop -n shop
shows "the same namespace twice" 0 "Pod/good in shop  Healthy"
waits pod/good -n shop -o ndjson
shows "ndjson" 0 '"type":"CHANGED"' '"name":"good"' '"type":"DONE","time":"20' '"outcome":"done"'
waits pod/good -n shop -o json
shows "json" 0 '"schema":"vitals/wait/v1"' '"outcome":"done"' '"status":"Healthy"'

streams $pods query=name%3Dslow slow Pod v1 "$(typed ADDED "$(pod slow Running 1)")"
times_out "the time runs out" "timed out: 0 of 1 done" "Pod/slow in shop  Progressing" -- pod/slow -n shop
waits pod/slow pod/good -n shop --timeout 0
shows "one look" 4 "timed out: 1 of 2 done"

streams $pods query=name%3Dbad bad Pod v1 "$(typed ADDED "$(pod bad Failed 1)")"
waits pod/bad pod/slow -n shop
shows "a terminal failure ends it" 1 "failed: Pod/bad in shop is Degraded: no reason"

streams $pods query=name%3Dlate late Pod v1 ""
times_out "not there yet" "Pod/late in shop  Missing  not there yet" -- pod/late -n shop
waits pod/late -n shop --for missing
shows "gone" 0 "Pod/late in shop  Missing"
timeout "$patience" "$vitals" wait pod/late -n shop >"$work/out" 2>"$work/err" &
waiter=$!
await is_read late
ask feed late "$(typed ADDED "$(pod late Running 7)")"
ask feed late "$(typed MODIFIED "$(pod late Succeeded 8)")"
status=0
wait "$waiter" || status=$?
shows "it comes and becomes healthy" 0 "Pod/late in shop  Missing" "Pod/late in shop  Healthy" "done"

rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"deployments.apps is forbidden: no","code":403}'
waits deployment/web -n shop
shows "forbidden" 3 "deployments.apps is forbidden: no" "not everything that is waited for can be read"
waits deployment/web -n shop -o json
shows "forbidden, as a report" 3 '"outcome":"forbidden"' '"coverage":{"complete":false,"parts":[{"state":"forbidden","what":"deployments.apps"'
waits deployment/web -n shop --allow-partial
shows "nothing but what is forbidden" 3 "deployments.apps is forbidden: no" "not everything that is waited for can be read"
waits deployment/web pod/good -n shop
shows "a part is forbidden" 3 "deployments.apps is forbidden: no"
waits deployment/web pod/good -n shop -q
shows "a part is forbidden, quietly" 3
waits deployment/web pod/good -n shop --allow-partial
shows "a part is forbidden, and accepted" 0 "deployments.apps is forbidden: no" "Pod/good in shop  Healthy" "done: 1 of 1 done"
waits deployment/web pod/good -n shop --allow-partial -o json
shows "the same as a report" 0 '"outcome":"done"' '"coverage":{"complete":false,"parts":[{"state":"forbidden","what":"deployments.apps"'
waits deployment/web pod/good -n shop --allow-partial -o ndjson
shows "the same as lines" 0 '"outcome":"done"' '"coverage":{"complete":false,"parts":[{"state":"forbidden","what":"deployments.apps"'
waits gadget/a -n shop
shows "no such kind" 3 'no kind "gadget"'

streams /api/v1/namespaces/shop/configmaps query=name%3Dc maps ConfigMap v1 \
    "$(typed ADDED '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c","namespace":"shop","uid":"c","resourceVersion":"1"}}')"
waits configmap/c -n shop
shows "nothing is judged" 3 "not judged: no rule knows it" "nothing here can be judged"

# Manifests and inventories: exactly these objects; what is not there yet is waited for. Secrets are left out.
manifest() { printf 'apiVersion: v1\nkind: %s\nmetadata: {name: %s, namespace: shop}\n---\n' "$1" "$2"; }
printf 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n---\n%s' "$(manifest Pod good)" >"$work/part.yaml"
waits -f "$work/part.yaml" --settle 0s
shows "a manifest of which a part is forbidden" 3 "not everything that is waited for can be read"
waits -f "$work/part.yaml" --settle 0s --allow-partial
shows "a manifest of which a part is forbidden, and accepted" 0 "Pod/good in shop  Healthy" "done: 1 of 1 done"
{ manifest Pod good; manifest Secret s; } >"$work/good.yaml"
waits -f "$work/good.yaml"
shows "a manifest" 0 "Pod/good in shop  Healthy" "done: 1 of 1 done"
printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: good}\n' | timeout "$patience" "$vitals" wait -f - -n shop >"$work/out" 2>"$work/err"
status=$?
shows "a manifest without a namespace, on stdin" 0 "Pod/good in shop  Healthy"
{ manifest Pod good; manifest Pod none; } >"$work/two.yaml"
streams $pods query=name%3Dnone none Pod v1 ""
times_out "one is not there" "timed out: 1 of 2 done" "Pod/none in shop  Missing  not there yet" -- -f "$work/two.yaml"
{ manifest Pod good; manifest Pod bad; } >"$work/bad.yaml"
waits -f "$work/bad.yaml"
shows "one fails" 1 "failed: Pod/bad in shop is Degraded: no reason"
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: shop}\n---\n' >"$work/widget.yaml"
waits -f "$work/widget.yaml"
shows "a kind that the server lacks" 3 'the server has no kind "Widget.example.com"' "Widget/w in shop  Missing  the server does not have its kind"
waits -f "$work/nowhere.yaml"
shows "no such file" 3 "nowhere.yaml"
printf '# nothing\n' >"$work/empty.yaml"
waits -f "$work/empty.yaml"
shows "an empty file" 3 "no object in the input"
waits -f "$work/good.yaml" configmap/c -n shop --require-rule
shows "not all are judged" 3 "nothing here can be judged" "ConfigMap/c in shop  not judged"

listed() { # listed NAME STATUS TEXT…: --inventory with that file
    local name=$1
    shift
    waits --inventory "$work/inventory" -n shop
    shows "$name" "$@"
}
printf '# ids\nshop_good__Pod\n\npod/shop/slow\n' >"$work/inventory"
times_out "lines" "Pod/good in shop  Healthy" "timed out: 1 of 2 done" "Pod/slow in shop  Progressing" -- --inventory "$work/inventory" -n shop
printf 'good\n' >"$work/inventory"
listed "not an id" 3 "good: not an id: it is NAMESPACE_NAME_GROUP_KIND"
printf '{"entries":[{"id":"shop_good__Pod","v":"v1"}]}' >"$work/inventory"
listed "the inventory of a Kustomization" 0 "1 of 1 done"
printf 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps}\nstatus: {inventory: {entries: [{id: shop_good__Pod, v: v1}]}}\n' >"$work/inventory"
listed "a Kustomization" 0 "Pod/good in shop  Healthy"
printf 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps}\n' >"$work/inventory"
listed "a Kustomization without objects" 3 "apps: it lists no objects"
printf 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nstatus: {resources: [{version: v1, kind: Pod, namespace: shop, name: good}]}\n' >"$work/inventory"
listed "an Application" 0 "Pod/good in shop  Healthy"
printf 'apiVersion: kpt.dev/v1alpha1\nkind: ResourceGroup\nmetadata: {name: r}\nspec: {resources: [{group: "", kind: Pod, namespace: shop, name: good}]}\n' >"$work/inventory"
listed "a ResourceGroup" 0 "Pod/good in shop  Healthy"
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: inventory}\ndata: {shop_good__Pod: ""}\n' >"$work/inventory"
listed "a ConfigMap of cli-utils" 0 "Pod/good in shop  Healthy"
printf 'apiVersion: v1\nkind: Secret\ntype: helm.sh/release.v1\nmetadata: {name: sh.helm.release.v1.shop.v1}\n' >"$work/inventory"
listed "a release of Helm" 3 "helm get manifest NAME | vitals wait -f -"
printf 'apiVersion: v1\nkind: Service\nmetadata: {name: s}\n' >"$work/inventory"
listed "not an inventory" 3 "Service: not an inventory"
streams $pods query=applyset.kubernetes.io%2Fpart-of%3Dapplyset-1 set Pod v1 "$(typed ADDED "$(pod good Succeeded 1)")"
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: set, namespace: shop, labels: {applyset.kubernetes.io/id: applyset-1}, annotations: {applyset.kubernetes.io/contains-group-kinds: Pod}}\n' >"$work/inventory"
waits --inventory "$work/inventory" --settle 0s
shows "an applyset" 0 "Pod/good in shop  Healthy"
waits --inventory - --app shop
shows "two selections" 2 "--app names the objects"

# A CustomResourceDefinition among the manifests: its kind is waited for.
crds=/apis/apiextensions.k8s.io/v1/customresourcedefinitions
groups='/v1/pods/Pod /v1/configmaps/ConfigMap /v1/secrets/Secret apps/v1/deployments/Deployment kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization argoproj.io/v1alpha1/applications/Application apiextensions.k8s.io/v1/customresourcedefinitions/CustomResourceDefinition/cluster'
# shellcheck disable=SC2086  # one word each
ask discovery $groups
crd() { # crd STATUS VERSION
    printf '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","metadata":{"name":"widgets.example.com","uid":"c","resourceVersion":"%s"},"spec":{"group":"example.com","names":{"kind":"Widget"}},"status":{"conditions":[{"type":"Established","status":"%s"},{"type":"NamesAccepted","status":"True"}]}}' "$2" "$1"
}
streams $crds "" crds CustomResourceDefinition apiextensions.k8s.io/v1 "$(typed ADDED "$(crd False 1)")"
{ printf 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec: {group: example.com, names: {kind: Widget}}\n---\n'; cat "$work/widget.yaml"; manifest Pod good; } >"$work/crd.yaml"
timeout "$patience" "$vitals" wait -f "$work/crd.yaml" >"$work/out" 2>"$work/err" &
waiter=$!
await has out "Widget/w in shop  Missing"
await is_read crds
widget() { # widget STATUS VERSION
    printf '{"kind":"Widget","apiVersion":"example.com/v1","metadata":{"name":"w","namespace":"shop","uid":"w","resourceVersion":"%s"}%s}' "$2" "$1"
}
widgets=/apis/example.com/v1/namespaces/shop/widgets
# Before its kind is there: a client may look for kinds at any time.
streams $widgets "" widgets Widget example.com/v1 "$(typed ADDED "$(widget '' 1)")"
# shellcheck disable=SC2086
ask discovery $groups example.com/v1/widgets/Widget
ask feed crds "$(typed MODIFIED "$(crd True 6)")"
status=0
wait "$waiter" || status=$?
shows "its kind comes" 0 "Widget/w in shop  not judged" "3 of 3 done"

# A kind with a status that nobody has written: its controller has not seen the object. Without such a subresource,
# or with a status, it is done as before, because no rule knows it.
# shellcheck disable=SC2086
ask discovery $groups example.com/v1/widgets/Widget/status
for status_field in '' ',"status":{}'; do
    streams $widgets "" unwritten Widget example.com/v1 "$(typed ADDED "$(widget "$status_field" 1)")"
    times_out "no status: $status_field" "Widget/w in shop  not observed  nobody has written its status yet" "0 of 1 done" -- widget/w -n shop
done
timeout "$patience" "$vitals" wait widget/w pod/good -n shop -o json >"$work/out" 2>"$work/err" &
waiter=$!
await is_read unwritten
ask feed unwritten "$(typed MODIFIED "$(widget ',"status":{"phase":"x"}' 6)")"
status=0
wait "$waiter" || status=$?
shows "its status is written" 0 '"name":"w","status":"not judged"' '"done":2,"total":2'
streams $widgets "" written Widget example.com/v1 "$(typed ADDED "$(widget ',"status":{"phase":"x"}' 1)")"
waits widget/w -n shop -o json
shows "a status that no rule knows" 3 '"outcome":"not-judged"' '"status":"not judged"'

# Argo CD: every source, errors that end a wait at once, and what does not.
apps=/apis/argoproj.io/v1alpha1/applications
application() { # application STATUS-JSON VERSION
    printf '{"kind":"Application","apiVersion":"argoproj.io/v1alpha1","metadata":{"name":"shop","namespace":"argocd","uid":"a","resourceVersion":"%s"},"spec":{"destination":{"server":"https://kubernetes.default.svc"}},"status":{"resources":[{"version":"v1","kind":"Pod","namespace":"shop","name":"good"}],%s}}' "$2" "$1"
}
delivers() { # delivers NAME STATUS-JSON ARGUMENTS -- STATUS TEXT…
    local name=$1 given=(--app app/shop --settle 0s)
    streams $apps "" argocd Application argoproj.io/v1alpha1 "$(typed ADDED "$(application "$2" 1)")"
    shift 2
    while [ "$1" != -- ]; do given+=("$1"); shift; done
    shift
    if [ "$1" = 4 ]; then
        times_out "$name" "${@:2}" -- "${given[@]}"
    else
        waits "${given[@]}"
        shows "$name" "$@"
    fi
}
ended() { printf '"sync":{"status":"%s","revision":"%s"},"operationState":{"phase":"%s","message":"one","syncResult":{"revision":"%s"}}' "$1" "$2" "$3" "$4"; }
delivers "an Application" "$(ended Synced bbbbbbb2 Succeeded bbbbbbb2)" -- 0 "delivery: in-step, has bbbbbbb2, waits for bbbbbbb2"
delivers "its operation failed" "$(ended OutOfSync bbbbbbb2 Failed bbbbbbb2)" -- 1 "failed: failed, waits for bbbbbbb2: Failed: one"
delivers "a former operation failed" "$(ended OutOfSync bbbbbbb2 Failed aaaaaaa1)" -- 4 "timed out"
delivers "it cannot be compared" '"sync":{"status":"Unknown"},"conditions":[{"type":"ComparisonError","message":"no such branch"}]' --revision bbbbbbb2 -- 1 "ComparisonError: no such branch"
delivers "it cannot be synced" '"sync":{"status":"OutOfSync","revision":"bbbbbbb2"},"conditions":[{"type":"SyncError","message":"denied"}]' -- 1 "SyncError: denied"
sources='"sync":{"status":"Synced","revisions":["bbbbbbb2","1.0.1"]},"operationState":{"phase":"Succeeded","syncResult":{"revisions":["bbbbbbb2","1.0.0"]}}'
delivers "all sources" "$sources" --revision bbbbbbb2,1.0.1 -- 0 "has bbbbbbb2,1.0.1"
delivers "one source is another" "$sources" --revision bbbbbbb2,1.0.2 -- 4 "has bbbbbbb2,1.0.1, waits for bbbbbbb2,1.0.2"
delivers "an operation runs" "$(ended Synced bbbbbbb2 Running bbbbbbb2)" -- 4 "timed out"
streams $apps "" argocd Application argoproj.io/v1alpha1 "$(typed ADDED "$(application "$(ended Synced a Succeeded a)" 1)")$(typed ADDED "$(application "$(ended Synced a Succeeded a)" 2 | sed 's/"argocd"/"other"/; s/"uid":"a"/"uid":"b"/')")"
waits --app app/shop
shows "several of this name" 3 "several have this name: Application/shop in argocd, Application/shop in other; name one as KIND/NAMESPACE/NAME"

# A delivery: the revision must be applied, and what it lists healthy.
ks=/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations
kustomization() { # kustomization READY APPLIED ATTEMPTED VERSION
    printf '{"kind":"Kustomization","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"name":"apps","namespace":"flux","uid":"k","generation":1,"resourceVersion":"%s"},"spec":{},"status":{"observedGeneration":1,"lastAppliedRevision":"%s","lastAttemptedRevision":"%s","conditions":[{"type":"Ready","status":"%s","reason":"R","message":"m"}],"inventory":{"entries":[{"id":"shop_good__Pod","v":"v1"}]}}}' "$4" "$2" "$3" "$1"
}
streams $ks "" apps Kustomization kustomize.toolkit.fluxcd.io/v1 "$(typed ADDED "$(kustomization True main@sha1:aaaaaaa1 main@sha1:aaaaaaa1 1)")"
waits --app ks/flux/apps --settle 0s
shows "delivered" 0 "done: 1 of 1 done; delivery in-step, has main@sha1:aaaaaaa1"
streams $apps "" argocd Application argoproj.io/v1alpha1 "$(typed ADDED "$(application "$(ended Synced bbbbbbb2 Succeeded bbbbbbb2)" 1)")"
waits --app app/shop --app ks/flux/apps --settle 0s
shows "two applications" 0 "delivery: in-step, has bbbbbbb2" "has main@sha1:aaaaaaa1"
streams $apps "" argocd Application argoproj.io/v1alpha1 "$(typed ADDED "$(application "$(ended OutOfSync bbbbbbb2 Failed bbbbbbb2)" 1)")"
waits --app app/shop --app ks/flux/apps --settle 0s
shows "the first of two fails" 1 "Failed: one" "has main@sha1:aaaaaaa1"
waits --app ks/flux/apps --app app/shop --settle 0s
shows "the second of two fails" 1 "Failed: one" "has main@sha1:aaaaaaa1"
times_out "another revision" "waits for bbbbbbb2" -- --app ks/flux/apps --revision bbbbbbb2
timeout "$patience" "$vitals" wait --app ks/flux/apps --revision bbbbbbb2 --settle 0s >"$work/out" 2>"$work/err" &
waiter=$!
await is_read apps
ask feed apps "$(typed MODIFIED "$(kustomization Unknown main@sha1:aaaaaaa1 main@sha1:bbbbbbb2 6)")"
sleep 0.3
if kill -0 "$waiter" 2>/dev/null; then pass; else fail "it ended before the revision was applied: $(cat "$work/err")"; fi
ask feed apps "$(typed MODIFIED "$(kustomization True main@sha1:bbbbbbb2 main@sha1:bbbbbbb2 7)")"
status=0
wait "$waiter" || status=$?
shows "the revision arrives" 0 "has main@sha1:bbbbbbb2"
timeout "$patience" "$vitals" wait --app ks/flux/apps --revision ccccccc3 >"$work/out" 2>"$work/err" &
waiter=$!
await is_read apps
ask feed apps "$(typed MODIFIED "$(kustomization False main@sha1:aaaaaaa1 main@sha1:ccccccc3 8)")"
status=0
wait "$waiter" || status=$?
shows "the delivery fails" 1 "failed: failed, has main@sha1:aaaaaaa1, waits for ccccccc3: m"
stalled=$(kustomization False main@sha1:aaaaaaa1 main@sha1:aaaaaaa1 9 | sed 's/"type":"Ready"/"type":"Stalled"/; s/"status":"False"/"status":"True"/')
streams $ks "" apps Kustomization kustomize.toolkit.fluxcd.io/v1 "$(typed ADDED "$stalled")"
waits --app ks/flux/apps --revision ccccccc3
shows "the delivery is stalled" 1 "failed: failed, has main@sha1:aaaaaaa1, waits for ccccccc3: m"

# A signal, and a server that goes away.
timeout "$patience" "$vitals" wait pod/slow -n shop >"$work/out" 2>"$work/err" &
waiter=$!
await is_read slow
await has out Pod/slow
pkill -INT -P "$waiter"
status=0
wait "$waiter" || status=$?
shows "interrupted" 130 "interrupted: 0 of 1 done"
timeout "$patience" "$vitals" wait pod/slow -n shop --disconnect-grace 1s >"$work/out" 2>"$work/err" &
waiter=$!
await has out Pod/slow
ask refuse api
ask cut api
status=0
wait "$waiter" || status=$?
shows "disconnected" 3 "the server does not answer"

try wait
shows "what to wait for" 2 "what to wait for"
try wait pod/slow --revision x
shows "a revision of nothing" 2 "--revision goes with one --app"
try wait --app ks/flux/apps --app app/shop --revision x
shows "a revision of two" 2 "--revision goes with one --app"
try wait pod/slow --for good
shows "no such status" 2 "--for cannot be 'good'"
ask count /secrets
if [ "$answer" = 0 ]; then pass; else fail "Secrets were requested $answer times"; fi
stop_server
finish
