#!/usr/bin/env bash
# A failed delivery counts for the exit status beside the health, in every form and profile; a delivery that is late,
# under way or suspended does not.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

application() { # STATUS: an Application that is Healthy
    printf 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, namespace: argocd, uid: a-1}\nstatus:\n  health: {status: Healthy}\n  %s\n' "$1"
}
flux() { # KIND, CONDITIONS, SPEC
    local group=kustomize.toolkit.fluxcd.io/v1
    [ "$1" = HelmRelease ] && group=helm.toolkit.fluxcd.io/v2
    printf 'apiVersion: %s\nkind: %s\nmetadata: {name: shop, namespace: f, uid: k-1, generation: 1}\nspec: {%s}\nstatus: {observedGeneration: 1, conditions: [%s]}\n' \
        "$group" "$1" "${3:-}" "$2"
}
ready='{type: Ready, status: "True", message: Applied}'
stalled="$ready, {type: Stalled, status: 'True', message: the error}"
synced='sync: {status: Synced, revision: abc}'
error() { printf '%s\n  conditions: [{type: %s, message: the error}]' "$synced" "$1"; }
ended() { printf 'sync: {status: %s, revision: abc}\n  operationState: {phase: %s, message: the error}' "$1" "$2"; }

forms="table wide tree json yaml ndjson name junit github sarif partial"
exits() { # NAME, STATUS, arguments
    local name=$1 wanted=$2 form profile
    shift 2
    for form in $forms; do
        for profile in combined argocd; do
            run assess "$work/app.yaml" -o "$form" --profile "$profile" "$@"
            expect "$name, -o $form, $profile $*" "$wanted"
        done
    done
    run assess "$work/app.yaml" -q "$@"
    expect "$name, -q $*" "$wanted"
}

failed() { # NAME, the object on stdin
    cat >"$work/app.yaml"
    exits "$1" 1
    exits "$1" 0 --health-only
    exits "$1" 0 --fail-on Unknown
    run assess "$work/app.yaml" --profile argocd
    says_not "$1: the status of Argo CD stays" out "Degraded"
    says "$1: the error is shown" out "the error"
    run assess "$work/app.yaml"
    says "$1: the status stays" out " Healthy "
    says "$1: the error is shown" out "the error"
    says "$1: the summary" err "1 resource: 1 Healthy; 1 failed delivery;"
    run assess "$work/app.yaml" -o junit
    says "$1: JUnit" out '<failure type="DeliveryFailed" message="Healthy: delivery'
    run assess "$work/app.yaml" -o github
    says "$1: GitHub" out '::error file='
    run assess "$work/app.yaml" -o sarif
    says "$1: SARIF" out '"ruleId":	"DeliveryFailed"'
    run assess "$work/app.yaml" -o partial
    cp "$work/out" "$work/part"
    if "$tools/schema_check" docs/schema/partial.schema.json docs/schema/coverage.schema.json <"$work/part"; then pass; else fail "$1: the schema"; fi
    run merge "$work/part"
    expect "$1, merge" 1
    run merge "$work/part" --health-only
    expect "$1, merge --health-only" 0
    run why -f "$work/app.yaml"
    expect "$1, why" 1
    says "$1: why" out "is Healthy, and its delivery has failed"
    says "$1: why" out "because  the error"
    run why -f "$work/app.yaml" -o json
    if "$tools/schema_check" --one docs/schema/why.schema.json docs/schema/coverage.schema.json <"$work/out"; then pass; else fail "$1: the schema of why"; fi
}

fine() { # NAME, the object on stdin
    cat >"$work/app.yaml"
    exits "$1" 0
    run assess "$work/app.yaml"
    says_not "$1: the summary" err "failed deliver"
    run why -f "$work/app.yaml"
    expect "$1, why" 0
    says "$1: why" out "nothing to explain"
}

failed "ComparisonError" < <(application "$(error ComparisonError)")
failed "SyncError" < <(application "$(error SyncError)")
failed "InvalidSpecError" < <(application "$(error InvalidSpecError)")
failed "a failed operation" < <(application "$(ended Synced Failed)")
failed "an operation with an error" < <(application "$(ended OutOfSync Error)")
failed "a stalled Kustomization" < <(flux Kustomization "$stalled")
failed "a stalled HelmRelease" < <(flux HelmRelease "$stalled")
fine "in step" < <(application "$(ended Synced Succeeded)")
fine "behind" < <(application "$(ended OutOfSync Succeeded)")
fine "under way" < <(application "$(ended OutOfSync Running)")
fine "nothing known" < <(application "sync: {}")
fine "a warning" < <(application "$(error OrphanedResourceWarning)")
fine "a Kustomization in step" < <(flux Kustomization "$ready")
fine "a HelmRelease in step" < <(flux HelmRelease "$ready")
fine "another group" < <(application "$(error SyncError)" | sed 's/argoproj.io/example.com/')

# What a policy ignores does not count.
application "$(error SyncError)" >"$work/app.yaml"
printf 'policy:\n- {match: {kind: Application}, countsAs: Ignored, reason: parked}\n' >"$work/policy.yaml"
run assess "$work/app.yaml" --policy "$work/policy.yaml"
expect "ignored" 0

# The last version of an object decides, also in a stream.
for form in ndjson name table; do
    (application "$(error SyncError)"; echo ---; application "$synced") >"$work/in"
    run_with_input assess -o $form -
    expect "delivered in the end, -o $form" 0
    (application "$synced"; echo ---; application "$(error SyncError)") >"$work/in"
    run_with_input assess -o $form -
    expect "failed in the end, -o $form" 1
done
finish
