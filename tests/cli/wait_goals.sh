#!/usr/bin/env bash
# What --for of vitals wait asks: conditions, JSONPath, CEL, being there or gone. Against the scripted fault server.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"
. "$(dirname "$0")/waits.bash"

ask listen api http=both
ask discovery /v1/pods/Pod /v1/configmaps/ConfigMap apps/v1/deployments/Deployment
ask directory
export KUBECONFIG=$answer/api.kubeconfig
deployments=/apis/apps/v1/namespaces/shop/deployments
deployment() { # deployment CONDITIONS VERSION [OBSERVED]
    printf '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"shop","uid":"u","resourceVersion":"%s","generation":2,"labels":{"app.kubernetes.io/name":"web"}},"spec":{"replicas":3},"status":{"observedGeneration":%s,"readyReplicas":1,"conditions":[%s]}}' "$2" "${3:-2}" "$1"
}
condition() { printf '{"type":"%s","status":"%s","message":"%s"}' "$1" "$2" "$3"; }
both="$(condition Available True 'minimum is there'),$(condition Synced False 'no such branch')"
streams $deployments query=name%3Dweb web Deployment apps/v1 "$(typed ADDED "$(deployment "$both" 1)")"

met() { # met FOR [TEXT…]
    waits deployment/web -n shop --for "$1"
    shows "met: $1" 0 "done: 1 of 1 done" "${@:2}"
}
unmet() { # unmet FOR TEXT…
    waits deployment/web -n shop --timeout 0 --for "$1"
    shows "not met: $1" 4 "timed out: 0 of 1 done" "${@:2}"
}
met condition=Available "Deployment/web in shop  Progressing  condition Available is True: minimum is there"
met condition=available=true
met condition=Synced=False
unmet condition=Synced "condition Synced is False: no such branch"
unmet condition=Available=False
unmet condition=Ready "there is no condition Ready"
met 'jsonpath={.status.readyReplicas}=1' "{.status.readyReplicas} is 1"
met 'jsonpath=.status.readyReplicas'
met 'jsonpath=status.readyReplicas="1"'
met 'jsonpath={$.status.conditions[?(@.type=="Synced")].status}=False'
met "jsonpath={.status.conditions[?(@.type == 'Synced')].message}='no such branch'"
met 'jsonpath={.status.conditions[0].type}=Available'
met "jsonpath={.metadata.labels['app.kubernetes.io/name']}=web"
met 'jsonpath={.metadata.labels.app\.kubernetes\.io/name}=web'
unmet 'jsonpath={.status.readyReplicas}=3' "{.status.readyReplicas} is 1"
unmet 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 'there is no {.status.conditions[?(@.type=="Ready")].status}'
unmet 'jsonpath={.status.conditions[7].status}'
unmet 'jsonpath={.status.conditions}=1'
met 'cel=status.readyReplicas < spec.replicas'
unmet 'cel=status.readyReplicas == spec.replicas' "is false"
unmet 'cel=status.phase == "Done"' "no such key: phase"
unmet 'cel=status.readyReplicas' "is 1"
met create
waits deployment/web -n shop --for jsonpath=.status.readyReplicas -o json
shows "as a report" 0 '"status":"Progressing","message":".status.readyReplicas is 1","done":true'

# The answer follows the object.
timeout "$patience" "$vitals" wait deployment/web -n shop --for condition=Synced >"$work/out" 2>"$work/err" &
waiter=$!
await is_read web
ask feed web "$(typed MODIFIED "$(deployment "$(condition Synced True yes)" 6)")"
status=0
wait "$waiter" || status=$?
shows "it becomes true" 0 "condition Synced is False" "condition Synced is True: yes"

# A controller that has not seen the last change says nothing about it.
streams $deployments query=name%3Dweb old Deployment apps/v1 "$(typed ADDED "$(deployment "$both" 1 1)")"
unmet condition=Available "condition Available is of an older generation"
met 'jsonpath={.status.readyReplicas}=1'

# An object without health, and one that is not there.
streams /api/v1/namespaces/shop/configmaps query=name%3Dc maps ConfigMap v1 \
    "$(typed ADDED '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c","namespace":"shop","uid":"c","resourceVersion":"1"},"data":{"stage":"two"}}')"
waits configmap/c -n shop --for jsonpath=.data.stage=two
shows "a field of a ConfigMap" 0 "ConfigMap/c in shop  met  .data.stage is two"
waits configmap/c -n shop --for jsonpath=.data.stage=three --timeout 0
shows "another value" 4 "ConfigMap/c in shop  waiting  .data.stage is two"
streams /api/v1/namespaces/shop/pods query=name%3Dnone none Pod v1 ""
for gone in delete missing Missing; do
    waits pod/none -n shop --for "$gone"
    shows "$gone" 0 "Pod/none in shop  Missing"
done
for there in create condition=Ready cel=true; do
    waits pod/none -n shop --for "$there" --timeout 0
    shows "not there: $there" 4 "Pod/none in shop  Missing  not there yet"
done

# All of a kind.
streams /api/v1/namespaces/shop/pods "" pods Pod v1 "$(typed ADDED "$(pod a Succeeded 1)")$(typed ADDED "$(pod b Succeeded 2)")"
waits pods --all -n shop --settle 0s
shows "--all" 0 "2 of 2 done"
for wrong in "pod/a --all" "--all -l app=web" "--all --app shop"; do
    # shellcheck disable=SC2086  # words
    waits $wrong -n shop
    shows "$wrong" 2 "--all goes with kinds"
done

usage() { # usage FOR TEXT
    waits pod/a --for "$1"
    shows "--for $1" 2 "$2"
}
usage ready "it takes statuses such as healthy, missing (or delete), create, condition=NAME[=VALUE]"
usage condition= "--for cannot be"
usage condition=Ready= "--for cannot be"
usage 'jsonpath={.a' "--for jsonpath cannot be read"
usage 'jsonpath={.a[*]}' "--for jsonpath cannot be read from '[*]}' on"
usage 'jsonpath={.a[?(@.b>1)]}' "--for jsonpath cannot be read from '[?(@.b>1)]}' on"
usage 'jsonpath=' "--for jsonpath cannot be read"
usage 'jsonpath={.a}b' "--for jsonpath cannot be read from 'b' on"
usage 'cel=status.(' "--for cel: "

# Durations as in Go.
for time in 1h30m 1.5h 90m 5400 5400s 5399s1000ms; do
    waits deployment/web -n shop --for create --timeout "$time"
    shows "a duration: $time" 0 "of 90m"
done
for time in 1h30 1x h '' 1.2.3s; do
    waits deployment/web -n shop --for create --settle "$time"
    shows "no duration: $time" 2 "--settle cannot be '$time'; it takes a time such as 30s"
done
stop_server
finish
