#!/usr/bin/env bash
# vitals cel and vitals list functions: values, errors, exit statuses, traces and batches.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

printf '%s' '{"kind":"K","status":{"phase":"Ready","conditions":[{"type":"Ready","status":"True"}]}}' >"$work/in"

run_with_input cel "status.phase == 'Ready'" -f -
expect "true" 0
equals "true" out true
run_with_input cel "status.phase != 'Ready'" -f -
expect "false" 1
equals "false" out false
run_with_input cel "status.conditions.map(c, c.type)" -f -
expect "a value" 0
equals "a value" out '["Ready"]'
run_with_input cel "status.missing" -f -
expect "an error" 3
says "an error" err "no such key: missing"
run_with_input cel "status." -f -
expect "does not parse" 3
says "does not parse" err "ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'"
run_with_input cel --trace "has(status.phase) && kind == 'K'" -f -
expect "trace" 0
says "trace" out 'has(status.phase) = true'
says "trace" out "kind == 'K' = true"
run_with_input cel --check "dep.status.phase == self.status.phase" -f -
expect "checked" 0
printf '{"kind":"Kustomization","metadata":{"name":"app"}}' >"$work/self.json"
printf '{"kind":"Database","metadata":{"name":"db"},"status":{"ready":true}}' >"$work/dep.json"
run cel --ready-expr "self.kind != dep.kind && dep.status.ready == true" -f "$work/self.json" --dep "$work/dep.json"
expect "readyExpr over two objects" 0
run cel --ready-expr "dep.status.ready" -f "$work/self.json" --dep "$work/dep.json"
expect "readyExpr that may not be a bool" 3
says "readyExpr that may not be a bool" err "CEL expression output type mismatch: expected bool, got dyn"
run cel --ready-expr "status.ready == true"
says "readyExpr of an undeclared name" err "undeclared reference to 'status' (in container '')"
run cel --ready-expr "true" --dep "$work/dep.json"
expect "--dep alone" 2
run cel --check "other.x"
expect "undeclared" 3
says "undeclared" err "undeclared reference to 'other' (in container '')"
printf 'message Spec { replicas: int, paused: wrapper(bool) }\nspec: Spec\n' >"$work/spec.decl"
printf '{"spec":{"replicas":3}}' >"$work/object.json"
run cel --declare "@$work/spec.decl" --declare 'string.shout(): string' "spec.replicas > 1" -f "$work/object.json"
expect "declared" 0
equals "declared" out true
run cel --declare "@$work/spec.decl" "spec.replica > 1" -f "$work/object.json"
expect "a field that is not declared" 3
says "a field that is not declared" err "ERROR: <input>:1:5: undefined field 'replica'"
run cel --declare 'self: Spec' "self.replicas > 1"
expect "a broken declaration" 3
says "a broken declaration" err "ERROR: <declarations>:1:7: unknown type 'Spec'"
run cel --declare "@$work/no-such-file" 1
expect "no file of declarations" 3
run cel --env spec "math.greatest(1, 2) == 2"
expect "spec" 0
run cel
expect "no expression" 2
run cel 1 -f "$work/no-such-file"
expect "no such file" 3

cat >"$work/in" <<'LINES'
{"expr":"x + 1","vars":{"x":1}}
{"env":"spec","mode":"compile","expr":"x","bindings":{"x":{"t":"uint","v":"7"}}}
{"expr":"1 +"}

{"expr":"int('x')"}
{"mode":"compile","declarations":"w: wrapper(int)","expr":"true ? w : null","bindings":{"w":{"t":"int","v":"7"}}}
{"expr":"[][0]"}
LINES
run_with_input cel --batch -
expect "batch" 0
says "batch" out '{"outcome":"value","type":"int","text":"2"}'
says "batch" out '{"outcome":"value","type":"uint","text":"7u","deduced":"dyn"}'
says "batch" out '{"outcome":"value","type":"int","text":"7","deduced":"wrapper(int)"}'
says "batch" out '{"outcome":"parse_error","type":"","text":"ERROR: <input>:1:4: '
says "batch" out "{\"outcome\":\"program_error\",\"type\":\"\",\"text\":\"type conversion error from 'string' to 'int'\"}"
says "batch" out '{"outcome":"eval_error","type":"","text":"index out of bounds: 0"}'
printf '%s\n' 'nonsense' '{"expr":"1"}' >"$work/in"
run_with_input cel --batch -
expect "lines that are none" 3
[ "$(wc -l <"$work/out")" -eq 2 ] && pass || fail "answers are not in step with lines"

printf '%s\n' '{"mode":"compile","declarations":"x","expr":"1"}' >"$work/in"
run_with_input cel --batch -
expect "a batch of broken declarations" 3
says "a batch of broken declarations" err "line 1: ERROR: <declarations>:1:2: expected ':' or '(' but found the end of the text"

run list functions
expect "list functions" 0
says "list functions" out "startsWith"
says_not "list functions" out "math.ceil"
run list functions --env spec -o json
expect "list functions as JSON" 0
says "list functions as JSON" out '"math_ceil_double"'

finish
