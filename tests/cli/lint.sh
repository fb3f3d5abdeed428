#!/usr/bin/env bash
# vitals lint: every output form to the byte, exit statuses, and wrong usage.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

data=tests/cli/data/lint

for form in pretty github json sarif; do
    run lint $data -o $form
    expect "-o $form" 1
    golden "lint.$form"
done

run lint $data --color always
says "colours" out $'\x1b['

# Errors fail, warnings only when asked.
check=$data/resource_customizations/example.com/Widget/health.lua
run lint $check
expect "a warning" 0
says "a warning" out "[no-fixtures]"
run lint $check --fail-on warning
expect "--fail-on warning" 1
run lint $data/values.yaml
expect "nothing to lint" 3
equals "nothing to lint" out "0 errors, 0 warnings, 0 notes in 0 files"

# A check that is named alone is linted with the files beside it.
run lint resource_customizations/batch/CronJob/health.lua
expect "a single check" 0
says "a single check" out "0 errors, 0 warnings, 0 notes in 1 file"
run lint resource_customizations --fail-on warning
expect "the project's own checks" 0

run lint
expect "no path" 2
says "no path" err "expected a path"
run lint $data -o xml
expect "an unknown form" 2
run lint no/such/path
expect "a path that is not there" 3
says "a path that is not there" err "no/such/path: No such file or directory"
run lint no/such/path $data
expect "a path that is not there beats findings" 3
says "the rest is linted all the same" out "[key-unknown-group]"

run lint --list
expect "--list" 0
cp "$work/out" "$work/list"
run list lint
expect "list lint" 0
equals "both list the same" out "$(cat "$work/list")"
says "list lint" out "key-unknown-group"
run list lint -o json
says "list lint -o json" out '"id":	"key-unknown-group"'

finish
