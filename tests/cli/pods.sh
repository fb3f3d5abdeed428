#!/usr/bin/env bash
# Profiles flux and kstatus: workloads in progress have failed when their Pods have, in whatever order the objects come.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

workload() { # KIND NAME
    printf 'apiVersion: apps/v1\nkind: %s\nmetadata: {name: %s, namespace: shop, uid: w-%s, generation: 1}\n' "$1" "$2" "$2"
    printf 'spec: {replicas: 1, selector: {matchLabels: {app: %s}}}\n' "$2"
    printf 'status: {observedGeneration: 1, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 0}\n---\n'
}
pod() { # NAME APP STATUS
    printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: %s, namespace: shop, uid: p-%s, labels: {app: %s}, ownerReferences: [{uid: w-%s}]}\n' \
        "$1" "$1" "$2" "$2"
    printf 'status: {%s}\n---\n' "$3"
}
looping='phase: Running, containerStatuses: [{name: c, state: {waiting: {reason: CrashLoopBackOff}}}]'
ready='phase: Running, conditions: [{type: Ready, status: "True"}]'
unschedulable='phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]'
stalled='phase: Running, conditions: [{type: Stalled, status: "True"}]'

# shows NAME STATUS: of the ReplicaSet web, with the Pods before and behind it.
shows() {
    for order in "$work/pods.yaml $work/set.yaml" "$work/set.yaml $work/pods.yaml"; do
        for profile in flux kstatus; do
            for selected in "" rs; do
                # shellcheck disable=SC2086  # several words
                run assess $order $selected --profile $profile
                says "$1 ($profile)" out "ReplicaSet/web  $2"
            done
        done
    done
}

workload ReplicaSet web >"$work/set.yaml"
for status in looping stalled; do
    { pod a web "${!status}"; pod b web "$ready"; pod c other "$looping"; } >"$work/pods.yaml"
    shows "a failed Pod: $status" "Failed "
    says "one Pod has failed" out "1 pods have failed"
done
for status in ready unschedulable; do
    { pod a web "${!status}"; pod c other "$looping"; } >"$work/pods.yaml"
    shows "no failed Pod: $status" "InProgress"
done

# The last version of a Pod counts.
{ pod a web "$looping"; pod a web "$ready"; } >"$work/pods.yaml"
shows "a Pod that has recovered" "InProgress"
{ pod a web "$ready"; pod a web "$looping"; } >"$work/pods.yaml"
shows "a Pod that has failed since" "Failed "

# A Pod whose verdict is of an expression fails its owner all the same.
printf -- '- {apiVersion: v1, kind: Pod, current: "true"}\n' >"$work/exprs.yaml"
pod a web "$looping" >"$work/pods.yaml"
run assess "$work/set.yaml" "$work/pods.yaml" --profile flux --exprs "$work/exprs.yaml"
says "an expression for Pods" out "ReplicaSet/web  Failed"

# A watch that goes on: the Pods fail and recover while the workload stays as it is.
watched_pods() {
    workload ReplicaSet web
    pod a web "$ready" # shown when it is known that this is a watch
    pod a web "$looping"
    await has out 'web  *Failed|"Failed"'
    workload ReplicaSet web # the same again: nothing new to print
    sleep 0.4
    pod a web "$ready"
}
for profile in flux kstatus; do
    assess_watch watched_pods --profile $profile
    sed 's/  *$//; s/   */  /g' "$work/out" | cut -d' ' -f1-5 >"$work/rows"
    equals "a watch in $profile" rows "NAMESPACE  RESOURCE  HEALTH
shop  ReplicaSet/web  Failed
shop  Pod/a  (Failed)
shop  ReplicaSet/web  InProgress
shop  Pod/a  (Current)"
    assess_watch watched_pods --profile $profile -o tree
    grep -o 'ReplicaSet/web *[A-Z][A-Za-z]*' "$work/out" | sed 's/  */ /' >"$work/rows"
    equals "a tree in $profile" rows $'ReplicaSet/web Failed\nReplicaSet/web InProgress'
    assess_watch watched_pods --profile $profile -o json
    grep -o '"status":[[:space:]]*"[A-Z][A-Za-z]*"' "$work/out" >"$work/rows"
    says "JSON in $profile" rows Failed
    says "JSON in $profile" rows InProgress
done

finish
