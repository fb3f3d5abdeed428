#!/usr/bin/env bash
# assess --batch: scripts alone, one answer per line.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

cat >"$work/in" <<'LINES'
{"script":"return {status = 'Healthy', message = obj.name}","open_libs":false,"object":{"name":"n"}}
{"script":"return nil + 1","open_libs":false,"object":{}}

{"object":{"a":"}\"{"},"open_libs":true,"script":"return {status = 'Degraded', message = obj.a .. '!'}"}
{"script":"return {}","object":{}}
{"script":"local hs = {}\nhs.status = 'Progressing'\nreturn hs","object":{"metadata":{"name":"x"}}}
{"script":"","object":{}}
LINES
run_with_input assess --batch -
expect "batch" 0
sed -n 1p "$work/out" >"$work/line"
equals "a status" line '{"outcome":"status","status":"Healthy","message":"n","error":null}'
sed -n 2p "$work/out" >"$work/line"
says "an error" line '{"outcome":"error","status":null,"message":null,"error":"'
sed -n 3p "$work/out" >"$work/line"
equals "members in any order" line '{"outcome":"status","status":"Degraded","message":"}\"{!","error":null}'
sed -n 6p "$work/out" >"$work/line"
equals "an empty script" line '{"outcome":"status","status":"","message":"","error":null}'
[ "$(wc -l <"$work/out")" -eq 6 ] && pass || fail "batch: $(wc -l <"$work/out") answers"

printf '%s\n' '{"script":1,"object":{}}' 'nonsense' '{"script":"return {}"}' >"$work/in"
run_with_input assess --batch -
expect "lines that are not jobs" 3
[ "$(wc -l <"$work/out")" -eq 3 ] && pass || fail "answers are not in step with lines"
says "lines that are not jobs" err "line 2: unexpected 'o'"
run assess --batch "$work/no-such-file"
expect "no such file" 3
says "no such file" err "No such file or directory"

finish
