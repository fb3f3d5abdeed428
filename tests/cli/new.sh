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
says "adverse conditions" out "Its phase decides"

# Whatever the fixture is made by, nothing of the cluster gets into it, and what is replaced is said.
run new check example.com/Widget --from tests/cli/data/fixture.yaml --dir "$work/scrubbed"
expect "a scrubbed fixture" 0
for word in hunter22 abcdef ghp_ acme jane managedFields last-applied 10.1.2.3 uid resourceVersion; do
    grep -rq "$word" "$work/scrubbed" && fail "$word is in the draft"
done
cp "$work/err" "$work/of_check"
run new fixture widget/a -f tests/cli/data/fixture.yaml --dir -
equals "the same is replaced" err "$(cat "$work/of_check")"
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
