#!/usr/bin/env bash
# Rules from where people keep them: an umbrella chart's values through assess, test and lint, and the other forms.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

script='hs = {status = "Progressing", message = "waiting"}
if obj.status.ready == true then hs = {status = "Suspended", message = "by the values"} end
return hs'
key=resource.customizations.health.example.com_Widget
indent() { sed "s/^/$1/" <<<"$script"; }

cat >"$work/cm.yaml" <<EOF
apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm}
data:
  $key: |
$(indent '    ')
EOF
cat >"$work/values.yaml" <<EOF
global: {domain: example.com}
platform:
  gitops:
    configs:
      cm:
        timeout.reconciliation: 60s
        $key: |
$(indent '          ')
EOF
cat >"$work/app.yaml" <<EOF
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: argocd}
spec:
  source:
    chart: argo-cd
    helm:
      values: |
        configs:
          cm:
            $key: |
$(indent '              ')
EOF
mkdir -p "$work/kustomize/other"
cat >"$work/kustomize/kustomization.yaml" <<EOF
kind: Kustomization
patches:
- target: {kind: ConfigMap, name: argocd-cm}
  patch: |
    - op: add
      path: /data/$key
      value: |
$(indent '        ')
EOF
printf 'a: [\n' >"$work/kustomize/other/unrelated.yaml"
# A literal, a file of a generator, a patch and a resource that are files, a parameter of Helm.
mkdir -p "$work/literal" "$work/generated/checks" "$work/patched" "$work/resource"
cat >"$work/literal/kustomization.yaml" <<EOF
configMapGenerator:
- name: argocd-cm
  behavior: merge
  literals:
  - |-
    $key=
$(indent '    ')
EOF
cat >"$work/generated/kustomization.yaml" <<EOF
configMapGenerator:
- name: argocd-cm
  files: [$key=checks/widget.lua]
EOF
printf '%s\n' "$script" >"$work/generated/checks/widget.lua"
printf 'patches:\n- path: cm.yaml\n' >"$work/patched/kustomization.yaml"
printf 'resources: [../base, https://example.com/x.yaml, cm.yaml]\n' >"$work/resource/kustomization.yaml"
cp "$work/cm.yaml" "$work/patched"
cp "$work/cm.yaml" "$work/resource"
cat >"$work/parameter.yaml" <<EOF
kind: Application
spec:
  source:
    helm:
      parameters:
      - name: configs.cm.resource\\.customizations\\.health\\.example\\.com_Widget
        value: |
$(indent '          ')
EOF
forms="values.yaml app.yaml kustomize kustomize/kustomization.yaml literal literal/kustomization.yaml
       generated/kustomization.yaml patched/kustomization.yaml resource/kustomization.yaml parameter.yaml"
cat >"$work/ready.yaml" <<'EOF'
apiVersion: example.com/v1
kind: Widget
metadata: {name: a, namespace: shop, uid: u1}
status: {ready: true}
EOF

# The same verdict as by the rendered ConfigMap; only the place of the rule differs.
without_place() { sed 's/"at":"[^"]*"//' "$work/out"; }
run assess -f "$work/ready.yaml" -o ndjson --profile argocd --argocd-cm "$work/cm.yaml"
expect "a ConfigMap" 0
without_place >"$work/rendered"
for file in $forms; do
    run assess -f "$work/ready.yaml" -o ndjson --profile argocd --argocd-cm "$work/$file"
    expect "$file" 0
    if diff <(without_place) "$work/rendered" >&2; then pass; else fail "$file: another verdict"; fi
    run assess -f "$work/ready.yaml" --rules "$work/$file"
    says "--rules $file" out "by the values"
done
run explain widget/a -f "$work/ready.yaml" --argocd-cm "$work/values.yaml"
says "the line of the values" out "values.yaml:7"
says "the line of the script" out "return hs"

# As a check's tests see it.
mkdir -p "$work/checks/example.com/Widget/testdata"
cp "$work/ready.yaml" "$work/checks/example.com/Widget/testdata/ready.yaml"
printf 'return {}\n' >"$work/checks/example.com/Widget/health.lua"
cat >"$work/checks/example.com/Widget/health_test.yaml" <<'EOF'
tests:
- healthStatus: {status: Suspended, message: by the values}
  inputPath: testdata/ready.yaml
EOF
for file in cm.yaml $forms; do
    [ -d "$work/$file" ] && continue
    run test "$work/checks" --argocd-cm "$work/$file" --incomplete off
    expect "test with $file" 0
done

# Lint finds the same in the same script, on its line of the file.
sed 's/Suspended/Suspnded/' "$work/cm.yaml" >"$work/mistake.yaml"
run lint "$work/mistake.yaml"
says "lint of the ConfigMap" out "Suspnded"
findings() { sed -n 's/^[^ ]*:[0-9]*:[0-9]*: //p' "$work/out"; }
findings >"$work/rendered"
for file in values.yaml app.yaml kustomize/kustomization.yaml; do
    sed 's/Suspended/Suspnded/' "$work/$file" >"$work/mistake.yaml"
    run lint "$work/mistake.yaml"
    expect "lint of $file" 1
    if diff <(findings) "$work/rendered" >&2; then pass; else fail "lint of $file: other findings"; fi
    says "lint of $file" out "mistake.yaml:$(grep -n Suspnded "$work/mistake.yaml" | cut -d: -f1):"
done
for name in literal generated patched resource; do
    rm -rf "$work/mistakes" && cp -r "$work/$name" "$work/mistakes"
    find "$work/mistakes" -type f -exec sed -i 's/Suspended/Suspnded/' {} +
    run lint "$work/mistakes/kustomization.yaml"
    expect "lint of $name" 1
    if diff <(findings) "$work/rendered" >&2; then pass; else fail "lint of $name: other findings"; fi
    place=$(cd "$work" && grep -rn Suspnded mistakes | cut -d: -f1,2)
    says "lint of $name" out "$place:"
    run lint "$work/mistakes"
    if diff <(findings) "$work/rendered" >&2; then pass; else fail "lint of the directory $name"; fi
done
{
    printf 'kind: ArgoCD\nspec:\n  resourceHealthChecks:\n  - group: example.com\n    kind: Widget\n    check: |\n'
    indent '      ' | sed 's/Suspended/Suspnded/'
} >"$work/mistake.yaml"
run lint "$work/mistake.yaml"
says "lint of the operator's resource" out "mistake.yaml:8:"

# --key, repetition, patches that remove.
printf 'mine:\n  data:\n    %s: return {status = "Suspended"}\n' "$key" >"$work/mine.yaml"
for path in .mine.data mine.data; do
    run assess -f "$work/ready.yaml" --argocd-cm "$work/mine.yaml" --key $path
    says "--key $path" out Suspended
done
run test "$work/checks" --argocd-cm "$work/mine.yaml" --key mine.data --incomplete off --statuses-only
expect "test --key" 0
sed 's/Suspended/Suspnded/' "$work/mine.yaml" >"$work/mistake.yaml"
run lint "$work/mistake.yaml" --key mine.data
says "lint --key" out "Suspnded"
printf 'mine: |\n  %s: return {status = "Suspnded"}\nhidden: x\n' "$key" >"$work/mistake.yaml"
run lint "$work/mistake.yaml"
expect "lint of data that is not recognised" 3
run lint "$work/mistake.yaml" --key .mine
expect "lint --key of a text" 1
says "lint --key of a text" out "mistake.yaml:2:"
run assess -f "$work/ready.yaml" --argocd-cm "$work/mine.yaml" --key .nothing
expect "--key of nothing" 3
printf 'data: {%s: null}\n' "$key" >"$work/null.yaml"
run assess -f "$work/ready.yaml" --argocd-cm "$work/cm.yaml" --argocd-cm "$work/null.yaml"
expect "a patch that removes" 0
says "a patch that removes" out Unassessed
run assess -f "$work/ready.yaml" --argocd-cm "$work/cm.yaml" --argocd-cm "$work/ready.yaml"
expect "a second file without rules" 3
says "a second file without rules" err "ready.yaml: no customization of health in it; it looks like an object of kind Widget"
mkdir "$work/empty" && cp "$work/ready.yaml" "$work/empty"
run assess -f "$work/ready.yaml" --rules "$work/empty"
expect "a directory without rules" 3
says "a directory without rules" err "no rule in the files of this directory"

# What a kustomization names is read below its directory only.
for path in checks/none.lua ../cm.yaml /etc/passwd; do
    printf 'configMapGenerator:\n- files: [%s=%s]\n' "$key" "$path" >"$work/generated/kustomization.yaml"
    run assess -f "$work/ready.yaml" --argocd-cm "$work/generated/kustomization.yaml"
    expect "a file at $path" 3
    says "a file at $path" err "kustomization.yaml:2:11: $path: "
    run lint "$work/generated"
    expect "lint of a file at $path" 3
    says "lint of a file at $path" err "kustomization.yaml:2:11: $path: "
done
printf '\xff' >"$work/generated/checks/none.lua"
printf 'configMapGenerator:\n- files: [%s=checks/none.lua]\n' "$key" >"$work/generated/kustomization.yaml"
run assess -f "$work/ready.yaml" --argocd-cm "$work/generated/kustomization.yaml"
says "a file that is not UTF-8" err "the file is not UTF-8, and becomes binaryData"

# A template, in a value and as a whole.
printf 'configs:\n  cm:\n    %s: |\n      {{ .Values.health }}\n' "$key" >"$work/template.yaml"
run assess -f "$work/ready.yaml" --argocd-cm "$work/template.yaml"
expect "a template" 3
says "a template" err "template.yaml:4:7: $key has the template {{ .Values.health }}: render it first"
says "a template" out Unknown
printf 'data:\n  {{- with .Values.x }}\n  %s: x\n' "$key" >"$work/chart.yaml"
run assess -f "$work/ready.yaml" --argocd-cm "$work/chart.yaml"
expect "a template as a whole" 3
says "a template as a whole" err "chart.yaml:2:1: warning: {{- with .Values.x }} is a template of Helm: render it first"
equals "a template as a whole" out ""

# Kustomizations in a List and in a directory.
mkdir "$work/flux"
cat >"$work/flux/list.yaml" <<'EOF'
kind: List
apiVersion: v1
items:
- apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: {name: apps}
  spec:
    wait: true
    healthCheckExprs:
    - {apiVersion: example.com/v1, kind: Widget, current: status.ready}
EOF
for path in flux/list.yaml flux; do
    run assess -f "$work/ready.yaml" --profile flux --exprs "$work/$path"
    expect "--exprs $path" 0
    says "--exprs $path" out "current holds: status.ready"
done

# Karmada.
cat >"$work/karmada.yaml" <<'EOF'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: widgets}
spec:
  target: {apiVersion: example.com/v1, kind: Widget}
  customizations:
    healthInterpretation:
      luaScript: |
        function InterpretHealth(observedObj)
          return observedObj.status.ready ~= true
        end
EOF
run explain widget/a -f "$work/ready.yaml" --rules "$work/karmada.yaml"
says "Karmada" out "Decided by   interpreter example.com/Widget"
says "Karmada" out "Degraded: InterpretHealth returned false"
run explain widget/a -f "$work/ready.yaml"
says_not "without Karmada" out interpreter
run assess -f "$work/ready.yaml" --rules "$work/karmada.yaml" --profile argocd
says "Karmada in profile argocd" out Unassessed

# Old and new rules in any form.
run compare -f "$work/ready.yaml" --from "$work/karmada.yaml" --to "$work/values.yaml"
expect "compare" 1
says "compare" out "Suspended"

# Directories: an overlay may replace or remove each key of its base. The last one decides.
mkdir -p "$work/kz/base" "$work/kz/prod" "$work/kz/none"
cp "$work/cm.yaml" "$work/kz/base"
sed 's/by the values/by the overlay/' "$work/cm.yaml" >"$work/kz/prod/cm.yaml"
echo "kind: ConfigMap" >"$work/kz/none/cm.yaml"
overlay=(--argocd-cm "$work/kz/base" --argocd-cm "$work/kz/prod")
run assess -f "$work/ready.yaml" -o ndjson --profile argocd "${overlay[@]}"
expect "assess with an overlay that replaces all keys" 0
says "assess with an overlay" out '"message":"by the overlay"'
run assess -f "$work/ready.yaml" -o ndjson --profile argocd --argocd-cm "$work/kz/prod" --argocd-cm "$work/kz/base"
says "assess with the base last" out '"message":"by the values"'
run compare -f "$work/ready.yaml" "${overlay[@]}"
expect "compare with an overlay" 0
says "compare with an overlay" out "Suspended"
run explain widget/a -f "$work/ready.yaml" "${overlay[@]}"
says "explain with an overlay" out "by the overlay"
run lint "$work/kz/base" "$work/kz/prod"
expect "lint of both" 0
sed "s/$key: .*/$key: null/; /^    /d" "$work/cm.yaml" >"$work/kz/prod/cm.yaml"
run assess -f "$work/ready.yaml" --profile argocd "${overlay[@]}"
expect "an overlay that removes all keys" 0
run assess -f "$work/ready.yaml" --argocd-cm "$work/kz/base" --argocd-cm "$work/kz/none"
expect "a directory without a customization, beside another" 3
says "a directory without a customization" err "kz/none: no customization of health in the files of this directory"

# What names other files says which of them are not read.
says_unread() { # NAME TEXT: the file is stdin
    cat >"$work/$1"
    run assess -f "$work/ready.yaml" --argocd-cm "$work/$1"
    expect "$1: nothing is taken" 3
    says "$1: what is not read" err "$2"
}
mkdir -p "$work/over"
says_unread over/kustomization.yaml "bases and components of a kustomization are not read; give them too" <<'EOF'
resources: [../base]
EOF
says_unread env.yaml "envs of a generator are not read" <<'EOF'
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
configMapGenerator: [{name: argocd-cm, envs: [cm.env]}]
EOF
says_unread sources.yaml "files under valueFiles are not read; give them too" <<'EOF'
apiVersion: argoproj.io/v1alpha1
kind: Application
spec: {sources: [{ref: values}, {chart: argo-cd, helm: {valueFiles: [$values/a.yaml]}}]}
EOF

finish
