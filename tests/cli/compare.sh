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
    equals "$name, on stderr" err "1 of 11 objects changed status"
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

finish
