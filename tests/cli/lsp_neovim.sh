#!/usr/bin/env bash
# vitals lsp in Neovim 0.7 or newer: diagnostics, hover, completion, a fix, lenses and a definition, as the editor has them.
# shellcheck disable=SC1091,SC2154  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
command -v nvim >/dev/null || { echo "SKIPPED: Neovim is not installed"; exit 77; }

tree=$work/tree
mkdir -p "$tree/example.com/Widget/testdata"
printf '%s\n' 'apiVersion: example.com/v1' 'kind: Widget' 'metadata: {name: a}' 'status: {stage: Up}' >"$tree/example.com/Widget/testdata/ready.yaml"
printf '%s\n' 'tests:' '- healthStatus: {status: Healthy, message: ""}' '  inputPath: testdata/ready.yaml' >"$tree/example.com/Widget/health_test.yaml"
printf '%s\n' 'if obj.status.stage == "Upp" then' '  local unused = 1' '  return { status = "Healthy", message = "" }' 'end' \
    'return { status = "Progressing", message = "" }' >"$tree/example.com/Widget/health.lua"
printf '%s\n' 'apiVersion: apiextensions.k8s.io/v1' 'kind: CustomResourceDefinition' 'metadata: {name: widgets.example.com}' \
    'spec:' '  group: example.com' '  names: {kind: Widget}' '  versions:' '  - name: v1' '    schema:' '      openAPIV3Schema:' \
    '        type: object' '        properties:' '          status:' '            type: object' '            required: [stage]' \
    '            properties:' '              stage: {type: string, enum: [Up, Down], description: How far it is.}' >"$tree/crd.yaml"

ROOT=$tree OUT=$work/out VITALS=$(realpath "$vitals") HOME=$work timeout 300 nvim --headless -u NONE -i NONE \
    -c 'luafile tests/cli/lsp_neovim.lua' >"$work/err" 2>&1 </dev/null
says "findings" out 'diagnostic: 0:3 lua-comparison'
says "findings" out 'diagnostic: 1:8 lua-unused'
says "a field" out '`.status.stage`: string, always there. How far it is.'
says "completion" out 'completion: stage in a fixture'
says "a fix" out 'action: Remove it, or begin its name with an underscore [lua-unused]'
says "a fix that is made" out 'fixed:   return { status = "Healthy", message = "" }'
says "lenses" out 'lens: 0 0 of 1 tests pass'
says "lenses" out 'lens: 1 fails: Progressing; expected Healthy'
says "the fixture" out "definition: file://$tree/example.com/Widget/testdata/ready.yaml"

finish
