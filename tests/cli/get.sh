#!/usr/bin/env bash
# vitals get, against the scripted fault server: tables, statuses, rights, what changes, several contexts.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"

get() { try get "$@"; }

ask listen api http=both
ask listen other http=both
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment
ask directory
folder=$answer
export KUBECONFIG=$folder/api.kubeconfig

pod() { # pod NAME PHASE VERSION
    printf '{"metadata":{"name":"%s","namespace":"shop","uid":"u-%s","resourceVersion":"%s"},"spec":{"restartPolicy":"Never"},"status":{"phase":"%s","message":"no reason"}}' "$1" "$1" "$3" "$2"
}
list='{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":['
empty='{"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"5"},"items":[]}'
rule "GET /api/v1/namespaces/shop/pods no-query=watch" "send $list$(pod good Succeeded 1),$(pod bad Failed 2)]}"
rule "GET /apis/apps/v1/namespaces/shop/deployments" "send $empty"

get -n shop
shows "all kinds" 1 "Pod/bad" Degraded "no reason" "Pod/good" "2 resources"
get pods/good -n shop
shows "one object" 1 "Pod/bad" # the rule does not look at fieldSelector
ask count "fieldSelector=metadata.name%3Dgood"
if [ "$answer" = 1 ]; then pass; else fail "one object: fieldSelector was sent $answer times"; fi
get deployments -n shop
shows "nothing" 3 "no object found in namespace shop"
get deployments -n shop --ignore-not-found
shows "nothing, and that is fine" 0
get gadgets -n shop
shows "no such kind" 3 'no kind "gadgets"'
get pods -n shop -o json
shows "JSON" 1 '"schema": "vitals/v1"' '"name": "bad"' '"cluster": "test"' '"resourceVersion": "2"'
get pods -n shop -o ndjson --only Degraded
shows "ndjson" 1 '"name":"bad"'
get pods -n shop -l 'app in (a,b)' --chunk-size 50
ask count "labelSelector=app%20in%20%28a%2Cb%29"
if [ "$answer" -ge 1 ]; then pass; else fail "the label selector was not sent"; fi

rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"deployments.apps is forbidden: no","code":403}'
get -n shop
shows "a kind that is forbidden" 1 "1 kind could not be read (forbidden: deployments.apps in namespace shop)"
get -n shop -o json
shows "what could not be read, in the report" 1 '"access": [' '"resource": "deployments"' '"reason": "forbidden"' '"cluster": "test"'
if "$tools/schema_check" --one docs/schema/report.schema.json docs/schema/verdict.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "the report against its schema"; fi
get pods -n shop -o ndjson
if "$tools/schema_check" docs/schema/verdict.schema.json <"$work/out"; then pass; else fail "lines against their schema"; fi
covered() { # covered NAME PATTERN: the parts of the coverage in the report
    local parts
    parts=$(python3 -c 'import json, sys; print(*(" ".join((p["state"], p["what"], p.get("namespace", "-"))) for p in json.load(sys.stdin).get("coverage", {"parts": []})["parts"]), sep="; ")' <"$work/out")
    if [ "$parts" = "$2" ]; then pass; else fail "$1: $parts"; fi
}
status_of() { # status_of NAME STATUS [MESSAGE]: of the whole, in the report
    local health
    health=$(python3 -c 'import json, sys; h = json.load(sys.stdin)["application"]["health"]; print(h["status"], h.get("message", ""))' <"$work/out")
    case $health in "$2 "*"${3-}"*) pass ;; *) fail "$1: $health" ;; esac
}
get -n shop -o json
covered "a forbidden kind" "forbidden deployments.apps shop"
rule "GET /api/v1/namespaces/shop/pods no-query=watch" "send $list$(pod good Succeeded 1)]}"
get -n shop -o json
shows "forbidden: the status of the rest stays" 0
status_of "forbidden: the status of the rest" Healthy "incomplete: forbidden: deployments.apps in shop"
get -n shop -o json --profile argocd
status_of "forbidden: Argo CD's status" Healthy
if grep -q incomplete "$work/out"; then fail "forbidden: Argo CD's status: $(cat "$work/out")"; else pass; fi
get -n shop
shows "forbidden: a line of the table" 0 "forbidden: deployments.apps in shop"
get -n shop -o ndjson
shows "forbidden: a line of the stream" 0 '{"coverage":{"complete":false,"parts":[{"state":"forbidden","what":"deployments.apps","namespace":"shop"'
for form in junit sarif github; do
    get -n shop -o $form
    if [ "$status" = 0 ] && ! grep -qE 'forbidden|<error' "$work/out"; then pass; else fail "forbidden is not an error, as $form: status $status, $(cat "$work/out")"; fi
done
get -n shop -o json --require-access
shows "forbidden, and required" 3
covered "forbidden, and required" "forbidden deployments.apps shop"
rule "GET /apis/apps/v1/namespaces/shop/deployments" 'send <html>'
get -n shop -o json
shows "an object that cannot be read" 3 '"state": "unreadable"' '"what": "deployments.apps"'
rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 404"
get -n shop -o json
shows "lost" 3
covered "lost" "lost deployments.apps shop"
status_of "lost" Unknown "deployments.apps in shop: "
for by in namespace cluster application; do
    get -n shop -o json --by $by
    shows "lost, by $by" 3 '"status": "Unknown"' "deployments.apps in shop: "
done
get -n shop -o json --by kind
if [ "$status" = 3 ] && python3 -c 'import json, sys; sys.exit([g["health"]["status"] for g in json.load(sys.stdin)["groups"]] != ["Healthy"])' <"$work/out"; then pass; else fail "lost, by kind: Pods are there: $(cat "$work/out")"; fi
get -n shop -o json --profile argocd
status_of "lost: Argo CD's status" Healthy
for form in table wide tree; do
    get -n shop -o $form
    shows "lost: $form" 3 "lost: deployments.apps in shop: "
done
get -n shop -o junit
shows "lost: junit" 3 "<error" "deployments.apps in shop"
get -n shop -o sarif
shows "lost: sarif" 3 '"toolExecutionNotifications"' "deployments.apps in shop"
get -n shop -o github
shows "lost: github" 3 "::error" "deployments.apps in shop"
get -n shop -o ndjson
shows "lost: ndjson" 3 '{"coverage":' '"state":"lost","what":"deployments.apps"'

# A group that does not answer: its kinds are lost; but not where no kind of it would be judged, or only Pods are asked for.
rule "GET /apis/apps/v1/namespaces/shop/deployments" "send $empty"
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    metrics.k8s.io/v1beta1/pods/PodMetrics
ask stale metrics.k8s.io/v1beta1
get -n shop -o json
shows "a group without health does not answer" 0
covered "a group without health does not answer" ""
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    away.example/v1/gadgets/Gadget
ask stale away.example/v1
get -n shop -o json
shows "a group does not answer" 3 "vitals: kinds of away.example: the server behind this group does not answer"
covered "a group does not answer" "lost *.away.example -"
status_of "a group does not answer" Unknown "*.away.example: the server behind this group does not answer"
get pods -n shop -o json
shows "a group that was not asked for does not answer" 0
covered "a group that was not asked for does not answer" ""
try why -n shop -o json
shows "why: a group does not answer" 3 '"state":"lost","what":"*.away.example"'
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment
rule "GET /api/v1/namespaces/shop/pods no-query=watch" "send $list$(pod good Succeeded 1),$(pod bad Failed 2)]}"
rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"deployments.apps is forbidden: no","code":403}'
get -n shop --require-access
shows "every kind must be readable" 3 "deployments.apps in namespace shop: "
get deployments -n shop
shows "what was asked for is forbidden" 3 "deployments.apps in namespace shop: deployments.apps is forbidden: no"

# Lists that fail: what one of them lost is not lost to the others, and what stays lost is named. A later rule
# counts before an earlier one.
rule "GET /apis/apps/v1/namespaces/shop/deployments" "send $empty"
for fault in 'stream 2' 'reset' 'status 503'; do
    rule "GET /api/v1/namespaces/shop/pods times=1" "$fault"
    rule "GET /apis/apps/v1/namespaces/shop/deployments times=1" "$fault"
    get -n shop --require-access
    shows "once: $fault" 1 "Pod/bad" "2 resources"
    if grep -q "could not be read" "$work/err"; then fail "once: $fault: $(cat "$work/err")"; else pass; fi
done
for fault in 'stream 2' 'status 503' 'send <html>'; do
    rule "GET /apis/apps/v1/namespaces/shop/deployments" "$fault"
    get -n shop
    shows "always: $fault" 3 "Pod/bad" "2 resources" "vitals: deployments.apps in namespace shop: "
    if grep -q "pods in namespace" "$work/err"; then fail "always: $fault: $(cat "$work/err")"; else pass; fi
done
get -n shop -q
shows "always, quiet" 3 "vitals: deployments.apps in namespace shop: "
get -n shop -o json
shows "always, as a report" 3 '"resource": "deployments"' '"state": "lost"'
if "$tools/schema_check" --one docs/schema/report.schema.json docs/schema/verdict.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "lost: the report against its schema"; fi
rule "GET /apis/apps/v1/namespaces/shop/deployments query=continue" "send {\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"x\"},\"items\":[]}"
rule "GET /apis/apps/v1/namespaces/shop/deployments no-query=continue" "send {\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"x\"},\"items\":[]}"
get -n shop
shows "pages without end" 3 "Pod/bad" "deployments.apps in namespace shop: the list has no end: the server repeats the token of a page"
rule "GET /apis/apps/v1/namespaces/shop/deployments" 'header Content-Type: application/json' 'send {"kind":"DeploymentList",' 'hold'
get -n shop --limit request_seconds=1
shows "an answer without end" 3 "Pod/bad" "deployments.apps in namespace shop: the answer takes longer than the limit request_seconds"
rule "GET /apis/apps/v1/namespaces/shop/deployments" "send $empty"

# A user who may read one namespace: that is what the answer is about, and it says so.
forbidden() { printf 'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"%s is forbidden: no","code":403}' "$1"; }
rule "GET /api/v1/pods" "status 403" "header Content-Type: application/json" "$(forbidden pods)"
rule "GET /apis/apps/v1/deployments" "status 403" "header Content-Type: application/json" "$(forbidden deployments)"
one_namespace=$work/narrow.kubeconfig
sed 's/^\( *\)\(user: test\)$/\1\2\n\1namespace: shop/' "$KUBECONFIG" >"$one_namespace"
cp "$folder/ca.crt" "$work"
KUBECONFIG=$one_namespace get pods -A
shows "one namespace of a named kind" 3 "Pod/bad" "vitals: pods: only namespace shop; the others are forbidden"
KUBECONFIG=$one_namespace get -A
shows "one namespace of all kinds" 3 "Pod/bad" "vitals: deployments.apps, pods: only namespace shop; the others are forbidden"
KUBECONFIG=$one_namespace get pods -A -o json
shows "one namespace, as a report" 3 '"state": "narrowed"' '"namespace": "shop"' '"reason": "forbidden"'
if "$tools/schema_check" --one docs/schema/report.schema.json docs/schema/verdict.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "one namespace: the report against its schema"; fi
try why -A --kubeconfig "$one_namespace"
shows "why, one namespace" 3 "only namespace shop; the others are forbidden"
python3 - >"$work/out" 2>"$work/err" "$vitals" "$one_namespace" <<'END'
import subprocess, sys
server = subprocess.Popen([sys.argv[1], "serve", "--kubeconfig", sys.argv[2], "--listen", "127.0.0.1:0"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
for line in server.stderr:
    sys.stderr.write(line)
    if "only namespace" in line:
        break
server.terminate()
END
status=$?
shows "serve, one namespace" 0 "vitals: context test: deployments.apps: only namespace shop; the others are forbidden"
get pods -n shop
shows "the namespace that was asked for" 1 "Pod/bad"
if grep -q "only namespace" "$work/err"; then fail "the namespace that was asked for: $(cat "$work/err")"; else pass; fi
rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" "$(forbidden deployments.apps)"

get pods -n shop --context nowhere
shows "no such context" 3 nowhere
get pods -n shop --server https://127.0.0.1:1
shows "nobody listens" 3 "the connection was refused"
get pods --watch -o json
shows "a watch as one report" 2 "--watch goes with"
cp "$folder/ca.crt" "$work"
sed 's/: test$/: second/' "$folder/other.kubeconfig" >"$work/second.kubeconfig"
KUBECONFIG=$folder/api.kubeconfig:$work/second.kubeconfig get --all-contexts pods -n shop
shows "two contexts" 1 "CLUSTER" "second   shop       Pod/bad" "test     shop       Pod/bad"
KUBECONFIG=$folder/api.kubeconfig:$work/second.kubeconfig get --all-contexts pods -n shop -o tree
shows "a tree for each" 1 "test    " "second  "
KUBECONFIG=$folder/api.kubeconfig:$work/second.kubeconfig get --all-contexts pods -n shop -o name
shows "names with their context" 1 "pod/bad -n shop --context second" "pod/bad -n shop --context test"
sed -e 's/: test$/: broken/' -e 's,server: .*,server: https://127.0.0.1:1,' "$folder/other.kubeconfig" >"$work/broken.kubeconfig"
KUBECONFIG=$folder/api.kubeconfig:$work/broken.kubeconfig get --all-contexts pods -n shop
shows "one of two that fails" 3 "context broken: " "the connection was refused" "Pod/bad"
# What an upgrade changes in all of them.
printf 'data:\n  resource.customizations.health.Pod: return nil\n' >"$work/nil.yaml"
upgraded() { KUBECONFIG=$folder/api.kubeconfig:$work/second.kubeconfig try compare --all-contexts -n shop --argocd-cm "$work/nil.yaml" --from argocd@3.5 --to argocd@3.6 "$@"; }
upgraded --by application
shows "compare two contexts" 1 "Application (no application) in second: Healthy becomes Degraded" "Application (no application) in test: " \
    "(2 of 2 objects change)" "Pod/bad in shop  second" "2 of 2 applications, 4 of 4 objects changed status"
upgraded -o ndjson
shows "compare two contexts, by object" 1 '"cluster":"second","disagree":true' '"cluster":"test","disagree":true'
KUBECONFIG=$folder/api.kubeconfig:$work/broken.kubeconfig try compare --all-contexts -n shop --from argocd@3.5 --to argocd@3.6
shows "compare one of two that fails" 3 "the connection was refused" "0 of 2 objects changed status"
try compare --context test -f "$work/nil.yaml" --from argocd@3.5 --to argocd@3.6
shows "compare clusters and files" 2 "--context reads clusters; leave out files"
get --context 'no*' pods
shows "no context matches" 3 "no context matches 'no*'"

# An application: what it lists and is not there, and what cannot be read.
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization
entry() { printf '{"id":"shop_%s","v":"v1"}' "$1"; }
kustomization() { # kustomization ENTRIES
    printf '{"kind":"KustomizationList","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"resourceVersion":"5"},"items":[{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"apps","namespace":"flux","uid":"u-k","resourceVersion":"3","generation":1},"status":{"observedGeneration":1,"conditions":[{"type":"Ready","status":"True","reason":"ok","message":"applied"}],"inventory":{"entries":[%s]}}}]}' "$1"
}
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/kustomizations" "send $(kustomization "$(entry good__Pod),$(entry gone__Pod)")"
rule "GET /api/v1/namespaces/shop/pods query=name%3Dgood" "send $list$(pod good Succeeded 1)]}"
rule "GET /api/v1/namespaces/shop/pods query=name%3Dgone" "send ${list}]}"
get --app apps -o json
shows "a member that is missing" 4 '"name": "gone"' '"status": "Missing"' '"application": "ks/flux/apps"'
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations" "send $(kustomization "$(entry good__Pod),$(entry gone__Pod)")"
get --app ks/flux/apps
shows "missing in the table" 4 'Pod/gone' 'Missing' 'listed by its application, but not there'
get --app ks/flux/apps -o ndjson
shows "missing as a line" 4 '"name":"gone"' '"status":"Missing"'
get --app ks/flux/apps -o tree
shows "the health of the application" 4 'ks/flux/apps'
# Repeated selections are joined.
rule "GET /api/v1/namespaces/other/pods" "send $list$(pod away Failed 4 | sed 's/"shop"/"other"/')]}"
get pods -n shop -n other -o name
shows "two namespaces" 1 "pod/bad -n shop" "pod/away -n other"
get pods -n shop,other -l app=x -l tier=y -o name
ask count "labelSelector=app%3Dx%2Ctier%3Dy"
if [ "$answer" = 2 ]; then pass; else fail "two selectors were sent $answer times"; fi
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations query=name%3Dmore" \
    "send $(kustomization '{"id":"other_away__Pod","v":"v1"}' | sed 's/"name":"apps"/"name":"more"/; s/"u-k"/"u-m"/')"
get --app ks/flux/apps --app ks/flux/more -o tree
shows "two applications" 1 "ks/flux/apps" "ks/flux/more  Degraded" "Pod/gone" "Pod/away"
get --app ks/flux/apps --app ks/flux/more -o json
shows "two applications as a report" 1 '"name": "ks/flux/apps"' '"name": "ks/flux/more"' '"name": "away"' '"name": "gone"'
get --app ks/flux/apps --app ks/flux/more
shows "two applications as a table" 1 "Pod/gone" "Pod/away"
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations query=name%3Dnone" \
    'send {"kind":"KustomizationList","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"resourceVersion":"5"},"items":[]}'
get --app ks/flux/apps --app ks/flux/none
shows "one of two that is not there" 3 "there is no application of this name: ks/flux/none" "Pod/gone"
get --app ks/flux/apps --app ks/flux/more -w
shows "a watch of two" 2 "--watch follows one application at a time"
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations" \
    "send $(kustomization "$(entry good__Pod),$(entry web_apps_Deployment)")"
get --app ks/flux/apps -o tree
shows "a member that is forbidden" 0 'ks/flux/apps           Healthy  incomplete: forbidden: Deployment/web in shop'
get --app ks/flux/apps -o json
shows "a member that is forbidden, as a report" 0 '"status": "Healthy"' '"incomplete": true' '"state": "forbidden"'
get --app ks/flux/apps --require-access
shows "a member that is forbidden, and required" 3 'deployments.apps in namespace shop'
rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 400" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"BadRequest","message":"no","code":400}'
get --app ks/flux/apps -o tree
shows "a member that is lost" 3 'ks/flux/apps' 'Unknown' '1 of 2 members could not be read: Deployment/web in shop'
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations" \
    "send $(kustomization "$(entry web_apps_Deployment)")"
rule "GET /apis/apps/v1/namespaces/shop/deployments" "status 403" "header Content-Type: application/json" "$(forbidden deployments.apps)"
get --app ks/flux/apps -o tree
shows "all members are forbidden" 0 'Unknown  incomplete: forbidden: Deployment/web in shop'

# What a workload of the application owns is shown below it; other Pods of the namespace are not.
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations" \
    "send $(kustomization "$(entry web_apps_Deployment)")"
rule "GET /apis/apps/v1/namespaces/shop/deployments" \
    'send {"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"web","namespace":"shop","uid":"u-web","resourceVersion":"1","generation":1},"spec":{"replicas":1},"status":{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"availableReplicas":0,"unavailableReplicas":1}}]}'
rule "GET /api/v1/namespaces/shop/pods no-query=fieldSelector" \
    "send $list$(pod other Failed 3),$(pod web-1 Failed 4 | sed 's/"uid"/"ownerReferences":[{"kind":"Deployment","apiVersion":"apps\/v1","name":"web","uid":"u-web","controller":true}],"uid"/')]}"
get --app ks/flux/apps -o tree
shows "what a workload owns" 4 '│  └─ Pod/web-1' 'Deployment/web'
if grep -q Pod/other "$work/out"; then fail "a Pod of another owner is shown: $(cat "$work/out")"; else pass; fi

# An Application whose objects are in another cluster: its context is found by the server, or named.
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    argoproj.io/v1alpha1/applications/Application
away() { # away DESTINATION
    printf '{"kind":"ApplicationList","apiVersion":"argoproj.io/v1alpha1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"away","namespace":"argocd","uid":"u-away","resourceVersion":"3"},"spec":{"destination":{%s}},"status":{"health":{"status":"Healthy"},"sync":{"status":"Synced"},"resources":[{"version":"v1","kind":"Pod","namespace":"shop","name":"good"},{"version":"v1","kind":"Pod","namespace":"shop","name":"gone"}]}}]}' "$1"
}
server=$(sed -n 's/ *server: //p' "$folder/other.kubeconfig")
two=$folder/api.kubeconfig:$work/second.kubeconfig
rule "GET /apis/argoproj.io/v1alpha1/applications at=api" "send $(away "\"server\":\"$server/\"")"
KUBECONFIG=$two get --app away -o json
shows "a destination by its server" 4 '"cluster": "second"' '"name": "good"' '"name": "gone"' '"status": "Missing"' '"cluster": "test"'
rule "GET /apis/argoproj.io/v1alpha1/applications at=api" "send $(away '"name":"edge"')"
KUBECONFIG=$two get --app away
shows "a destination that no context has" 3 "are in another cluster, edge, and no context leads there; see --destination"
KUBECONFIG=$two get --app away --destination edge=second
shows "a destination that is named" 4 Pod/good Pod/gone Missing
get --app away --destination edge
shows "a destination without a context" 2 "--destination takes NAME=CONTEXT, not 'edge'"

# The rules of the cluster itself: its argocd-cm with exclusions, and expressions of Flux.
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    example.com/v1/widgets/Widget kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization
configmap() { # configmap STATUS
    printf '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"argocd-cm","namespace":"argocd","uid":"u-cm","resourceVersion":"4"},"data":{"resource.customizations.health.example.com_Widget":"return {status=\\\\"%s\\\\", message=\\\\"as argocd-cm says\\\\"}","resource.exclusions":"- apiGroups: [apps]\\\\n  kinds: [Deployment]"}}]}' "$1"
}
widgets='{"kind":"WidgetList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"5"},"items":['
widget() { # widget NAME LABELS
    printf '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"%s","namespace":"shop","uid":"u-%s","resourceVersion":"1","labels":{%s}},"status":{"ok":true}}' "$1" "$1" "$2"
}
rule "GET /api/v1/namespaces/argocd/configmaps" "send $(configmap Degraded)"
rule "GET /apis/example.com/v1/namespaces/shop/widgets no-query=watch" "send $widgets$(widget lamp '')]}"
get widgets -n shop
shows "without the rules of the cluster" 0 Widget/lamp Unassessed
get widgets -n shop --rules-from cluster -o wide
shows "an argocd-cm of the cluster" 1 Widget/lamp Degraded "as argocd-cm says" "ConfigMap/argocd/argocd-cm:"
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/shop/kustomizations" "send $(kustomization "")"
ask count /deployments
before=$answer
get -n shop --rules-from cluster
shows "without what it excludes" 1 Widget/lamp Degraded
ask count /deployments
if [ "$answer" = "$before" ]; then pass; else fail "an excluded kind was requested"; fi
rule "GET /api/v1/namespaces/argocd/configmaps" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"configmaps is forbidden: no","code":403}'
get widgets -n shop --rules-from cluster
shows "an argocd-cm that is forbidden" 3 "--rules-from cluster: configmaps: configmaps is forbidden: no"
rule "GET /api/v1/namespaces/argocd/configmaps" 'send {"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}'
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/kustomizations" \
    'send {"kind":"KustomizationList","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"resourceVersion":"5"},"items":[{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"apps","namespace":"flux","resourceVersion":"3"},"spec":{"wait":true,"healthCheckExprs":[{"apiVersion":"example.com/v1","kind":"Widget","failed":"status.ok","current":"!status.ok"}]}}]}'
rule "GET /apis/example.com/v1/namespaces/shop/widgets no-query=watch" \
    "send $widgets$(widget lamp ''),$(widget own '"kustomize.toolkit.fluxcd.io/name":"apps","kustomize.toolkit.fluxcd.io/namespace":"flux"')]}"
get widgets -n shop --rules-from cluster -o ndjson
shows "expressions for the objects of their Kustomization" 1 '"name":"own"' '"status":"Degraded"' '"status":"Unassessed"'

# Rules in CEL of other projects: for the objects that have the label of their node.
ask discovery /v1/pods/Pod /v1/secrets/Secret /v1/configmaps/ConfigMap apps/v1/deployments/Deployment \
    example.com/v1/widgets/Widget kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization \
    kro.run/v1alpha1/resourcegraphdefinitions/ResourceGraphDefinition config.karmada.io/v1alpha1/resourceinterpretercustomizations/ResourceInterpreterCustomization
graph() { # graph EXPRESSION
    printf '{"kind":"ResourceGraphDefinitionList","apiVersion":"kro.run/v1alpha1","metadata":{"resourceVersion":"5"},"items":[{"apiVersion":"kro.run/v1alpha1","kind":"ResourceGraphDefinition","metadata":{"name":"web","resourceVersion":"3"},"spec":{"resources":[{"id":"box","template":{"apiVersion":"example.com/v1","kind":"Widget"},"readyWhen":["${%s}"]}]}}]}' "$1"
}
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/kustomizations" 'send {"kind":"KustomizationList","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"resourceVersion":"5"},"items":[]}'
rule "GET /apis/kro.run/v1alpha1/resourcegraphdefinitions" "send $(graph '!box.status.ok')"
rule "GET /apis/config.karmada.io/v1alpha1/resourceinterpretercustomizations" \
    'send {"kind":"ResourceInterpreterCustomizationList","apiVersion":"config.karmada.io/v1alpha1","metadata":{"resourceVersion":"5"},"items":[]}'
rule "GET /apis/example.com/v1/namespaces/shop/widgets no-query=watch" \
    "send $widgets$(widget lamp ''),$(widget own '"kro.run/node-id":"box","kro.run/resource-graph-definition-name":"web"')]}"
get widgets -n shop --rules-from cluster -o ndjson
shows "readyWhen for the objects of its graph" 4 '"name":"own"' '"status":"Progressing"' 'readyWhen does not hold' '"status":"Unassessed"'
rule "GET /apis/kro.run/v1alpha1/resourcegraphdefinitions" "send $(graph 'box.status.ok')"
get widgets -n shop --rules-from cluster -o ndjson
shows "readyWhen that holds" 0 '"name":"own"' '"status":"Healthy"' '"status":"Unassessed"'
rule "GET /apis/config.karmada.io/v1alpha1/resourceinterpretercustomizations" \
    'send {"kind":"ResourceInterpreterCustomizationList","apiVersion":"config.karmada.io/v1alpha1","metadata":{"resourceVersion":"5"},"items":[{"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterCustomization","metadata":{"name":"w","resourceVersion":"3"},"spec":{"target":{"apiVersion":"example.com/v1","kind":"Widget"},"customizations":{"healthInterpretation":{"luaScript":"function InterpretHealth(o) return not o.status.ok end"}}}}]}'
get widgets -n shop --rules-from cluster
shows "a script of Karmada" 1 Widget/lamp "InterpretHealth returned false"

# What changes: a table of rows on a pipe, until a signal comes.
typed() { printf '{"type":"%s","object":{"kind":"Pod","apiVersion":"v1",%s}\\n' "$1" "$(pod "$2" "$3" "$4" | cut -c2-)"; }
bookmark='{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"5","annotations":{"k8s.io/initial-events-end":"true"}}}}\n'
rule "GET /api/v1/namespaces/shop/pods query=watch" "send $(typed ADDED good Succeeded 1)$(typed ADDED bad Failed 2)$bookmark" \
    "feed pods" hold
timeout "$patience" "$vitals" get pods -n shop -w >"$work/watched" 2>"$work/err" &
watcher=$!
await is_read pods
await has watched Pod/bad
ask feed pods "$(typed MODIFIED good Failed 8)$(typed DELETED bad Failed 9)"
await has watched deleted
kill -INT "$watcher"
status=0
wait "$watcher" || status=$?
if [ "$status" = 124 ] || [ "$status" = 130 ]; then pass; else fail "a watch that is interrupted: status $status"; fi
if grep -q "Pod/good *Degraded" "$work/watched" && grep -q "Pod/bad *deleted" "$work/watched"; then
    pass
else
    fail "what changed: $(cat "$work/watched")"
fi

# Rules that change: an object that was not kept is read again, and its row changes.
cm() { # cm EVENT STATUS VERSION
    printf '{"type":"%s","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"argocd-cm","namespace":"argocd","uid":"u-cm","resourceVersion":"%s"},"data":{"resource.customizations.health.example.com_Widget":"return {status=\\\\"%s\\\\"}"}}}\\n' "$1" "$3" "$2"
}
end() { # end KIND APIVERSION
    printf '{"type":"BOOKMARK","object":{"kind":"%s","apiVersion":"%s","metadata":{"resourceVersion":"5","annotations":{"k8s.io/initial-events-end":"true"}}}}\\n' "$1" "$2"
}
rule "GET /api/v1/namespaces/argocd/configmaps query=watch" "send $(cm ADDED Degraded 4)$(end ConfigMap v1)" "feed rules" hold
rule "GET /apis/kustomize.toolkit.fluxcd.io/v1/kustomizations query=watch" "send $(end Kustomization kustomize.toolkit.fluxcd.io/v1)" hold
rule "GET /apis/example.com/v1/namespaces/shop/widgets query=watch" \
    "send {\"type\":\"ADDED\",\"object\":$(widget lamp '')}\\n$(end Widget example.com/v1)" hold
timeout "$patience" "$vitals" get widgets -n shop -w --rules-from cluster >"$work/watched" 2>"$work/err" &
watcher=$!
await has watched Degraded
ask feed rules "$(cm MODIFIED Healthy 6)"
await has watched Healthy
kill -INT "$watcher"
wait "$watcher"
if grep -q "Widget/lamp *Degraded" "$work/watched" && grep -q "Widget/lamp *Healthy" "$work/watched"; then
    pass
else
    fail "rules that change: $(cat "$work/watched" "$work/err")"
fi

# The limits of a plugin are those of the command.
printf '#!/bin/sh\nexec sleep 1000\n' >"$work/plugin.sh"
chmod +x "$work/plugin.sh"
printf 'apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\nusers: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: %s/plugin.sh, interactiveMode: Never}}}]\n' "$work" >"$work/plugin.kubeconfig"
get pods --kubeconfig "$work/plugin.kubeconfig" --limit plugin_seconds=1
if grep -q "runs no programs" "$work/err"; then
    shows "a build that starts nothing" 3 "this build of vitals runs no programs"
else
    shows "a plugin that hangs" 3 "was stopped: it did not end within plugin_seconds (1)"
fi

# What a file leaves out of all kinds is not requested.
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  resource.exclusions: |\n    - apiGroups: [apps]\n      kinds: [Deployment]\n      clusters: ["*"]\n' >"$work/argocd-cm.yaml"
ask count "GET /apis/apps/v1/namespaces/shop/deployments"
before=$answer
get -n shop --argocd-cm "$work/argocd-cm.yaml"
counted "excluded by --argocd-cm" "GET /apis/apps/v1/namespaces/shop/deployments" "$before"
get -n shop
counted "and without it" "GET /apis/apps/v1/namespaces/shop/deployments" $((before + 1))

ask count /secrets
if [ "$answer" = 0 ]; then pass; else fail "Secrets were requested $answer times"; fi

# Named, only their metadata is: no rule reads more, unless the user has one.
meta='{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"login","namespace":"shop","uid":"u-login","resourceVersion":"1"}}'
whole='{"kind":"Secret","apiVersion":"v1","metadata":{"name":"login","namespace":"shop","uid":"u-login","resourceVersion":"1"},"data":{"password":"cGFzcw=="}}'
pages='"metadata":{"resourceVersion":"5"},"items":['
rule "GET /api/v1/namespaces/shop/secrets has=as=PartialObjectMetadataList" "send {\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",$pages$meta]}"
rule "GET /api/v1/namespaces/shop/secrets lacks=PartialObjectMetadata" "send {\"kind\":\"SecretList\",\"apiVersion\":\"v1\",$pages$whole]}"
get secrets -n shop -o json
shows "metadata of Secrets" 0 '"kind": "Secret"' '"name": "login"' '"apiVersion": "v1"'
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  resource.customizations.health.Secret: |\n    return {status = obj.data.password and "Healthy" or "Degraded", message = "read whole"}\n' >"$work/argocd-cm.yaml"
get secrets -n shop --argocd-cm "$work/argocd-cm.yaml" -o json
shows "Secrets that a rule reads" 0 '"status": "Healthy"' '"message": "read whole"'
stop_server
finish
