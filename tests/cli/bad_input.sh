#!/usr/bin/env bash
# Input that is broken, absent, hostile or huge: one clear line with the location for each, the rest is
# assessed, exit status 3. Sizes are checked for being linear by what they are, not by the clock.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

good() { printf 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: %s, uid: u-%s}\nstatus: {phase: Bound}\n' "$1" "$1"; }
good_json() { printf '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","uid":"u-%s"},"status":{"phase":"Bound"}}' "$1" "$1"; }
good first >"$work/good.yaml"

# one_line NAME TEXT: exit status 3, one line about it on stderr (before summary and hint), and the
# good object beside it was assessed.
one_line() {
    expect "$1" 3
    says "$1" err "$2"
    says "$1: the rest is assessed" out "first"
    grep -v -e '^hint' -e ' resources*[:;]' "$work/err" >"$work/lines"
    if [ "$(wc -l <"$work/lines")" -eq "${3:-1}" ]; then
        pass
    else
        fail "$1: not ${3:-1} lines but $(wc -l <"$work/lines")"
        head -n 5 "$work/lines" >&2
    fi
    [ "$(wc -c <"$work/err")" -lt 4000 ] && pass || fail "$1: $(wc -c <"$work/err") bytes of complaint"
}
beside() { run assess -f "$work/good.yaml" -f "$1" -o name "${@:2}"; }

beside "$work/no-such-file.yaml"
one_line "no file" "no-such-file.yaml: No such file or directory"

mkdir -p "$work/empty/nested" "$work/without"
echo hello >"$work/empty/README"
beside "$work/empty"
one_line "a directory without files" "$work/empty: no .yaml"
printf '# nothing but a comment\n' >"$work/without/a.yaml"
printf 'replicas: 3\nimage: {tag: v1}\n' >"$work/without/values.yaml"
run assess -f "$work/without"
expect "a directory without objects" 3
says "a directory without objects" err "no object in"
run assess -f "$work/without" -f "$work/good.yaml"
expect "files without objects beside objects" 0
says "files without objects are counted" err "2 files without an object"
: >"$work/in"
run_with_input assess
expect "an empty stdin" 3
says "an empty stdin" err "standard input is empty"

# What people pipe by mistake is named for what it is, by each command that reads objects.
named() { # NAME INPUT TEXT
    local command
    printf '%s' "$2" >"$work/in"
    for command in "assess" "why -f -" "explain pvc/first -f -" "compare -f -"; do
        # shellcheck disable=SC2086  # the words of a command
        run_with_input $command
        expect "$command: $1" 3
        says "$command: $1" err "$3"
    done
}
named "an empty input" "" "vitals: standard input is empty"
named "a table of kubectl" $'NAME    READY   STATUS\nweb-1   1/1     Running\n' "-:1:1: this is kubectl's table: add -o yaml"
named "a template of Helm" $'kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n' "-:3:10: this is a Helm template: render it with helm template first"
named "a template with a condition" $'{{- if .Values.on }}\nkind: Pod\n{{- end }}\n' "this is a Helm template: render it with helm template first"
named "a List without items" $'apiVersion: v1\nitems: []\nkind: List\n' "no object"

head -c 4096 /dev/zero >"$work/zeroes.yaml"
beside "$work/zeroes.yaml"
one_line "binary data: zeroes" "zeroes.yaml:1:"
printf '\177ELF\002\001\001\000\000\000\000\000' >"$work/elf.json"
beside "$work/elf.json"
one_line "binary data: an executable" "elf.json:1:"
printf 'kind: Pod\nmetadata: {name: "\377\376"}\n' >"$work/latin.yaml"
beside "$work/latin.yaml"
one_line "binary data: no UTF-8" "latin.yaml:"

printf 'kind: Pod\nmetadata:\n  name: "cut off\n' >"$work/truncated.yaml"
beside "$work/truncated.yaml"
one_line "truncated YAML" "truncated.yaml:"
printf '{"kind":"Pod","metadata":{"name":' >"$work/truncated.json"
beside "$work/truncated.json"
one_line "truncated JSON" "truncated.json:1:"

{ good first; echo ---; printf 'kind: Pod\nmetadata: [}\n'; echo ---; good third; } >"$work/middle.yaml"
run assess -f "$work/middle.yaml" -o name
one_line "a bad document between two good ones" "middle.yaml:7:"
says "a bad document between two good ones" out "third"
says "the number of the document is reported" err "(document 2"
{ good_json first; echo; echo '{"kind": }'; good_json third; echo; } >"$work/middle.jsonl"
run assess -f "$work/middle.jsonl" -o name
one_line "a bad line between two good ones" "middle.jsonl:2:"
says "a bad line between two good ones" out "third"

{
    echo 'kind: Pod'
    echo 'a: &a [x, x, x, x, x, x, x, x, x, x]'
    previous=a
    for name in b c d e f g h i; do
        echo "$name: &$name [*$previous, *$previous, *$previous, *$previous, *$previous, *$previous, *$previous, *$previous, *$previous, *$previous]"
        previous=$name
    done
} >"$work/bomb.yaml"
beside "$work/bomb.yaml"
one_line "an alias bomb" "limit alias_values"

awk 'BEGIN { printf "{\"kind\":\"Pod\",\"a\":"; for (i = 0; i < 100000; i++) printf "["; print "" }' >"$work/deep.json"
beside "$work/deep.json"
one_line "100,000 nested brackets" "limit document_depth"
awk 'BEGIN { printf "kind: Pod\na: "; for (i = 0; i < 100000; i++) printf "["; print "" }' >"$work/deep.yaml"
beside "$work/deep.yaml"
one_line "100,000 nested brackets in YAML" "limit document_depth"

awk 'BEGIN { printf "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"big\"},\"data\":{\"k\":\"v\"";
             for (i = 0; i < 1000000; i++) printf ",\"k%d\":1", i; print "}}" }' >"$work/keys.json"
beside "$work/keys.json"
one_line "one map of 1,000,000 keys" "limit document_values"
sed 's/,"k240000":.*/}}/' "$work/keys.json" >"$work/fewer_keys.json"
beside "$work/fewer_keys.json"
expect "one map of 240,000 keys" 0
says "one map of 240,000 keys" out "configmap/big"

{
    printf '{"apiVersion":"v1","kind":"List","items":['
    good_json first
    awk 'BEGIN { printf ",{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"fat\"},\"data\":\""; for (i = 0; i < 17000; i++) printf "%01000d", 0; printf "\"}," }'
    good_json third
    printf ']}'
} >"$work/fat.json"
run assess -f "$work/fat.json" -o name
one_line "an object over the byte limit in a list" "limit document_bytes"
says "an object over the byte limit in a list" out "third"

{ good_json first; printf '\n{"apiVersion":"v1","metadata":{"name":"nameless"}}\n'; } >"$work/kind.json"
run assess -f "$work/kind.json" -o name
one_line "an object without kind" "kind.json:2:1: this is not a Kubernetes object: it has no kind"
run assess -f "$work/kind.json" -o ndjson
expect "an object without kind in a stream" 3
says "an object without kind in a stream" out '"name":"nameless","uid":"","input":{"file":"'"$work"'/kind.json","document":2,"line":2},"health":null'
{ good_json first; printf '\n[1]\n'; } >"$work/array.json"
run assess -f "$work/array.json" -o name
one_line "a number where an object belongs" "array.json:2:"

# A list where a check expects a map affects the health of that object only.
printf 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: odd, uid: u}\nspec: []\n' >"$work/spec.yaml"
run assess -f "$work/spec.yaml" -f "$work/good.yaml" --profile argocd
expect "a list where a map belongs" 1
says "a list where a map belongs" out "Unknown"
says "a list where a map belongs" out "Healthy"

cat >"$work/cm.yaml" <<'CM'
apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm}
data:
  resource.customizations.health.example.com_Widget: |
    return {status = "Healthy", message = "by its own rule"}
  resource.customizations.health.example.com_Gadget: |
    return {status = = "Healthy"}
  resource.customizations.useOpenLibs.example.com_Gadget: "perhaps"
CM
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: first, uid: w}\n' >"$work/widget.yaml"
run assess -f "$work/widget.yaml" --argocd-cm "$work/cm.yaml"
expect "a ConfigMap with one broken key" 3
says "a ConfigMap with one broken key" err "cm.yaml:"
says "a ConfigMap with one broken key" out "by its own rule"

run assess -f "$work/good.yaml" --checks "$work/no-such-directory"
expect "no such tree of checks" 3
says "no such tree of checks" err "no-such-directory"
run assess -f "$work/good.yaml" --disable-bundled example.com/Nothing
expect "no such bundled check" 3
says "no such bundled check" err "no bundled check 'example.com/Nothing'"

mkdir "$work/unreadable.yaml.d"
ln -s /nowhere "$work/unreadable.yaml.d/dangling.yaml"
beside "$work/unreadable.yaml.d"
one_line "a link that leads nowhere" "dangling.yaml: No such file or directory"

# Links of a directory are followed within it only, for objects and for rules.
mkdir "$work/links" "$work/links/inner"
printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: linked}\nstatus: {phase: Failed}\n' >"$work/outside.yaml"
cp "$work/outside.yaml" "$work/links/inner/kept"
ln -s inner/kept "$work/links/inside.yaml"
run assess -f "$work/links"
expect "a link that stays" 1
says "a link that stays" out "Pod/linked"
rm "$work/links/inside.yaml"
for target in ../outside.yaml "$work/outside.yaml"; do
    ln -s "$target" "$work/links/a.yaml"
    run assess -f "$work/links"
    expect "a link to $target" 3
    says "a link to $target" err "a.yaml: is a link that leads out of the directory"
    says_not "a link to $target" out "Pod/linked"
    run assess -f "$work/good.yaml" --argocd-cm "$work/links"
    expect "rules through a link to $target" 3
    says "rules through a link to $target" err "a.yaml: is a link that leads out of the directory"
    rm "$work/links/a.yaml"
done

# A bomb of aliases in a file of rules names the limit.
{
    printf 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: argocd-cm}\na: &a [x,x,x,x,x,x,x,x,x]\n'
    last=a
    for name in b c d e f g h; do
        printf '%s: &%s [*%s,*%s,*%s,*%s,*%s,*%s,*%s,*%s,*%s]\n' $name $name $last $last $last $last $last $last $last $last $last
        last=$name
    done
} >"$work/bomb.yaml"
run assess -f docs/examples/shop --argocd-cm "$work/bomb.yaml"
expect "a bomb of aliases" 3
says "a bomb of aliases" err "it looks like YAML or JSON that reaches the limit alias_values in line 4"

finish
