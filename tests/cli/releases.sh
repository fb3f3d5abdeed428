#!/usr/bin/env bash
# Each sentence of `vitals compare` about a release: a case in which it changes a status, and one in which it does not.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# upgrade NAME SIDES CHANGES OBJECT [OPTION...]: how many of the objects change between two releases, FROM>TO.
upgrade() {
    local name=$1 from=${2%>*} to=${2#*>} changes=$3
    printf '%s\n' "$4" >"$work/objects.yaml"
    run compare -f "$work/objects.yaml" --from "$from" --to "$to" --now 2026-11-01T01:00:00Z "${@:5}"
    says "$name" err "$changes of"
    if [ "$changes" != 0 ]; then says "$name: the sentence" out "note: "; fi
}
# An argocd-cm with a script for all kinds.
script() {
    printf "data:\n  resource.customizations: |\n    '*':\n      health.lua: |\n        %s\n" "$1" >"$work/$2-cm.yaml"
}
pod() { # pod METADATA STATUS
    printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n"%s},"spec":{"restartPolicy":"Always"},"status":%s}' "$1" "$2"
}
deleted=',"deletionTimestamp":"2026-01-01T00:00:00Z"'
running='{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}'

# 3.0
upgrade "3.0, the hook finalizer" 'argocd@2.14>argocd@3.0' 1 "$(pod "$deleted,\"finalizers\":[\"argocd.argoproj.io/hook-finalizer\"]" "$running")"
says "3.0, the hook finalizer: before" out "from  Progressing  Pending deletion"
upgrade "3.0, another finalizer" 'argocd@2.14>argocd@3.0' 0 "$(pod "$deleted,\"finalizers\":[\"a.io/b\"]" "$running")"

# 3.1
script 'return {status = actionParams and "Healthy" or "Degraded"}' params
script 'return {status = obj.kind and "Healthy" or "Degraded"}' kind
upgrade "3.1, actionParams" 'argocd@3.0>argocd@3.1' 1 "$(pod "" "$running")" --argocd-cm "$work/params-cm.yaml"
upgrade "3.1, a script without them" 'argocd@3.0>argocd@3.1' 0 "$(pod "" "$running")" --argocd-cm "$work/kind-cm.yaml"
resource='{"apiVersion":"nop.crossplane.io/v1","kind":"NopResource","metadata":{"name":"b"},"status":{"conditions":[{"type":"Ready","status":"True"},{"type":"Synced","status":"True"}]}}'
upgrade "3.1, groups with a star" 'argocd@3.0>argocd@3.1' 1 "$resource"
upgrade "3.1, groups of others" 'argocd@3.0>argocd@3.1' 0 "${resource/crossplane/example}"

# 3.2
upgrade "3.2, CronJobs" 'argocd@3.1>argocd@3.2' 1 '{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"c","namespace":"n"},"spec":{"schedule":"* * * * *"}}'
upgrade "3.2, Jobs" 'argocd@3.1>argocd@3.2' 0 '{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","namespace":"n"},"status":{}}'
workflow='{"apiVersion":"argoproj.io/v1alpha1","kind":"Workflow","metadata":{"name":"w","namespace":"n"},"status":{"phase":7}}'
upgrade "3.2, a Workflow of other types" 'argocd@3.1>argocd@3.2' 1 "$workflow"
upgrade "3.2, a Workflow" 'argocd@3.1>argocd@3.2' 0 "${workflow/7/\"Running\"}"
broken='{"phase":"Failed","message":"no"}'
ignored=',"annotations":{"argocd.argoproj.io/ignore-healthcheck":"true"}'
upgrade "3.2, ignore-healthcheck" 'argocd@3.1>argocd@3.2' 0 "$(pod "$ignored" "$broken")" --by application
says "3.2, ignore-healthcheck: the application" err "1 of 1 application, 0 of 1 object"
says "3.2, ignore-healthcheck: the note" out "Degraded becomes Healthy; resources are added up by rule argocd-3.1, then by argocd-3.3"
upgrade "3.2, without it" 'argocd@3.1>argocd@3.2' 0 "$(pod "" "$broken")" --by application
says "3.2, without it: the application" err "0 of 1 application, 0 of 1 object"

# 3.4: what is absent is known with --desired.
printf '%s\n' "$(pod "" "$running")" >"$work/live.yaml"
printf '%s\n---\n%s\n' "$(pod "" "{}")" "$(pod "" "{}" | sed 's/"p"/"absent"/')" >"$work/desired.yaml"
added_up() { # added_up NAME RELEASE DESIRED STATUS: of the whole, in the report
    run assess -f "$work/live.yaml" --desired "$3" --profile argocd --argocd-version "$2" -o json
    python3 -c 'import json, sys; print(json.load(sys.stdin)["application"]["health"]["status"])' <"$work/out" >"$work/word"
    equals "$1, $2" word "$4"
}
added_up "an absent resource" 3.3 "$work/desired.yaml" Missing
added_up "an absent resource" 3.4 "$work/desired.yaml" Healthy
added_up "nothing is absent" 3.3 "$work/live.yaml" Healthy
added_up "nothing is absent" 3.4 "$work/live.yaml" Healthy

# 3.5
autoscaler() { printf '{"apiVersion":"autoscaling/%s","kind":"HorizontalPodAutoscaler","metadata":{"name":"h","namespace":"n"},"status":{"conditions":[%s]}}' "$1" "$2"; }
able='{"type":"AbleToScale","status":"True","reason":"ReadyForNewScale","message":"m"}'
upgrade "3.5, v2beta2" 'argocd@3.4>argocd@3.5' 1 "$(autoscaler v2beta2 "$able")"
upgrade "3.5, v2" 'argocd@3.4>argocd@3.5' 0 "$(autoscaler v2 "$able")"
upgrade "3.5, a condition after a healthy one" 'argocd@3.4>argocd@3.5' 1 "$(autoscaler v2 "$able,{\"type\":\"ScalingActive\",\"status\":\"False\",\"reason\":\"FailedGetResourceMetric\",\"message\":\"m\"}")"

# 3.6
script 'return nil' nil
script 'return {status = "Degraded", deletionMessage = "stuck"}' stuck
script 'error("no")' fails
upgrade "3.6, ignore-restart-policy" 'argocd@3.5>argocd@3.6' 1 "$(pod ',"annotations":{"argocd.argoproj.io/ignore-restart-policy":"true"}' "$running" | sed 's/Always/Never/')"
upgrade "3.6, without it" 'argocd@3.5>argocd@3.6' 0 "$(pod "" "$running" | sed 's/Always/Never/')"
upgrade "3.6, nil" 'argocd@3.5>argocd@3.6' 1 "$(pod "" "$running")" --argocd-cm "$work/nil-cm.yaml"
upgrade "3.6, no nil" 'argocd@3.5>argocd@3.6' 0 "$(pod "" "$running")" --argocd-cm "$work/kind-cm.yaml"
for name in stuck fails; do
    upgrade "3.6, $name" 'argocd@3.5>argocd@3.6' 1 "$(pod "$deleted" "$running")" --argocd-cm "$work/$name-cm.yaml"
    upgrade "3.6, $name, not deleted" 'argocd@3.5>argocd@3.6' 0 "$(pod "" "$running")" --argocd-cm "$work/$name-cm.yaml"
done
message() { # message NAME RELEASE TEXT
    run assess -f "$work/objects.yaml" --profile argocd --argocd-version "$2" -o ndjson
    says "$1, $2" out "\"message\":\"$3\""
}
printf '%s\n' "$(pod "$deleted,\"finalizers\":[\"a.io/b\"]" "$running")" >"$work/objects.yaml"
message "the finalizers" 3.5 "Pending deletion"
message "the finalizers" 3.6 "Pending deletion; blocked by finalizers: a.io/b"
printf '%s\n' '{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","namespace":"n"},"spec":{"suspend":true},"status":{"conditions":[{"type":"Suspended","status":"True","message":"parked"}]}}' >"$work/objects.yaml"
message "a suspended Job" 3.5 ""
message "a suspended Job" 3.6 "parked"

# Flux and Helm
set_of() { # set_of CONDITION: a ReplicaSet whose only Pod is not there yet
    printf '{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"r","namespace":"n","generation":1},"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}}},"status":{"observedGeneration":1,"replicas":1,"fullyLabeledReplicas":1}}\n---\n'
    printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n","creationTimestamp":"2026-11-01T00:00:00Z","labels":{"a":"b"}},"status":%s}\n' "$1"
}
waiting='{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]}'
crashing='{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"name":"c","state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}'
for sides in 'flux@2.7>flux@2.9' 'helm@4.1.1>helm@4.1' 'helm@4.0>helm@4.3'; do
    upgrade "$sides, a Pod that waits" "$sides" 1 "$(set_of "$waiting")"
    upgrade "$sides, a Pod that crashes" "$sides" 0 "$(set_of "$crashing")"
done
job='{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","namespace":"n"},"spec":{"suspend":true},"status":{}}'
upgrade "2.9, a suspended Job" 'flux@2.7>flux@2.9' 1 "$job"
upgrade "2.9, a Job" 'flux@2.7>flux@2.9' 0 "${job/true/false}"
widget='{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","namespace":"n","generation":2},"status":{"observedGeneration":"2"}}'
printf '%s\n' '- {apiVersion: example.com/v1, kind: Widget, current: "true"}' >"$work/exprs.yaml"
upgrade "2.9, an observedGeneration that is text" 'flux@2.7>flux@2.9' 1 "$widget" --exprs "$work/exprs.yaml"
says "2.9, an observedGeneration that is text: before" out "status.observedGeneration accessor error: 2 is of the type string, expected int64"
upgrade "2.9, one that is a number" 'flux@2.7>flux@2.9' 0 "${widget/\"2\"/2}" --exprs "$work/exprs.yaml"

# Nothing is said of releases of two programs, or of one side alone.
run compare -f "$work/objects.yaml" --from flux@2.7 --to helm@4.0
expect "two programs" 2
run compare -f "$work/objects.yaml" --from flux@2.7 --to flux@2.8
says "a release that is not known" err "no release '2.8' of Flux is known; there are 2.7 to 2.7.5, 2.9 to 2.9.5"

# The bundle of vitals, and a tree in its place.
run export keda.sh --dir "$work/bundle"
expect "a bundle of another release" 0
backup='{"apiVersion":"velero.io/v1","kind":"Backup","metadata":{"name":"b","namespace":"n"},"status":{"phase":"Failed"}}'
printf '%s\n---\n%s\n' "$(pod "" "$running")" "$backup" >"$work/objects.yaml"
run compare -f "$work/objects.yaml" --from "vitals@$work/bundle" --to "vitals@$("$vitals" version | sed -n '1s/vitals //p')"
expect "a bundle with fewer checks" 1
says "a bundle with fewer checks" err "1 of 2 objects changed status"
says "a bundle with fewer checks: the rules" out "note: by "
run compare -f "$work/objects.yaml" --from vitals@0.0.1 --to "vitals@$work/bundle"
expect "a bundle that is not here" 3
says "a bundle that is not here" err "not of 0.0.1: write that with"

# Forms of CI systems.
printf '%s\n' "$(pod "$deleted,\"finalizers\":[\"argocd.argoproj.io/hook-finalizer\"]" "$running")" >"$work/objects.yaml"
for by in object application; do
    run compare -f "$work/objects.yaml" --from argocd@2.14 --to argocd@3.0 --by $by -o github
    says "github, $by" out "Progressing becomes Healthy"
    run compare -f "$work/objects.yaml" --from argocd@2.14 --to argocd@3.0 --by $by -o junit
    says "junit, $by" out '<testsuite name="argocd@2.14 to argocd@3.0" tests="1" failures="1">'
    says "junit, $by: what judged" out 'Argo CD 3.0.23"/>'
done
run compare -f "$work/objects.yaml" --from argocd@2.14 --to argocd@3.0 --by application -o json
says "json, what judged" out '"argocd":"2.14.21"},"to":{'
says "json, applications" out '{"name":"(no application)","disagree":true,"from":{"status":"Progressing"'
run compare -f "$work/objects.yaml" --by application
expect "--by without sides" 2

# The release of a settings file.
mkdir -p "$work/pinned"
cp "$work/objects.yaml" "$work/pinned"
here=$(realpath "$vitals")
pinned() { (cd "$work/pinned" && "$here" "$@" >"$work/out" 2>"$work/err"); }
printf 'releases: {argocd: "2.14", helm: "4.0"}\n' >"$work/pinned/.vitals.yaml"
pinned assess -f objects.yaml --profile argocd
says "a pinned release" err "profile argocd 2.14.21"
says "a pinned release" out "Pending deletion"
pinned assess -f objects.yaml --profile argocd --argocd-version 3.0
says "an option before the settings" err "profile argocd 3.0.23"
pinned assess -f objects.yaml
says "another profile" err "profile combined,"
pinned lint .
if grep -q "there is no setting" "$work/err"; then fail "lint refuses releases"; else pass; fi
printf 'releases: {argocd: "3.99"}\n' >"$work/pinned/.vitals.yaml"
pinned assess -f objects.yaml --profile argocd
says "a pinned release that is not known" err ".vitals.yaml: no release '3.99' of Argo CD is known"

finish
