#!/usr/bin/env bash
# vitals suspend and resume, against the scripted fault server.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"

ask listen api http=both
ask discovery /v1/pods/Pod batch/v1/cronjobs/CronJob helm.toolkit.fluxcd.io/v2/helmreleases/HelmRelease
ask directory
export KUBECONFIG=$answer/api.kubeconfig
base=/apis/helm.toolkit.fluxcd.io/v2/namespaces/flux/helmreleases
release() { # release NAME SPEC
    printf '{"metadata":{"name":"%s","namespace":"flux","uid":"u-%s","resourceVersion":"1","labels":{"kustomize.toolkit.fluxcd.io/name":"apps","kustomize.toolkit.fluxcd.io/namespace":"flux"}},"spec":%s}' "$1" "$1" "$2"
}
list() { printf 'send {"kind":"HelmReleaseList","apiVersion":"helm.toolkit.fluxcd.io/v2","metadata":{"resourceVersion":"5"},"items":[%s]}' "$1"; }
json="header Content-Type: application/json"
rule "GET $base query=name%3Dshop" "$(list "$(release shop '{}')")"
rule "GET $base query=name%3Dparked" "$(list "$(release parked '{"suspend":true}')")"
rule "GET $base query=name%3Dnone" "$(list '')"
rule "GET $base no-query=metadata.name" "$(list "$(release shop '{}'),$(release parked '{"suspend":true}')")"
rule "PATCH $base/shop" "$json" 'send {}'
rule "PATCH $base/parked" "status 403" "$json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"helmreleases is forbidden: read only","code":403}'
rule "GET /apis/batch/v1/namespaces/flux/cronjobs" 'send {"kind":"CronJobList","apiVersion":"batch/v1","metadata":{"resourceVersion":"5"},"items":[]}'
rule "GET /api/v1/namespaces/flux/pods" 'send {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"a","namespace":"flux"}}]}'

try suspend helmrelease/shop -n flux --dry-run=client -m INC-1
if grep -q "does not change objects" "$work/err"; then
    shows "a build that only reads" 1 "this build of vitals does not change objects"
    counted "a build that only reads" "PATCH" 0
    stop_server
    finish
    exit
fi
shows "a dry run here" 0 "HelmRelease/shop in flux would be suspended" '"suspend":true' '"suspend.vitals/message":"INC-1"'
counted "a dry run here" "PATCH" 0
try suspend helmrelease/shop -n flux -m INC-1
shows "suspended" 0 "HelmRelease/shop in flux suspended: INC-1" "warning: managed by Kustomization flux/apps"
counted "suspended" "PATCH $base/shop" 1
counted "who" "fieldManager=vitals" 1
try suspend helmrelease/shop -n flux --dry-run=server
shows "a dry run there" 0 "would be suspended (the server agrees)"
counted "a dry run there" "dryRun=All" 1
try suspend helmrelease/parked -n flux
shows "already" 0 "is suspended already"
try resume helmrelease/shop -n flux
shows "not suspended" 0 "is not suspended"
try resume helmrelease --all -n flux
shows "one of two fails" 1 "helmreleases is forbidden: read only" "0 resumed, 1 already, 1 failed"
try suspend helmrelease/none -n flux
shows "no such object" 3 "no object for 'helmrelease/none'"
try suspend pods/a -n flux
shows "a kind without a switch" 1 "Pod"
try suspend helmrelease --all
shows "all without a namespace" 2 "--all needs -n or -A"
try suspend helmrelease -n flux
shows "a kind alone" 2 "a kind alone needs -l or --all"
try suspend
shows "nothing" 2 "no objects: name them as KIND/NAME"
stop_server
finish
