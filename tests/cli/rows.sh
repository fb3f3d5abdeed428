#!/usr/bin/env bash
# -q, --no-headers and --sort-by of the commands that print rows.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# list: rows by any column, titles or none, nothing at all.
run list functions
head -n 1 "$work/out" >"$work/title"
tail -n +2 "$work/out" | sort >"$work/rows"
run list functions --no-headers --sort-by library
expect "list functions" 0
if diff <(sort "$work/out") "$work/rows" >&2; then pass; else fail "sorting loses rows"; fi
says_not "without titles" out SIGNATURE
run list checks --sort-by check --no-headers
expect "list checks" 0
if awk '{ print $2 }' "$work/out" | LC_ALL=C sort -c; then pass; else fail "list checks: not sorted"; fi
run list kinds --sort-by "argo cd" --no-headers
expect "a title of two words" 0
if awk '$3 == "yes" { seen = 1 } $3 == "no" && seen { exit 1 }' "$work/out"; then pass; else fail "list kinds: not sorted"; fi
run list kinds --sort-by colour
expect "no such column" 2
says "no such column" err "no column 'colour' to sort by; there are KIND, SOURCE, ARGO CD, STATUSES, FIELDS"
for what in checks kinds functions; do
    for form in table json; do
        run list $what -q -o $form
        expect "list $what -q -o $form" 0
        equals "list $what -q -o $form" out ""
    done
done
printf 'a: [\n' >"$work/broken.yaml"
run list checks -q --argocd-cm "$work/broken.yaml"
expect "errors are shown" 3
says "errors are shown" err "no customization of health in it"

# compare, test, eval.
data=tests/cli/data/compare
run compare -f $data/ordinary.yaml -q
expect "compare -q" 1
equals "compare -q" out ""
equals "compare -q" err ""
run compare -f $data/ordinary.yaml --no-headers
says_not "compare --no-headers" out KSTATUS
run test resource_customizations/batch/CronJob -q
expect "test -q" 0
equals "test -q" out ""
run eval --current 'has(status.phase)' -f docs/examples/shop widget -q
equals "eval -q" out ""

# Watches: trees and reports again when a verdict changes.
event() {
    printf '{"type":"%s","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","namespace":"shop","uid":"%s"},"spec":{"storageClassName":"fast"},"status":{"phase":"%s"}}}\n' "$@"
}
watched() {
    event ADDED a u1 Pending
    await has out 'a  *Progressing|"status": "Progressing"'
    event MODIFIED a u1 Pending # nothing new to print
    sleep 0.5
    event MODIFIED a u1 Bound
    await has out 'a  *Healthy|"status": "Healthy"'
    event DELETED a u1 Bound
}
assess_watch watched -o tree
equals "a tree" out "$(printf 'shop                        Progressing  caused by PersistentVolumeClaim:shop/a\n└─ PersistentVolumeClaim/a  Progressing\n\nshop                        Healthy\n└─ PersistentVolumeClaim/a  Healthy')"
assess_watch watched -o json
for status in Progressing Healthy; do
    says "a report" out "\"status\": \"$status\""
done
if [ "$(grep -c '^  "items"' "$work/out")" -eq 3 ]; then pass; else fail "a report for each change"; fi

finish
