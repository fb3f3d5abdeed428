#!/usr/bin/env bash
# vitals new fixture: what it replaces and leaves out, and that the verdict stays.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

live=tests/cli/data/fixture.yaml
run new fixture widget/a -f $live --dir -
expect "to the standard output" 0
golden fixture
for word in hunter22 abcdef ghp_ acme jane managedFields last-applied 10.1.2.3; do
    says_not "$word is gone" out "$word"
done
for word in hunter22 abcdef ghp_; do says_not "$word is not shown" err "$word"; done

# Into a tree, by its status; nothing is overwritten. The test that is printed passes.
run new fixture widget/a -f $live --dir "$work/tree" --profile kstatus
expect "into a tree" 0
says "into a tree" err "tree/example.com/Widget/testdata/progressing.yaml"
{ echo tests:; cat "$work/out"; } >"$work/test"
run new fixture widget/a -f $live --dir "$work/tree" --profile kstatus
expect "it is there already" 3
says "it is there already" err "give another --name"
run new fixture widget/a -f $live --dir "$work/tree" --name second
expect "another name" 0
run new fixture widget/a -f $live --dir "$work/tree" --name ../second
expect "a path" 3

printf 'return {status = "Progressing", message = obj.status.conditions[1].message}\n' >"$work/tree/example.com/Widget/health.lua"
run new fixture widget/a -f $live --dir "$work/tree" --name mine --checks "$work/tree"
expect "with a check" 0
{ echo tests:; cat "$work/out"; } >"$work/tree/example.com/Widget/health_test.yaml"
run test "$work/tree" --incomplete off
expect "the test that was printed" 0
says "the test that was printed" out "1 passed"

# The checks of the tree are asked without --checks. Where no rule knows the kind, nothing is expected.
run new fixture widget/a -f $live --dir "$work/tree" --name own
says "the check of the tree" out "status: Progressing"
printf 'apiVersion: example.com/v1\nkind: Unknowable\nmetadata: {name: a}\nstatus: {phase: x}\n' >"$work/unknown.yaml"
run new fixture unknowable/a -f "$work/unknown.yaml" --dir "$work/tree"
expect "without a rule" 0
says "without a rule" err "Unknowable/testdata/as_given.yaml"
says "without a rule" err "no rule knows example.com/Unknowable"
says "without a rule" out 'status: ""'
says_not "without a rule" out Unassessed
kind=$work/tree/example.com/Unknowable
{ echo tests:; cat "$work/out"; } >"$kind/health_test.yaml"
printf 'return {status = "Healthy", message = "now"}\n' >"$kind/health.lua"
run test "$kind" --incomplete off
expect "before --update" 1
run test "$kind" --incomplete off --update
run test "$kind" --incomplete off
expect "after --update" 0

# The entry can be appended to the tests that are there.
printf 'tests:\n  - inputPath: testdata/as_given.yaml\n    healthStatus: {status: Healthy, message: now}\n' >"$kind/health_test.yaml"
run new fixture unknowable/a -f "$work/unknown.yaml" --dir "$work/tree" --name second
cat "$work/out" >>"$kind/health_test.yaml"
run test "$kind" --incomplete off
expect "the entry is appended" 0
says "the entry is appended" out "2 passed"

# A rule that reads what would be replaced.
printf 'kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: |\n    if obj.spec.password == "hunter22" then return {status="Healthy"} end\n    return {status="Degraded"}\n' >"$work/cm.yaml"
run new fixture widget/a -f $live --dir - --argocd-cm "$work/cm.yaml"
expect "the verdict would change" 3
says "the verdict would change" err "the verdict of profile combined changes from Healthy () to Degraded (): nothing was written"
equals "the verdict would change" out ""

# Values of Secrets stay base64; the same value is the same everywhere.
printf 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: aHVudGVyMjI=, b: aHVudGVyMjI=, c: b3RoZXI=}\nstringData: {d: plain}\n' >"$work/secret.yaml"
run new fixture secret/s -f "$work/secret.yaml" --dir -
says "a Secret" out "a: UkVEQUNURUQtMQ=="
says "a Secret" out "b: UkVEQUNURUQtMQ=="
says "a Secret" out "c: UkVEQUNURUQtMg=="
says "a Secret" out "d: REDACTED-3"

run new fixture widget -f $live -f docs/examples/shop/live.yaml --dir -
expect "two objects" 3
says "two objects" err "2 objects are selected; a fixture is one"
run new fixture widget/nope -f $live
expect "no object" 3
run new fixture -f $live
expect "no word" 2
run new fixture widget/a -f $live --from x
expect "--from" 2

# The live objects of the example, too.
for word in deploy/web certificate/shop-tls hr/redis; do
    run new fixture $word -f docs/examples/shop/live.yaml --dir -
    expect "$word" 0
done

finish
