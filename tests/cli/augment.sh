#!/usr/bin/env bash
# assess --augment; NotFound of desired objects; suspended and stale objects in -o wide.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

objects=tests/cli/data/compare/ordinary.yaml
now=2026-01-07T10:06:11Z

run assess --augment -o yaml -f $objects job/import helmrelease --now $now
expect "-o yaml" 0
golden augment.yaml
run assess --augment -o json -f $objects widget --now $now
expect "one object as JSON" 0
says "one object as JSON" out '    "conditions": []'
says_not "one object as JSON" out '"List"'
run assess --augment -o json -f $objects widget,helmrelease --now $now
says "several as JSON" out '{"apiVersion":"v1","kind":"List","items":['
run assess --augment -o ndjson -f $objects widget --now $now
equals "-o ndjson" out '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"banner","namespace":"shop","uid":"0005"},"spec":{"colour":"blue"},"status":{"conditions":[]}}'

# What kstatus rejects is unchanged, and reported.
run assess --augment -o ndjson -f $objects rollout
expect "a refused object" 3
says "a refused object" out '"observedGeneration":"3","phase":"Healthy"'
says_not "a refused object" out conditions
says "a refused object" err "Rollout/checkout: looking up status.observedGeneration from resource: "

# Augmenting twice changes nothing: the condition is found again.
run assess --augment -o yaml -f $objects helmrelease --now $now
cp "$work/out" "$work/once.yaml"
run assess --augment -o yaml -f "$work/once.yaml" --now $now
sort "$work/out" >"$work/twice"
equals "augmented twice" twice "$(sort "$work/once.yaml")"

run assess --augment -f $objects
expect "as a table" 2

# Desired objects that do not exist.
for profile in flux kstatus; do
    run assess --profile $profile -f $objects pvc,svc --desired tests/cli/data/desired.yaml -o ndjson
    says "$profile: desired" out '"kstatus":{"status":"NotFound","message":"Resource not found","conditions":[]}'
    run assess --profile $profile -f $objects pvc,svc --desired tests/cli/data/desired.yaml
    says "$profile: desired" err "2 NotFound"
done

run assess -f $objects -o wide --now $now
golden wide.table

finish
