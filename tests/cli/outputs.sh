#!/usr/bin/env bash
# Every output form on the example application, to the byte.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

shop=docs/examples/shop

for form in table wide tree json yaml ndjson name; do
    run assess -f $shop -o $form
    expect "-o $form" 1
    golden "shop.$form"
done

for by in application namespace kind; do
    run assess -f $shop --by $by
    golden "by-$by.table"
    run assess -f $shop --by $by -o tree
    golden "by-$by.tree"
done

for profile in argocd flux kstatus; do
    run assess -f $shop --profile $profile
    golden "profile-$profile.table"
done

# Times are ages at --now; the header comes with them.
run assess -f tests/cli/data/times.yaml -o tree --now 2026-01-07T10:06:11Z
golden times.tree
run assess -f tests/cli/data/times.yaml --now 2026-01-07T10:06:11Z
golden times.table

# The same time in other spellings, and ages in other units.
since() {
    run assess -f tests/cli/data/times.yaml deploy --now "$1"
    says "--now $1" out "$2  Deployment"
}
since 2026-01-07T11:06:11+01:00 "Degraded     9m"
since 2026-01-07T04:36:11.25-05:30 "Degraded     9m"
since 2026-01-07T09:57:45Z "Degraded    45s"
since 2026-01-07T12:57:00Z "Degraded     3h"
since 2026-03-01T00:00:00Z "Degraded    52d"
run assess -f tests/cli/data/times.yaml deploy --now 2025-01-01T00:00:00Z
says "a time in the future" out "Degraded  Deployment"

# Forms for CI systems.
for form in junit github sarif; do
    run assess $shop -o $form
    expect "-o $form" 1
    golden "shop.$form"
done

# The order of rows, and tables without titles.
order() { # EXPECTED ARGUMENT…
    local expected=$1
    shift
    run assess tests/cli/data/mixed.yaml --no-headers "$@"
    [ "$(awk '/\// { print $2 }' "$work/out" | paste -sd' ')" = "$expected" ] && pass || fail "$*: $(cat "$work/out")"
}
order "Deployment/web Ingress/front Deployment/api"
order "Deployment/api Ingress/front Deployment/web" --sort-by name
order "Deployment/web Deployment/api Ingress/front" --sort-by kind
order "Deployment/api Deployment/web Ingress/front" --sort-by namespace
order "Deployment/web Deployment/api Ingress/front" --sort-by input
run assess tests/cli/data/mixed.yaml -o name --sort-by name
equals "-o name --sort-by name" out "deployment.apps/api -n other
networkpolicy.networking.k8s.io/deny -n shop
ingress.networking.k8s.io/front -n shop
deployment.apps/web -n shop"
run assess tests/cli/data/mixed.yaml --no-headers
says_not "--no-headers" out "RESOURCE"

# Delivery is beside health: an Application that is Healthy while its last sync failed.
cat >"$work/app.yaml" <<'APP'
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: argocd, uid: a-1}
status:
  health: {status: Healthy}
  sync: {status: OutOfSync, revision: abc}
  operationState: {phase: Failed, message: one or more objects failed to apply}
APP
run assess "$work/app.yaml"
says "a failed delivery" out "delivery failed: one or more objects failed to apply"
run assess "$work/app.yaml" -o tree
says "a failed delivery in a tree" out "delivery failed"
for form in json ndjson; do
    run assess "$work/app.yaml" -o $form
    says "a failed delivery, -o $form" out '"delivery"'
    says "a failed delivery, -o $form" out 'failed to apply'
done

# What a policy made of a status is shown beside it.
printf 'policy:\n- {match: {kind: Deployment, status: Degraded}, countsAs: Healthy, reason: parked}\n- {match: {kind: Ingress}, countsAs: Ignored}\n' >"$work/policy.yaml"
for form in table wide tree; do
    run assess tests/cli/data/mixed.yaml -o $form --policy "$work/policy.yaml"
    says "a policy, -o $form" out "Degraded"
    says "a policy, -o $form" out "counts as Healthy ($work/policy.yaml:2: parked)"
    says "a policy, -o $form" out "(Progressing)"
    says "a policy, -o $form" out "counts as Ignored ($work/policy.yaml:3)"
done
for form in json ndjson; do
    run assess tests/cli/data/mixed.yaml -o $form --policy "$work/policy.yaml"
    tr -d ' \n' <"$work/out" >"$work/flat"
    says "a policy, -o $form" flat '"countsAs":"Healthy","policy":"'"$work"'/policy.yaml:2:parked"'
    says "a policy, -o $form" flat '"counted":false,"countsAs":"Ignored"'
done

# What explains an object need not be selected, and is not shown.
for form in tree json junit github sarif; do
    run assess $shop deploy -o $form
    says "a cause, -o $form" out "Pod/web-7d9c4f8b6-4kq2x: container web: CrashLoopBackOff"
    says_not "a cause, -o $form" out "Pod/web-7d9c4f8b6-zm8wd"
    says "a cause, -o $form" err "1 resource: 1 Degraded; profile"
done
# Nor need what rules look at: the verdict does not depend on the selection.
for form in table tree json; do
    run assess $shop rs -o $form --profile kstatus
    says "Pods that are not selected, -o $form" out "2 pods have failed"
    says "Pods that are not selected, -o $form" err "1 resource: 1 Failed"
done
run assess $shop pod -o tree
says "owners that are not selected own nothing" err "2 resources: 2 Degraded; profile"

# --only beside other options: groups with that status, and as many tests as there are test cases.
run assess tests/cli/data/mixed.yaml --by namespace --only Healthy --no-headers
says_not "groups --only Healthy" out Degraded
run assess tests/cli/data/mixed.yaml --by namespace --only Degraded --no-headers
says "groups --only Degraded" out "shop "
[ "$(grep -c Degraded "$work/out")" -eq "$(grep -cv 'without health' "$work/out")" ] && pass || fail "groups --only Degraded: $(cat "$work/out")"
for only in Degraded Healthy Progressing Missing; do
    run assess tests/cli/data/mixed.yaml -o junit --only $only
    tests=$(sed -n 's/.*<testsuite .* tests="\([0-9]*\)".*/\1/p' "$work/out")
    [ "$tests" -eq "$(grep -c '<testcase' "$work/out")" ] && pass || fail "junit --only $only: $tests tests"
    failures=$(sed -n 's/.* failures="\([0-9]*\)".*/\1/p' "$work/out")
    [ "$failures" -eq "$(grep -c '<failure' "$work/out")" ] && pass || fail "junit --only $only: $failures failures"
done

finish
