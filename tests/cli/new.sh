#!/usr/bin/env bash
# vitals new check: its drafts pass their own tests and fail on no incomplete object.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

live=docs/examples/shop/live.yaml
rollouts=resource_customizations/argoproj.io/Rollout/testdata
phase=$(grep -l '^  phase: Healthy' $rollouts/*.yaml | head -n 1)

# By a condition, by having a status, by a phase.
run new check cert-manager.io/Certificate --from $live --dir "$work/tree"
expect "by a condition" 0
says "by a condition" out "cert-manager.io/Certificate/health_test.yaml"
run new check example.com/Widget --from $live --dir "$work/tree"
expect "by a status" 0
run new check argoproj.io/Rollout --from "$phase" --dir "$work/tree"
expect "by a phase" 0
run test "$work/tree" --incomplete fail --require-tests
expect "the drafts" 0
says "the drafts" out "0 failed"
cp "$work/tree/cert-manager.io/Certificate/health.lua" "$work/out"
: >"$work/err"
golden new.check

# A condition that is True while something is wrong is not the sum.
printf '%s\n' 'apiVersion: example.com/v1' 'kind: Phased' 'metadata: {name: a}' \
    'status: {phase: Running, conditions: [{type: Degraded, status: "False"}]}' >"$work/phased.yaml"
run new check example.com/Phased --from "$work/phased.yaml" --dir "$work/tree"
expect "adverse conditions" 0
cp "$work/tree/example.com/Phased/health.lua" "$work/out"
says "adverse conditions" out 'Running = "Healthy"'
says "adverse conditions" out '{ "Degraded", True = "Degraded"'

# A word that names a failure is one, also as the only object; one that is not known is said.
draft() {
    mkdir -p "$work/$1"
    printf '%s\n' 'apiVersion: example.com/v1' "kind: $1" 'metadata: {name: a, generation: 1}' "status: $2" >"$work/$1/a.yaml"
    run new check "example.com/$1" --from "$work/$1" --dir "$work/words"
    expect "a draft of $1" 0
}
health_of() {
    run assess "$work/$1/a.yaml" --checks "$work/words" --no-bundled -o json
    says "the health of $1" out "\"status\": \"$2\""
}
draft Failing '{phase: Failed}'
says "a failure is said" err '- phase "Failed" is Degraded'
health_of Failing Degraded
draft Stated '{state: CREATE_FAILED}'
health_of Stated Degraded
draft Running '{state: RUNNING}'
health_of Running Healthy
draft Odd '{phase: Frobnicated}'
says "an unknown word is said" err 'phase "Frobnicated" is Progressing, because the word is not known'
health_of Odd Progressing
draft Mute '{value: 1}'
says "no word is said" err 'it is never Healthy'
health_of Mute Progressing
draft Parted '{pools: [{name: a, phase: Running}, {name: b, phase: Failed}], conditions: [{type: Ready, status: "True"}]}'
health_of Parted Degraded
draft Waiting '{conditions: [{type: Ready, status: "False", reason: CreatingVolumes}]}'
health_of Waiting Progressing
draft Broken '{conditions: [{type: Ready, status: "False", reason: Denied}]}'
health_of Broken Degraded

# From several objects: each state is a fixture, and a condition that an object has that is well does not tell.
mkdir "$work/several"
number=0
for state in '{conditions: [{type: Progressing, status: "True"}, {type: Ready, status: "True"}]}' \
    '{conditions: [{type: Ready, status: "False", reason: Assembling}]}' \
    '{conditions: [{type: Ready, status: "False", reason: Assembling}], value: 2}'; do
    number=$((number + 1))
    printf '%s\n' '---' 'apiVersion: example.com/v1' 'kind: Many' "metadata: {name: a$number}" "status: $state"
done >"$work/several/all.yaml"
run new check example.com/Many --from "$work/several" --dir "$work/words"
expect "several objects" 0
says "several objects" out as_given_2.yaml
grep -q as_given_3 "$work/out" && fail "two fixtures of one state"
says "several objects" err "condition Progressing is not looked at"
grep -q 'Assembling = true' "$work/words/example.com/Many/health.lua" || fail "a reason that waits"

# From a schema alone.
cat >"$work/crd.yaml" <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: bags.example.com}
spec:
  group: example.com
  names: {kind: Bag, plural: bags}
  versions:
  - name: v1beta1
    served: true
    additionalPrinterColumns:
    - {name: Bound, type: string, jsonPath: '.status.conditions[?(@.type=="Filled")].status'}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status:
            type: object
            properties:
              observedGeneration: {type: integer}
              phase: {type: string, enum: [Sewing, Torn, Broken, Ready]}
              conditions: {type: array, items: {type: object, properties: {type: {type: string}}}}
END
run new check example.com/Bag --from "$work/crd.yaml" --dir "$work/words"
expect "a schema alone" 0
says "a schema alone" err 'phase "Broken" is Degraded'
says "a schema alone" err 'phase "Sewing" is Progressing'
run new check example.com/Sack --schemas "$work/crd.yaml" --dir "$work/words"
expect "a schema of another kind" 3
says "a schema of another kind" err "no object of kind example.com/Sack, and no schema of it"
run test "$work/words" --incomplete fail --require-tests
expect "all drafts" 0
run lint "$work/words"
expect "lint of all drafts" 0
says "lint of all drafts" out "0 errors, 0 warnings"

# Expressions: lint finds nothing in them, and they say the same.
run new expression example.com/Many --from "$work/several"
expect "expressions" 0
cp "$work/out" "$work/health.cel.yaml"
run lint "$work/health.cel.yaml"
expect "lint of expressions" 0
run eval -f "$work/several" --exprs "$work/health.cel.yaml"
says "a current object" out Current
says "an object in progress" out InProgress

# Whatever the fixture is made by, nothing of the cluster gets into it, and what is replaced is said.
run new check example.com/Widget --from tests/cli/data/fixture.yaml --dir "$work/scrubbed"
expect "a scrubbed fixture" 0
for word in hunter22 abcdef ghp_ acme jane managedFields last-applied 10.1.2.3 uid resourceVersion; do
    grep -rq "$word" "$work/scrubbed" && fail "$word is in the draft"
done
cp "$work/err" "$work/of_check"
run new fixture widget/a -f tests/cli/data/fixture.yaml --dir -
equals "the same is replaced" err "$(grep -v -e '^the draft assumes' -e '^- ' "$work/of_check")"
cp "$work/scrubbed/example.com/Widget/testdata/as_given.yaml" "$work/of_check"
equals "the fixtures are equal" out "$(cat "$work/of_check")"

# Nothing is written through a link.
mkdir "$work/linked" "$work/victim"
ln -s "$work/victim" "$work/linked/example.com"
run new check example.com/Widget --from $live --dir "$work/linked"
expect "a check through a link" 3
says "a check through a link" err "is below a link to a directory, which is not followed"
run new fixture widget/banner -f $live --dir "$work/linked"
expect "a fixture through a link" 3
says "a fixture through a link" err "is below a link to a directory, which is not followed"
[ -z "$(ls -A "$work/victim")" ] || fail "written through a link"
ln -s linked "$work/named"
rm "$work/linked/example.com"
run new check example.com/Widget --from $live --dir "$work/named"
expect "a tree that is a link itself" 0

run new check example.com/Widget --from $live --dir "$work/tree"
expect "nothing is overwritten" 3
run new check example.com/Gadget --from $live --dir "$work/tree"
expect "no such object" 3
says "no such object" err "no object of kind example.com/Gadget"
run new check example.com/Widget
expect "from nothing" 2
run new
expect "new of nothing" 2

finish
