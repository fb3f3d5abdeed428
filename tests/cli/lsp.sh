#!/usr/bin/env bash
# vitals lsp: scripted sessions. All input is written at once, so that nothing depends on time: before it shuts down the
# server has published the findings of every open text.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# message JSON: one message in the input.
message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf '%s' "$1" | wc -c)" "$1" >>"$work/in"; }
# request ID METHOD PARAMS and notify METHOD PARAMS.
request() { message "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"$2\",\"params\":$3}"; }
notify() { message "{\"jsonrpc\":\"2.0\",\"method\":\"$1\",\"params\":$2}"; }
# begin [CAPABILITIES]: a new session; end: shut down and run it. Messages are one a line in out.
begin() {
    : >"$work/in"
    request 0 initialize "{\"capabilities\":${1:-{\}}}"
    notify initialized '{}'
}
end() {
    request 99 shutdown null
    notify exit null
    "$vitals" lsp "$@" <"$work/in" 2>"$work/err" | sed 's/Content-Length: [0-9]*\r*/\n/g' | tr -d '\r' | sed '/^$/d' >"$work/out"
    status=${PIPESTATUS[0]}
}
# open PATH JSON-TEXT; change VERSION PATH CHANGES.
open() { notify textDocument/didOpen "{\"textDocument\":{\"uri\":\"file://$1\",\"languageId\":\"lua\",\"version\":1,\"text\":$2}}"; }
change() { notify textDocument/didChange "{\"textDocument\":{\"uri\":\"file://$2\",\"version\":$1},\"contentChanges\":$3}"; }
at() { printf '{"textDocument":{"uri":"file://%s"},"position":{"line":%d,"character":%d}}' "$1" "$2" "$3"; }
lines() { printf '{"textDocument":{"uri":"file://%s"},"range":{"start":{"line":%d,"character":0},"end":{"line":%d,"character":0}},"context":{"diagnostics":[]}}' "$1" "$2" "$2"; }

script=$work/tree/example.com/Widget/health.lua
mkdir -p "$work/tree/example.com/Widget/testdata"
printf '%s\n' 'apiVersion: example.com/v1' 'kind: Widget' 'metadata: {name: a}' 'status: {phase: Ready, sizes: {small: 1}}' \
    >"$work/tree/example.com/Widget/testdata/ready.yaml"
printf '%s\n' 'tests:' '- healthStatus: {status: Healthy, message: ""}' '  inputPath: testdata/ready.yaml' \
    >"$work/tree/example.com/Widget/health_test.yaml"

# Findings, also of text that is not on the disk, and where an edit leaves them.
begin
open "$script" '"local unused = 1\nif obj.status.phase == \"Ready\" then\n  return { status = \"Helthy\", message = \"\" }\nend\nreturn { status = \"Progressing\", message = \"\" }\n"'
request 1 textDocument/hover "$(at "$script" 2 24)"
request 2 textDocument/codeAction "$(lines "$script" 0)"
request 3 textDocument/hover "$(at "$script" 1 18)"
end
expect "a session" 0
says "a session" out '"positionEncoding":"utf-16"'
says "findings" out '"code":"lua-unused"'
says "findings" out '"range":{"start":{"line":2,"character":20},"end":{"line":2,"character":21}},"severity":1,"code":"lua-invalid-status"'
says "findings" out '"code":"lua-nil-index"'
says "a fix" out '"kind":"quickfix","edit":{"documentChanges"'
says "a fix" out '"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"newText":""'
says "all fixes" out '"kind":"source.fixAll"'
says "values of fixtures" out 'ready.yaml`: `\"Ready\"`'
says "shut down" out '{"jsonrpc":"2.0","id":99,"result":null}'

# The same findings as vitals lint has of the file.
begin
open "$script" '"return {}\n"'
change 2 "$script" '[{"text":"hs = {}\nif obj.status.phase == \"Ready\" then\n  hs.status = \"Healthy\"\nend\nreturn hs\n"}]'
end
grep publishDiagnostics "$work/out" | tail -n 1 | grep -o '"code":"[a-z-]*"' | sort >"$work/of_lsp"
printf 'hs = {}\nif obj.status.phase == "Ready" then\n  hs.status = "Healthy"\nend\nreturn hs\n' >"$script"
run lint "$script" -o json
grep -o '"rule": *"[a-z-]*"' "$work/out" | sed 's/"rule": */"code":/' | sort >"$work/of_lint"
[ -s "$work/of_lint" ] || fail "lint has no findings"
diff "$work/of_lint" "$work/of_lsp" >&2 || fail "the findings differ from those of lint"

# Positions: the pear takes four bytes, and two units of UTF-16. A change behind it ends in the same text with both.
for encoding in utf-8 utf-16; do
    begin "{\"general\":{\"positionEncodings\":[\"$encoding\"]}}"
    unit=2
    [ "$encoding" = utf-8 ] && unit=4
    open "$work/x/health.lua" '"local pear = \"🍐x\" return { status = pear }\n"'
    change 2 "$work/x/health.lua" "[{\"range\":{\"start\":{\"line\":0,\"character\":$((14 + unit))},\"end\":{\"line\":0,\"character\":$((15 + unit))}},\"text\":\"y\"},
        {\"range\":{\"start\":{\"line\":0,\"character\":14},\"end\":{\"line\":0,\"character\":$((15 + unit))}},\"text\":\"Wrong\"}]"
    end
    says "the encoding $encoding" out "\"positionEncoding\":\"$encoding\""
    says "a change in $encoding" out 'Wrong'
done

# Completion: statuses, fields by custom and of fixtures, functions.
begin
open "$script" '"local phase = obj.status.\nlocal small = obj.status.sizes.\nreturn { status = \"\" }\n"'
request 1 textDocument/completion "$(at "$script" 0 25)"
request 2 textDocument/completion "$(at "$script" 1 31)"
request 3 textDocument/completion "$(at "$script" 2 19)"
open "$work/flux.yaml" '"healthCheckExprs:\n- current: status.phase == \"a\" && has(status.x)\n"'
request 4 textDocument/completion "$(at "$work/flux.yaml" 1 11)"
request 5 textDocument/hover "$(at "$work/flux.yaml" 0 3)"
request 6 textDocument/hover "$(at "$work/flux.yaml" 1 11)"
end
says "a field of a fixture" out '{"label":"sizes","kind":5,"detail":"in a fixture"}'
says "a field by custom" out '{"label":"conditions","kind":5,"detail":"list"}'
says "a field at depth" out '"id":2,"result":[{"label":"small"'
says "statuses" out '"id":3,"result":[{"label":"Healthy","kind":12'
says "functions" out '{"label":"startsWith","kind":3'
says "nothing to say" out '"id":5,"result":null'
says "a field of every kind" out '`.status`: object'

# The fixture behind a path; closing takes the findings away.
test_file=$work/tree/example.com/Widget/health_test.yaml
begin
open "$test_file" '"tests:\n- healthStatus: {status: Healthy}\n  inputPath: testdata/ready.yaml\n"'
request 1 textDocument/definition "$(at "$test_file" 2 5)"
notify textDocument/didClose "{\"textDocument\":{\"uri\":\"file://$test_file\"}}"
end
says "the fixture" out '"uri":"file://'"$work"'/tree/example.com/Widget/testdata/ready.yaml"'
says "closed" out '"diagnostics":[]'

# Lenses: the outcome of each test with the files as they are in the editor, and the command that runs them.
begin
open "$script" '"if obj.status.phase == \"Ready\" then\n  return { status = \"Degraded\", message = \"it is not\" }\nend\nreturn { status = \"Progressing\", message = \"\" }\n"'
open "$test_file" "$(python3 -c 'import json,sys; print(json.dumps(open(sys.argv[1]).read()))' "$test_file")"
request 1 textDocument/codeLens "{\"textDocument\":{\"uri\":\"file://$test_file\"}}"
request 2 workspace/executeCommand "{\"command\":\"vitals.test\",\"arguments\":[\"file://$test_file\",2]}"
request 3 textDocument/hover "$(at "$script" 1 12)"
request 4 workspace/executeCommand '{"command":"no.such","arguments":[]}'
request 5 textDocument/codeLens '{"textDocument":{"uri":"file:///nosuch"}}'
end
says "all tests" out '"title":"0 of 1 tests pass","command":"vitals.test"'
says "a test" out '"line":1,"character":0}},"command":{"title":"fails: Degraded: it is not; expected Healthy"'
says "the command" out '"method":"window/showMessage","params":{"type":1,"message":"0 of 1 tests pass\nexample.com/Widget/testdata/ready.yaml fails: Degraded: it is not; expected Healthy"}'
says "the command" out '{"jsonrpc":"2.0","id":2,"result":null}'
says "where a fixture ends" out '`ready.yaml` ends here: Degraded: it is not'
says "a command that is none" out '{"jsonrpc":"2.0","id":4,"result":null}'
says "no lenses" out '{"jsonrpc":"2.0","id":5,"result":[]}'

# Schemas: fields with what they are, in a script of a tree, of an argocd-cm, and in an expression.
printf '%s\n' 'apiVersion: apiextensions.k8s.io/v1' 'kind: CustomResourceDefinition' 'metadata: {name: widgets.example.com}' \
    'spec:' '  group: example.com' '  names: {kind: Widget}' '  versions:' '  - name: v1' '    schema:' '      openAPIV3Schema:' \
    '        type: object' '        properties:' '          status:' '            type: object' '            required: [stage]' \
    '            properties:' '              stage: {type: string, enum: [Up, Down], description: How far it is.}' \
    '              parts: {type: array, items: {type: object, properties: {ready: {type: boolean}}}}' >"$work/crd.yaml"
cm=$work/cm.yaml
begin
open "$script" '"local a = obj.status.stage\nreturn { status = \"Healthy\", message = obj.status. }\n"'
request 1 textDocument/hover "$(at "$script" 0 23)"
request 2 textDocument/completion "$(at "$script" 1 50)"
open "$cm" '"kind: ConfigMap\napiVersion: v1\ndata:\n  resource.customizations.health.example.com_Widget: |\n    return { status = obj.status. }\n"'
request 3 textDocument/completion "$(at "$cm" 4 33)"
open "$work/flux2.yaml" '"healthCheckExprs:\n- current: status.parts[0].\n  kind: Widget\n  apiVersion: example.com/v1\n- kind: Other\n"'
request 4 textDocument/completion "$(at "$work/flux2.yaml" 1 28)"
request 5 textDocument/completion "$(at "$work/flux2.yaml" 1 11)"
end --schemas "$work/crd.yaml"
says "a field of the schema" out '`.status.stage`: string, always there. How far it is.'
says "fields in a script" out '"id":2,"result":[{"label":"phase","kind":5,"detail":"in a fixture"},{"label":"sizes","kind":5,"detail":"in a fixture"},{"label":"parts","kind":5,"detail":"list"},{"label":"stage","kind":5,"detail":"string, always there"}]'
says "fields in an argocd-cm" out '"id":3,"result":[{"label":"parts","kind":5,"detail":"list"},{"label":"stage","kind":5,"detail":"string, always there"}]'
says "fields of items in an expression" out '"id":4,"result":[{"label":"ready","kind":5,"detail":"boolean"}'

# Keys of an argocd-cm, and the kinds that they name.
begin
open "$cm" '"data:\n  resource.cus\n  resource.customizations.health.cert\n"'
request 1 textDocument/completion "$(at "$cm" 1 14)"
request 2 textDocument/completion "$(at "$cm" 2 37)"
end
says "keys" out '"id":1,"result":[{"label":"resource.customizations","kind":5,"textEdit":{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":14}},"newText":"resource.customizations"}},{"label":"resource.customizations.health.",'
says "kinds" out '"newText":"resource.customizations.health.cert-manager.io_Certificate"'

# A request that is cancelled before its turn.
begin
request 1 textDocument/hover "$(at "$script" 0 23)"
notify '$/cancelRequest' '{"id":1}'
request 2 textDocument/hover "$(at "$script" 0 23)"
end
says "cancelled" out '"id":1,"error":{"code":-32800'
says "not cancelled" out '"id":2,"result":null'

# What is wrong costs only itself.
begin
message 'this is not JSON'
request 1 no/such "{}"
request 2 textDocument/hover '{"textDocument":{"uri":"file:///nosuch"},"position":{"line":-5,"character":9999999999}}'
request 3 textDocument/codeAction '[]'
notify textDocument/didChange '{"textDocument":{"uri":"file:///nosuch"}}'
notify '$/cancelRequest' '{"id":1}'
end
expect "wrong messages" 0
says "not JSON" out '"code":-32700'
says "no such method" out '"code":-32601'
says "no such text" out '{"jsonrpc":"2.0","id":2,"result":null}'
: >"$work/in"
request 1 textDocument/hover '{}'
end
says "before initialize" out '"code":-32002'
printf 'Content-Length: 99999999999\r\n\r\n' >"$work/in"
"$vitals" lsp <"$work/in" >"$work/out" 2>"$work/err"
status=$?
expect "a header without a size" 1
says "a header without a size" err 'without a usable Content-Length'
run lsp file.lua
expect "lsp of a file" 2

# Random edits end in the findings of vitals lint.
python3 tests/cli/lsp_edits.py "$vitals" 300 || fail "random edits"

finish
