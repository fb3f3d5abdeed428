#!/usr/bin/env bash
# Applications: what belongs to one, what it is called, what is missing, what counts.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

apps=tests/cli/data/apps.yaml

run assess -f $apps -o tree
golden apps.tree
run assess -f $apps --app shop -o tree
golden apps-shop.tree
run assess -f $apps --app bank -o json
expect "--app bank" 0
says "--app bank" out '"name": "bank"'
says_not "--app bank" out '"name": "cart"'
run assess -f $apps --app nobody -o tree
expect "--app without members" 3
says "--app without members" err "no object is tracked as part of nobody"
run assess -f $apps --by application
golden apps-by.table

# A desired object that does not exist is Missing: it is reported and makes the exit status 4, but does
# not make the application Missing, as in Argo CD.
run assess -f $apps --app shop --desired tests/cli/data/desired.yaml -o tree
expect "--desired" 4
golden desired.tree
run assess -f $apps --app shop --desired tests/cli/data/desired.yaml -o tree --aggregate worst
says "--desired --aggregate worst" out "shop                             Missing"
run assess -f $apps --desired tests/cli/data/desired.yaml -o ndjson
says "--desired -o ndjson" out '"kind":"PersistentVolumeClaim","namespace":"shop","name":"absent"'
says "--desired -o ndjson" out '"health":{"status":"Missing"'

# A policy changes what counts, not what is reported.
cat >"$work/policy.yaml" <<'POLICY'
policy:
- match: {kind: Deployment, status: Degraded}
  countsAs: Healthy
POLICY
run assess -f tests/cli/data/times.yaml -o tree
expect "without a policy" 1
for form in tree json ndjson; do
    run assess -f tests/cli/data/times.yaml -o $form --policy "$work/policy.yaml"
    expect "with a policy -o $form" 0
    says "with a policy -o $form" out Degraded
done
run assess -f tests/cli/data/times.yaml -o tree --policy "$work/policy.yaml"
says "the application with a policy" out "shop                           Healthy"

# Objects that own each other do not end the run.
cat >"$work/ring.yaml" <<'RING'
apiVersion: v1
kind: Pod
metadata: {name: a, uid: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: b, uid: b}]}
status: {phase: Failed}
---
apiVersion: v1
kind: Pod
metadata: {name: b, uid: b, ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: a}]}
status: {phase: Failed}
---
apiVersion: v1
kind: Pod
metadata: {name: c, uid: c, ownerReferences: [{apiVersion: v1, kind: Pod, name: c, uid: c}]}
status: {phase: Failed}
RING
run assess -f "$work/ring.yaml" -o tree
for pod in a b c; do says "a ring of owners" out "Pod/$pod"; done

# Hooks and objects annotated to be ignored are skipped; an application that manages itself is not one
# of its own resources.
cat >"$work/passed.yaml" <<'PASSED'
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: hook, namespace: apps, uid: p-1, annotations: {argocd.argoproj.io/hook: PreSync}}
status: {phase: Lost}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ignored, namespace: apps, uid: p-2, annotations: {argocd.argoproj.io/ignore-healthcheck: "true"}}
status: {phase: Lost}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: self, namespace: apps, uid: p-3, labels: {app.kubernetes.io/instance: self}}
status: {health: {status: Degraded}}
PASSED
for form in table tree json; do
    run assess -f "$work/passed.yaml" -o $form
    expect "skipped -o $form" 0
done
run assess -f "$work/passed.yaml" -o tree
says "skipped" out "PersistentVolumeClaim/hook     (Degraded)"
says "skipped" out "PersistentVolumeClaim/ignored  (Degraded)"
says "skipped" out "Application/self               (Degraded)"
says "skipped" err "0 resources; 3 hooks or ignored"

# The root is named after the common namespace, or else after the file.
run assess -f docs/examples/shop -o tree
says "named after the namespace" out "shop "
run assess -f tests/cli/data/mixed.yaml -o tree
says "named after the file" out "tests/cli/data/mixed.yaml"
cp tests/cli/data/mixed.yaml "$work/in"
run_with_input assess -o tree
says "named after stdin" out "stdin"

# A member that a policy has made harmless does not explain its application.
printf 'policy:\n- {match: {kind: Deployment}, countsAs: Healthy}\n' >"$work/harmless.yaml"
run assess -f docs/examples/shop deploy,certificate --by namespace
says "the worst member explains it" out "because Pod/web-7d9c4f8b6-4kq2x"
run assess -f docs/examples/shop deploy,certificate --by namespace --policy "$work/harmless.yaml"
says_not "a member that counts as Healthy" out "because"

finish
