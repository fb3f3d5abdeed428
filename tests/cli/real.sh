#!/usr/bin/env bash
# get, why, wait, suspend and resume against a real API server with controllers: `tools/dev test-cluster` runs it.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
if [ -z "${VITALS_TEST_CLUSTER:-}" ]; then
    echo "SKIPPED: no real API server; tools/dev test-cluster has one"
    exit 77
fi

coproc SERVER { "$VITALS_TEST_CLUSTER" up --controllers 2>/dev/null; }
answer=
hear() { # the next answer of the cluster
    read -r answer <&"${SERVER[0]}"
    case $answer in
    ok*) answer=${answer#ok}; answer=${answer# } ;;
    *) fail "the cluster: $answer" ;;
    esac
}
ask() {
    printf '%s\n' "$*" >&"${SERVER[1]}"
    hear
}
on() { ask "$1" "$work/objects.yaml"; } # on apply|status|delete
try() { # try COMMAND ARGUMENTS…: of vitals, into $work/out, $work/err and $status
    status=0
    timeout 300 "$vitals" "$@" >"$work/out" 2>"$work/err" || status=$?
}
shows() { # shows NAME STATUS TEXT…: the texts are in the output or on stderr
    local name=$1 text
    if [ "$status" != "$2" ]; then
        fail "$name: status $status, not $2: $(tail -n 20 "$work/out" "$work/err")"
        return
    fi
    shift 2
    for text in "$@"; do
        if ! grep -qF -- "$text" "$work/out" "$work/err"; then
            fail "$name: no '$text' in: $(tail -n 20 "$work/out" "$work/err")"
            return
        fi
    done
    pass
}
until_true() { # until_true NAME COMMAND…: for at most two minutes
    local name=$1
    shift
    for _ in $(seq 600); do
        if "$@"; then
            pass
            return
        fi
        sleep 0.2
    done
    fail "$name: not within two minutes"
}
in_watch() { grep -q -- "\"name\":\"$1\".*\"status\":\"$2\"" "$work/watched"; }
runs_again() { # the API server answers
    "$vitals" get namespaces >/dev/null 2>&1
    [ $? -ne 3 ]
}

hear
ask directory
folder=$answer
export KUBECONFIG=$folder/admin.kubeconfig

deployment() { # deployment NAME EXTRA LABELS IMAGE
    printf 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: %s, namespace: shop}\nspec:\n  replicas: 2\n%s  selector: {matchLabels: {app: %s}}\n  template:\n    metadata: {labels: {app: %s%s}}\n    spec: {containers: [{name: app, image: "%s"}]}\n---\n' "$1" "$2" "$1" "$1" "$3" "$4"
}
job() { # job NAME LABELS
    printf 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: %s, namespace: shop}\nspec:\n  backoffLimit: 0\n  template:\n    metadata: {labels: {%s}}\n    spec: {restartPolicy: Never, containers: [{name: app, image: "registry.example/once:1"}]}\n---\n' "$1" "$2"
}
kind() { # kind GROUP VERSION PLURAL KIND SUBRESOURCES
    printf 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: %s.%s}\nspec:\n  group: %s\n  scope: Namespaced\n  names: {kind: %s, plural: %s}\n  versions:\n  - {name: %s, served: true, storage: true, subresources: {%s}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}\n---\n' "$3" "$1" "$1" "$4" "$3" "$2" "$5"
}
namespace() { printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n---\n' "$1"; }
broken=$'  progressDeadlineSeconds: 5\n'

# One command follows everything, from before the first object on.
{ namespace shop; namespace flux-system; namespace argocd; } >"$work/objects.yaml"
on apply
"$vitals" get -A -w -o ndjson >"$work/watched" 2>"$work/watch_err" &
watcher=$!
until_true "the watch begins" grep -q '"name":"shop"\|"name":"node-1"' "$work/watched"
{
    kind kustomize.toolkit.fluxcd.io v1 kustomizations Kustomization "status: {}"
    kind argoproj.io v1alpha1 applications Application ""
    deployment web "" "" registry.example/web:1
    deployment broken "$broken" ", fail: image" registry.example/no:1
    deployment slow "" ", fail: probe" registry.example/slow:1
    job once ""
    job never "fail: exit"
    printf 'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: nightly, namespace: shop}\nspec:\n  schedule: "0 3 * * *"\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: app, image: "registry.example/once:1"}]}}}}\n---\n'
    printf 'apiVersion: v1\nkind: Secret\nmetadata: {name: password, namespace: shop}\n---\n'
    printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\n'
} >"$work/objects.yaml"
on apply

# wait, with each outcome. A rollout that begins after it is waited for, too.
try wait deployment/web job/once -n shop --timeout 120s
shows "wait: done" 0 "Deployment/web in shop  Healthy" "done: 2 of 2 done"
try wait deployment/broken -n shop --timeout 120s
shows "wait: a deadline is missed" 1 "failed: Deployment/broken in shop is Degraded" "exceeded its progress deadline" "registry.example/no:1"
try wait job/never -n shop
shows "wait: a Job fails" 1 "failed: Job/never in shop is Degraded"
for seconds in 2 20; do # the second one for a busy machine
    try wait deployment/slow -n shop --timeout "${seconds}s"
    grep -q "Deployment/slow in shop  Progressing" "$work/out" "$work/err" && break
done
shows "wait: the time runs out" 4 "timed out: 0 of 1 done" "Deployment/slow in shop  Progressing"
try wait configmap/settings -n shop
shows "wait: not judged" 3 "nothing here can be judged"
try get secret/password,configmap/settings -n shop -o json
shows "get: kinds without health, by their metadata" 0 '"kind": "Secret"' '"name": "password"' '"kind": "ConfigMap"' '"name": "settings"'
KUBECONFIG=$folder/nobody.kubeconfig try wait deployment/web -n shop
shows "wait: forbidden" 3 'is forbidden: User "nobody"'
{ deployment web "" "" registry.example/web:1; printf 'apiVersion: v1\nkind: Secret\nmetadata: {name: password, namespace: shop}\n'; } >"$work/web.yaml"
KUBECONFIG=$folder/reader.kubeconfig try wait -f "$work/web.yaml" --timeout 120s
shows "wait: of a file, without rights to its Secret" 0 "done: 1 of 1 done"
printf 'shop_web_apps_Deployment\nbatch/v1/Job/shop/once\n' | head -n 1 >"$work/ids"
printf 'job/shop/once\n' >>"$work/ids"
try wait --inventory "$work/ids" --timeout 120s
shows "wait: of an inventory" 0 "done: 2 of 2 done"

# What the watch has shown of these.
until_true "web was Progressing" in_watch web Progressing
until_true "web became Healthy" in_watch web Healthy
until_true "broken was Progressing" in_watch broken Progressing
until_true "broken missed its deadline" in_watch broken Degraded
deployment web "" ", version: '2'" registry.example/web:2 >"$work/objects.yaml"
on apply
try wait deployment/web -n shop --timeout 120s
shows "wait: the next rollout" 0 "done: 1 of 1 done"
kill "$watcher"
status=0
wait "$watcher" || status=$?
[ "$status" = 143 ] && pass || fail "the watch ended with $status: $(cat "$work/watch_err")"
first=$(grep -n '"name":"web".*"status":"Progressing"' "$work/watched" | head -n 1 | cut -d: -f1)
last=$(grep '"kind":"Deployment"' "$work/watched" | grep '"name":"web"' | tail -n 1)
case $last in *Healthy*) pass ;; *) fail "the last line of web: $last" ;; esac
[ -n "$first" ] && pass || fail "web was never Progressing"

try get -A
shows "get -A" 1 "Deployment/broken" "Degraded" "exceeded its progress deadline" "Deployment/web"
try why deployment/broken -n shop
shows "why" 1 "Deployment/broken" "registry.example/no:1" "ImagePullBackOff"
KUBECONFIG=$folder/half.kubeconfig try get -A
shows "half of the kinds are forbidden" 1 "Deployment/broken" "could not be read (forbidden: "
KUBECONFIG=$folder/half.kubeconfig try get services -n shop
shows "a forbidden kind by its name" 3 'services is forbidden: User "half"'
KUBECONFIG=$folder/half.kubeconfig try get -A --require-access
shows "every kind must be readable" 3 "is forbidden"

# What a role needs is what the command then reads, without anything forbidden.
try list access --for why
shows "the rights of why" 0 "kind: ClusterRole" "events" "deployments"
sed 's/^  name: .*/  name: by-vitals/' "$work/out" >"$work/role.yaml"
printf -- '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: by-vitals}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: by-vitals}\nsubjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: nobody}]\n' | cat "$work/role.yaml" - >"$work/objects.yaml"
on apply
KUBECONFIG=$folder/nobody.kubeconfig try why deployment/broken -n shop
shows "why with these rights" 1 "registry.example/no:1"
if grep -q forbidden "$work/err"; then fail "the rights of why are too few: $(cat "$work/err")"; else pass; fi
KUBECONFIG=$folder/nobody.kubeconfig try get -A
shows "get with these rights" 1 "Deployment/broken"
if grep -q "could not be read" "$work/err"; then fail "rights of get are missing: $(cat "$work/err")"; else pass; fi
printf 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: by-vitals}\n' >"$work/objects.yaml"
on delete

# Applications of Flux and Argo CD.
kustomization() { # kustomization READY APPLIED ATTEMPTED
    printf 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: ./apps}\nstatus:\n  observedGeneration: %s\n  lastAppliedRevision: main@sha1:%s\n  lastAttemptedRevision: main@sha1:%s\n  conditions: [{type: Ready, status: "%s", reason: R, message: m, lastTransitionTime: "2026-01-01T00:00:00Z"}]\n  inventory: {entries: [{id: shop_web_apps_Deployment, v: v1}, {id: shop_password__Secret, v: v1}, {id: shop_settings__ConfigMap, v: v1}]}\n' "${4:-1}" "$2" "$3" "$1"
}
kustomization True aaaaaaa1 aaaaaaa1 >"$work/objects.yaml"
on apply
kustomization True aaaaaaa1 aaaaaaa1 >"$work/objects.yaml"
on status
try get --app ks/flux-system/apps
shows "get --app" 0 "Deployment/web" "Kustomization/apps"
try wait --app ks/flux-system/apps --settle 0s --timeout 120s
shows "wait --app" 0 "has main@sha1:aaaaaaa1"
kustomization Unknown aaaaaaa1 bbbbbbb2 >"$work/objects.yaml"
on status
"$vitals" wait --app ks/flux-system/apps --settle 0s --timeout 120s >"$work/out" 2>"$work/err" &
waiter=$!
until_true "it has begun" grep -q 'waits for main@sha1:bbbbbbb2' "$work/out"
kustomization True ccccccc3 ccccccc3 >"$work/objects.yaml"
on status
status=0
wait "$waiter" || status=$?
shows "wait --app: a push after it began ends it as superseded" 5 "has main@sha1:ccccccc3, waits for main@sha1:bbbbbbb2"
try wait --app ks/flux-system/apps --revision ccccccc3 --settle 0s --timeout 120s
shows "wait --app --revision" 0 "has main@sha1:ccccccc3"
kustomization False ccccccc3 ddddddd4 >"$work/objects.yaml"
on status
try wait --app ks/flux-system/apps --revision ddddddd4 --timeout 120s
shows "wait --app: the delivery fails" 1 "failed: failed, has main@sha1:ccccccc3, waits for ddddddd4: m"
kustomization True ccccccc3 ccccccc3 >"$work/objects.yaml"
on status
application() { # application STATUS
    printf 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, namespace: argocd}\nspec: {destination: {server: "https://kubernetes.default.svc"}}\nstatus:\n  resources: [{group: apps, version: v1, kind: Deployment, namespace: shop, name: web}]\n%s\n' "$1"
}
application '  sync: {status: Unknown}
  conditions: [{type: ComparisonError, message: no such branch}]' >"$work/objects.yaml"
on apply
try wait --app app/argocd/shop --timeout 120s
shows "wait --app: ComparisonError" 1 "ComparisonError: no such branch"

# Suspending and resuming.
for object in cronjob/nightly:shop:CronJob deployment/web:shop:Deployment kustomization/apps:flux-system:Kustomization; do
    IFS=: read -r name in label <<<"$object"
    try suspend "$name" -n "$in" --dry-run=server
    shows "suspend $name: a dry run" 0 "the server agrees"
    try suspend "$name" -n "$in" -m INC-1 --wait --timeout 120s
    shows "suspend $name" 0 "$label/" "suspended: INC-1"
    try get "$name" -n "$in"
    shows "get: $name" 0 "$label/" "uspended"
    try resume "$name" -n "$in"
    shows "resume $name" 0 "resumed"
    try suspend "$name" -n "$in" --dry-run=client
    shows "$name is not suspended" 0 "would be suspended"
done
KUBECONFIG=$folder/reader.kubeconfig try suspend cronjob/nightly -n shop
shows "suspend without rights" 1 'cannot patch resource'

# The rules of the cluster itself, and a change of them.
cp tests/cluster/server/widgets.yaml "$work/objects.yaml"
ask apply "$work/objects.yaml"
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: banner, namespace: shop}\nspec: {}\n' >"$work/objects.yaml"
on apply
rule() { printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm, namespace: argocd}\ndata:\n  resource.customizations.health.example.com_Widget: |\n    return {status = "%s", message = "by the cluster"}\n' "$1"; }
rule Degraded >"$work/objects.yaml"
on apply
try get widget/banner -n shop --rules-from cluster
shows "--rules-from cluster" 1 "Widget/banner" Degraded "by the cluster"
"$vitals" wait widget/banner -n shop --rules-from cluster --degraded-grace never --timeout 120s >"$work/out" 2>"$work/err" &
waiter=$!
until_true "it is Degraded" grep -q 'Widget/banner in shop  Degraded' "$work/out"
rule Healthy >"$work/objects.yaml"
on apply
status=0
wait "$waiter" || status=$?
shows "the rules of the cluster change" 0 "Widget/banner in shop  Healthy  by the cluster"

# A server that goes away, and comes back.
"$vitals" wait deployment/slow -n shop --disconnect-grace 3s --timeout 120s >"$work/out" 2>"$work/err" &
waiter=$!
until_true "it is connected" grep -q 'Deployment/slow' "$work/out"
ask kill apiserver
status=0
wait "$waiter" || status=$?
shows "wait: disconnected" 3 "the server does not answer"
"$vitals" wait deployment/web -n shop --timeout 120s --disconnect-grace 120s >"$work/out" 2>"$work/err" &
waiter=$!
sleep 1
ask start apiserver
until_true "the server is back" runs_again
status=0
wait "$waiter" || status=$?
shows "wait: across a restart" 0 "done: 1 of 1 done"

eval "exec ${SERVER[1]}>&-"
finish
