#!/usr/bin/env bash
# vitals eval: which expression decides, for which objects, and exit statuses.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

objects=tests/cli/data/compare/ordinary.yaml
cat >"$work/in.yaml" <<'END'
apiVersion: example.com/v1
kind: Widget
metadata: {name: one, generation: 2}
status: {observedGeneration: 2, phase: Ready, errors: 0, note: "2"}
END

# evaluates STATUS EXIT OPTION…: over the object above.
evaluates() {
    local word=$1 code=$2
    shift 2
    run eval -f "$work/in.yaml" "$@"
    expect "eval $*" "$code"
    says "eval $*" out "$word  Widget/one  "
}
evaluates Current 0 --current "status.phase == 'Ready'"
says "the message" out "current holds: status.phase == 'Ready' (.status.phase is \"Ready\")"
evaluates InProgress 4 --current "status.phase == 'Done'"
says "the message of none" out "current does not hold: "
evaluates Failed 1 --current true --failed "status.errors == 0"
evaluates InProgress 4 --current true --failed true --in-progress true
evaluates Unknown 1 --current status.none
says "an error" out "failed to evaluate the CEL expression 'status.none': no such key: none"
evaluates Unknown 1 --current status.note
says "not a boolean" out "failed to evaluate CEL expression as boolean: 'status.note'"
evaluates InProgress 4 --current status.none --missing=false

# Which objects an entry is for: group and kind, or the whole group; never the version.
evaluates Current 0 --api-version example.com/v9 --kind Widget --current true
evaluates Current 0 --api-version example.com/v1 --current true

# Rules of other projects.
rules_answer() { # STATUS EXIT RULES
    printf '%b' "$3" >"$work/rules.yaml"
    run eval -f "$work/in.yaml" --rules "$work/rules.yaml"
    expect "eval --rules $3" "$2"
    says "eval --rules $3" out "$1  Widget/one  "
}
graph='apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: g}\nspec: {resources: [{id: w, template: {apiVersion: example.com/v1, kind: Widget}, readyWhen: ["${w.status.phase == \x27%s\x27}"]}]}\n'
rules_answer Healthy 0 "${graph/\%s/Ready}"
rules_answer Progressing 4 "${graph/\%s/Done}"
run eval -f "$work/in.yaml" --rules "$work/rules.yaml" --current true
expect "eval with rules and expressions" 2
run eval --file $objects --api-version batch/v1 --kind Job --current true
expect "expressions come before Flux's reader of Jobs" 0
says "expressions come before Flux's reader of Jobs" out "Current  Job/import"
run eval --file "$work/in.yaml" --api-version example.com/v1 --kind Gadget --current true
expect "for another kind" 3
says "for another kind" err "no expression applies to these objects"

run eval -f $objects --exprs tests/cli/data/compare/new-exprs.yaml -o ndjson
expect "--exprs" 1
says "--exprs" out '"kstatus":{"status":"Failed","message":""'

# Wrong usage, and expressions that do not parse.
run eval -f "$work/in.yaml"
expect "nothing to evaluate" 2
run eval -f "$work/in.yaml" --current true --exprs x.yaml
expect "both ways" 2
run eval -f "$work/in.yaml" --current true --kind Widget
expect "--kind alone" 2
run eval -f "$work/in.yaml" --current true stray
expect "a stray word" 3
says "a stray word" err "no object matches 'stray'"
run eval -f "$work/in.yaml" --current "has(status)"
expect "has(status)" 3
says "has(status)" err "failed to parse the expression Current: "
says "has(status)" err "invalid argument to has() macro"
run eval -f "$work/none.yaml" --current true
expect "a file that is not there" 3

finish
