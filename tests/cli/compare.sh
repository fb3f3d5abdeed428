#!/usr/bin/env bash
# vitals compare: the documented differences, changes between two versions of rules, and exit statuses.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

data=tests/cli/data/compare

run compare -f $data/ordinary.yaml
expect "objects that disagree" 1
golden compare.table

run compare -f $data/ordinary.yaml -o json
expect "-o json" 1
golden compare.json

run compare -f $data/ordinary.yaml Deployment/web cert
expect "objects that agree" 0
says "objects that agree" err "they disagree on 0, agree on 2"

# Rules of the user replace those that they override.
run compare -f $data/ordinary.yaml widget,service --argocd-cm $data/new-cm.yaml --exprs $data/exprs.yaml
expect "with rules of the user" 1
golden compare-user.table

# Two versions of rules: exactly the changed statuses are shown; a message alone is not a change.
turned() {
    local name=$1
    shift
    run compare -f $data/ordinary.yaml -o ndjson "$@"
    expect "$name" 1
    says "$name, on stderr" err "1 of 11 objects changed status"
    says "$name: the Widget" out '"kind":"Widget"'
}
turned "a changed customization" --from $data/old-cm.yaml --to $data/new-cm.yaml
says "a changed customization: from" out '"from":{"status":"Healthy","message":"all widgets are"'
says "a changed customization: to" out '"to":{"status":"Progressing","message":"no status yet"'
turned "changed expressions" --from $data/exprs.yaml --to $data/new-exprs.yaml --profile flux
says "changed expressions: from" out '"from":{"status":"Current"'
says "changed expressions: to" out '"to":{"status":"Failed"'
mkdir -p "$work/old/example.com/Widget" "$work/new/example.com/Widget"
echo 'return {status = "Healthy"}' >"$work/old/example.com/Widget/health.lua"
echo 'return {status = "Degraded"}' >"$work/new/example.com/Widget/health.lua"
turned "a changed tree" --from "$work/old" --to "$work/new"
says "a changed tree: to" out '"to":{"status":"Degraded"'

run compare -f $data/ordinary.yaml --from $data/old-cm.yaml --to $data/old-cm.yaml
expect "the same rules" 0
equals "the same rules" out ""

# Mistakes.
run compare -f $data/ordinary.yaml --from $data/old-cm.yaml
expect "--from alone" 2
run compare -f $data/ordinary.yaml --profile flux
expect "--profile alone" 2
run compare -f $data/ordinary.yaml --from "$work/none" --to $data/old-cm.yaml
expect "rules that are not there" 3
run compare -f $data/ordinary.yaml --from $data/new-cm.yaml --from $data/old-cm.yaml --to $data/new-cm.yaml --to $data/old-cm.yaml
expect "two ConfigMaps on each side are one" 0
run compare -f $data/ordinary.yaml deploy/none
expect "a name that is not there" 3
echo '# nothing' >"$work/in.yaml"
run compare -f "$work/in.yaml"
expect "no object" 3

# Helm 4, by its releases.
helm() {
    local name=$1 want=$2
    shift 2
    run compare -f $data/$1.yaml -o ndjson --now 2026-11-01T01:00:00Z "${@:2}"
    says "Helm: $name" out "\"helm\":{\"status\":\"$want\""
}
helm "a suspended Job" 'InProgress","message":"Job not started' job-suspended
helm "with --wait-for-jobs" 'InProgress","message":"Job in progress' job-suspended --wait-for-jobs
helm "in 4.0" 'InProgress","message":"Job not started' job-suspended --helm-version 4.0
for version in 4.0 4.0.5 v4.1.1; do
    helm "a Pod without a node, $version" 'Failed","message":"1 pods have failed' rs-unschedulable --helm-version $version
done
for version in 4.1 4.1.2 4.2 4.3.1; do
    helm "a Pod without a node, $version" InProgress rs-unschedulable --helm-version $version
done
helm "a Pod without a node" InProgress rs-unschedulable
for version in 4.3.2 4.1.5 4 3.19 4.0.x 5.0; do
    run compare -f $data/job-suspended.yaml --helm-version $version
    expect "Helm $version" 2
    says "Helm $version" err "no release '$version' of Helm is known"
done
run compare -f $data/job-suspended.yaml --from argocd@3.5 --to argocd@3.6 --wait-for-jobs
expect "no column helm" 2

# Two releases of Argo CD.
run compare -f $data/upgrade.yaml --from argocd@2.14 --to argocd@v3.6.0
expect "an upgrade" 1
golden compare-upgrade
run compare -f $data/upgrade.yaml --from argocd@3.4 --to argocd@3.1
says "a downgrade" out "note: Argo CD 3.2 has the first check for this kind"
says "a downgrade" out "not yet 3.4: absent resources"
run compare -f $data/upgrade.yaml --from argocd@2.14 --to argocd@3.6 -o json
says "as JSON" out '"releases":"3.0: an object'
run compare -f $data/upgrade.yaml --from argocd@3.6 --to argocd@3.6.1
expect "patches are alike" 0
says "patches are alike" err "0 of 6 objects changed status"
# A script that returns nil: up to 3.5 the object has no health, and in 3.6 that of the built-in check.
printf 'data:\n  resource.customizations.health.apps_Deployment: return nil\n' >"$work/nil.yaml"
cat >"$work/live.yaml" <<'EOF'
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, generation: 1}
spec: {replicas: 1}
status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1}
EOF
run compare -f "$work/live.yaml" --argocd-cm "$work/nil.yaml" --from argocd@3.5 --to argocd@3.6
expect "a script that returns nil" 1
says "a script that returns nil, before" out "from  Empty    the script returned no status"
says "a script that returns nil, after" out "to    Healthy  by native apps/Deployment"
run compare -f "$work/live.yaml" --argocd-cm "$work/nil.yaml" --from argocd@3.4 --to argocd@3.5
expect "a script that returns nil, earlier" 0
run compare -f "$work/live.yaml" --from argocd@3.6 --to argocd@3.6.2
expect "a patch release that is not known" 2
says "a patch release that is not known" err "no release '3.6.2' of Argo CD is known"
printf 'data:\n  resource.customizations.health.batch_CronJob: return {status = "Healthy"}\n' >"$work/cm.yaml"
run compare -f $data/upgrade.yaml cronjob --from argocd@2.14 --to argocd@3.6 --argocd-cm "$work/cm.yaml"
expect "a rule of one's own" 0
says "a rule of one's own" err "0 of 1 object changed status"
run compare -f $data/upgrade.yaml --from argocd@3.9 --to argocd@3.6
expect "an unknown release" 2
says "an unknown release" err "no release '3.9' of Argo CD is known; there are 2.14 to 2.14.21, 3.0 to 3.0.23"
run compare -f $data/upgrade.yaml --from argocd@3.1 --to $data/new-cm.yaml
expect "a release and rules" 2
run compare -f $data/upgrade.yaml --from argocd@3.1 --from argocd@3.2 --to argocd@3.3
expect "two releases" 2
run assess -f $data/upgrade.yaml --profile argocd --argocd-version 3.1
says "assess with a release" out "Unassessed   no rule for batch/CronJob"
says "assess with a release" err "aggregate argocd-3.1"
run assess -f $data/upgrade.yaml --argocd-version 3.1
expect "a release in another profile" 2

finish
