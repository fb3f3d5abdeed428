#!/usr/bin/env bash
# vitals wait fails as soon as the cause is known to stay: against the scripted fault server, each cause, and what passes.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"
. "$(dirname "$0")/waits.bash"

ask listen api http=both
ask discovery /v1/pods/Pod /v1/events/Event apps/v1/deployments/Deployment apps/v1/replicasets/ReplicaSet \
    apps/v1/statefulsets/StatefulSet argoproj.io/v1alpha1/applications/Application
ask directory
export KUBECONFIG=$answer/api.kubeconfig
core=/api/v1/namespaces/shop apps=/apis/apps/v1/namespaces/shop

deployment='{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"shop","uid":"d","generation":1,"resourceVersion":"1","annotations":{"deployment.kubernetes.io/revision":"2"}},"spec":{"replicas":1,"progressDeadlineSeconds":600},"status":{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"unavailableReplicas":1,"conditions":[{"type":"Progressing","status":"True","reason":"ReplicaSetUpdated","message":"m"}]}}'
healthy=$(printf '%s' "$deployment" | sed 's/"unavailableReplicas":1/"readyReplicas":1,"availableReplicas":1/; s/"resourceVersion":"1"/"resourceVersion":"9"/')
replicaset() { # replicaset REVISION [CONDITIONS]
    printf '{"kind":"ReplicaSet","apiVersion":"apps/v1","metadata":{"name":"web-1","namespace":"shop","uid":"r","generation":1,"resourceVersion":"2","annotations":{"deployment.kubernetes.io/revision":"%s"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"d","controller":true}]},"spec":{"replicas":1},"status":{"observedGeneration":1,"replicas":1,"readyReplicas":0,"conditions":[%s]}}' "$1" "${2:-}"
}
web() { # web STATUS-JSON [VERSION]: the Pod of the Deployment
    printf '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1-a","namespace":"shop","uid":"p","resourceVersion":"%s","ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1","uid":"r","controller":true}]},"spec":{"containers":[{"name":"web","image":"none"}]},"status":{"phase":"Pending",%s}}' "${2:-3}" "$1"
}
waiting() { printf '"containerStatuses":[{"name":"web","ready":false,"restartCount":0,"image":"none","imageID":"","state":{"waiting":{"reason":"%s","message":"%s"}}}]' "$1" "$2"; }
event() { # event REASON TYPE MESSAGE TIME [KIND UID NAME]
    printf '{"kind":"Event","apiVersion":"v1","metadata":{"name":"e-%s","namespace":"shop","uid":"e-%s","resourceVersion":"4"},"reason":"%s","type":"%s","message":"%s","lastTimestamp":"2026-01-01T00:00:%sZ","count":1,"involvedObject":{"kind":"%s","namespace":"shop","name":"%s","uid":"%s"}}' \
        "$1" "$1" "$1" "$2" "$3" "$4" "${5:-Pod}" "${7:-web-1-a}" "${6:-p}"
}
typed_all() { local one; for one in "$@"; do typed ADDED "$one"; done; }
feeds=0
around() { # around REPLICASET POD EVENT…: the server as it is now
    feeds=$((feeds + 1))
    streams $apps/deployments "" "d$feeds" Deployment apps/v1 "$(typed ADDED "$deployment")"
    streams $apps/replicasets "" "r$feeds" ReplicaSet apps/v1 "$(typed ADDED "$1")"
    streams $core/pods "" "p$feeds" Pod v1 "$([ -z "$2" ] || typed ADDED "$2")"
    streams $core/events "" "e$feeds" Event v1 "$(typed_all "${@:3}")"
}
fails() { # fails NAME TEXT…: with the cause
    waits deployment/web -n shop --degraded-grace 0 "${options[@]}"
    shows "$1" 1 "vitals: failed: Deployment/web in shop waits for what does not come: " "; --no-fail-fast waits on" "${@:2}"
}
goes_on() { # goes_on NAME TEXT…: the time runs out, after the Pods were read
    local name=$1
    shift
    times_out "$name" "timed out: 0 of 1 done" "$@" -- deployment/web -n shop --degraded-grace 0 "${options[@]}"
}
options=()
now=$(replicaset 2)

around "$now" "$(web "$(waiting ImagePullBackOff 'Back-off pulling image: not found')")"
fails "an image that cannot be pulled" "Pod/web-1-a: container web: ImagePullBackOff: Back-off pulling image: not found"
options=(-o json)
waits deployment/web -n shop --degraded-grace 0 -o json
shows "as a report" 1 '"outcome":"failed"' '"failure":"Deployment/web in shop waits for what does not come: Pod/web-1-a: container web: ImagePullBackOff'
waits deployment/web -n shop --degraded-grace 0 -o junit
shows "for CI" 1 '<testsuite name="wait" tests="2" failures="2" errors="0" time="' \
    '<failure type="failed" message="Deployment/web in shop waits for what does not come: Pod/web-1-a' \
    '<testcase classname="apps/Deployment" name="shop/web">' '<failure type="Progressing" message="Progressing: '
options=(--no-fail-fast)
goes_on "--no-fail-fast"
options=()
waits deployment/web -n shop --degraded-grace 1h --timeout 1s
shows "within the grace" 4 "timed out"
waits deployment/web -n shop --degraded-grace never --timeout 1s
shows "never" 4 "timed out"
for reason in ErrImageNeverPull InvalidImageName CrashLoopBackOff CreateContainerConfigError CreateContainerError RunContainerError; do
    around "$now" "$(web "$(waiting $reason m)")"
    fails "$reason" "container web: $reason"
done

# Missing configuration, quotas and webhooks are in events and conditions.
around "$now" "$(web "$(waiting ContainerCreating '')")" \
    "$(event FailedMount Warning 'MountVolume.SetUp failed for volume v : secret \\"tls\\" not found' 01)"
fails "a Secret is missing" 'secret "tls" not found'
for message in 'pods \\"web-1-x\\" is forbidden: exceeded quota: small, requested: pods=1' \
    'Internal error occurred: failed calling webhook \\"guard.example.com\\": no endpoints' \
    'admission webhook \\"guard.example.com\\" denied the request: no owner' \
    'pods \\"web-1-x\\" is forbidden: violates PodSecurity \\"restricted:latest\\": privileged'; do
    around "$(replicaset 2 '{"type":"ReplicaFailure","status":"True","reason":"FailedCreate","message":"'"$message"'"}')" ""
    fails "$message" "ReplicaSet/web-1: "
done

# What passes by itself: a container that starts, a probe, a Pod for which a node may come.
around "$now" "$(web "$(waiting ContainerCreating '')")"
goes_on "it is being created"
around "$now" "$(web '"containerStatuses":[{"name":"web","ready":false,"state":{"running":{}}}]')" \
    "$(event Unhealthy Warning 'Readiness probe failed: 503' 01)"
goes_on "it is not ready"
pending='"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes are available"}]'
around "$now" "$(web "$pending")"
goes_on "a node may come"
around "$now" "$(web "$pending")" "$(event NotTriggerScaleUp Normal "pod didn't trigger scale-up: 3 max limit reached" 02)" \
    "$(event TriggeredScaleUp Normal "pod triggered scale-up" 03)"
goes_on "a node is coming"
around "$now" "$(web "$pending")" "$(event TriggeredScaleUp Normal "pod triggered scale-up" 01)" \
    "$(event NotTriggerScaleUp Normal "pod didn't trigger scale-up: 3 max limit reached" 02)"
fails "no node comes" "not scheduled: 0/3 nodes are available" "pod didn't trigger scale-up: 3 max limit reached"

# A rollout that replaces Pods in a crash loop is not failed by them.
around "$(replicaset 1)" "$(web "$(waiting CrashLoopBackOff m)")"
goes_on "the former revision"
stateful() { # stateful UPDATE-REVISION
    printf '{"kind":"StatefulSet","apiVersion":"apps/v1","metadata":{"name":"db","namespace":"shop","uid":"s","generation":1,"resourceVersion":"1"},"spec":{"replicas":1,"updateStrategy":{"type":"RollingUpdate"}},"status":{"observedGeneration":1,"replicas":1,"readyReplicas":0,"updateRevision":"%s","currentRevision":"db-1"}}' "$1"
}
db=$(web "$(waiting CrashLoopBackOff m)" | sed 's/"web-1-a"/"db-0"/; s/"ReplicaSet","name":"web-1","uid":"r"/"StatefulSet","name":"db","uid":"s"/; s/"uid":"p"/"uid":"p","labels":{"controller-revision-hash":"db-1"}/')
for revision in db-1 db-2; do
    streams $apps/statefulsets "" "ss-$revision" StatefulSet apps/v1 "$(typed ADDED "$(stateful $revision)")"
    streams $core/pods "" "sp-$revision" Pod v1 "$(typed ADDED "$db")"
    if [ $revision = db-1 ]; then
        waits statefulset/db -n shop --degraded-grace 0
        shows "a Pod of the revision" 1 "StatefulSet/db in shop waits for what does not come: Pod/db-0: container web: CrashLoopBackOff"
    else
        times_out "a Pod of the former revision" "timed out" -- statefulset/db -n shop --degraded-grace 0
    fi
done

# It becomes healthy within the grace.
around "$now" "$(web "$(waiting ImagePullBackOff m)")"
timeout "$patience" "$vitals" wait deployment/web -n shop --degraded-grace 1h >"$work/out" 2>"$work/err" &
waiter=$!
await is_read "d$feeds"
ask feed "d$feeds" "$(typed MODIFIED "$healthy")"
status=0
wait "$waiter" || status=$?
shows "it becomes healthy" 0 "done: 1 of 1 done"

# Only what is late is looked at.
around "$now" ""
streams $apps/deployments "" fine Deployment apps/v1 "$(typed ADDED "$healthy")"
ask count "$core/events"
before=$answer
waits deployment/web -n shop --degraded-grace 0
shows "healthy at once" 0 "done"
counted "nothing else is read" "$core/events" "$before"

# The objects of an application.
streams /apis/argoproj.io/v1alpha1/applications "" app Application argoproj.io/v1alpha1 "$(typed ADDED '{"kind":"Application","apiVersion":"argoproj.io/v1alpha1","metadata":{"name":"shop","namespace":"argocd","uid":"a","resourceVersion":"1"},"spec":{"destination":{"server":"https://kubernetes.default.svc"}},"status":{"sync":{"status":"Synced","revision":"a"},"resources":[{"group":"apps","version":"v1","kind":"Deployment","namespace":"shop","name":"web"}]}}')"
around "$now" "$(web "$(waiting ImagePullBackOff m)")"
waits --app app/shop --degraded-grace 0
shows "an application" 1 "failed: Deployment/web in shop waits for what does not come: Pod/web-1-a: container web: ImagePullBackOff: m"
stop_server
finish
