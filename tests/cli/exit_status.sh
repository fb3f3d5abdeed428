#!/usr/bin/env bash
# The exit status of each status, and their precedence.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

pvc() { printf '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","uid":"u-%s"},"status":{"phase":"%s"}}\n' "$1" "$1" "$2"; }
pvc ok Bound >"$work/healthy.json"
pvc slow Pending >"$work/progressing.json"
pvc lost Lost >"$work/degraded.json"
printf '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"held","uid":"u-4"},"spec":{"paused":true},"status":{}}\n' >"$work/suspended.json"
printf '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","uid":"u-5"}}\n' >"$work/unassessed.json"
printf '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","uid":"u-6"}}\n' >"$work/configmap.json"
printf '{"apiVersion":"kafka.strimzi.io/v1beta2","kind":"Kafka","metadata":{"name":"k","uid":"u-7"}}\n' >"$work/kafka.json"
printf 'data: [}\n' >"$work/broken.yaml"

# One row per case: status, objects, options.
while read -r expected objects options; do
    files=()
    for object in ${objects//,/ }; do files+=(-f "$work/$object"); done
    for form in table ndjson tree json; do
        # shellcheck disable=SC2086  # options are words
        run assess "${files[@]}" -o $form $options
        expect "$objects $options -o $form" "$expected"
    done
done <<'ROWS'
0 healthy.json
0 suspended.json
0 unassessed.json
0 configmap.json
0 healthy.json,suspended.json,unassessed.json
4 progressing.json
4 healthy.json,progressing.json,unassessed.json
1 progressing.json,degraded.json
1 degraded.json
1 healthy.json,degraded.json
3 healthy.json,broken.yaml
3 degraded.json,broken.yaml
3 no-such-file.json
3 healthy.json,no-such-file.json
0 progressing.json --fail-on Degraded
1 progressing.json --fail-on Progressing
1 progressing.json --fail-on Healthy
4 progressing.json --require-rule
1 progressing.json,unassessed.json --require-rule
3 progressing.json,broken.yaml
1 degraded.json --fail-on Degraded
0 degraded.json --fail-on unknown
1 suspended.json --fail-on Suspended
1 healthy.json --fail-on Healthy
1 unassessed.json --require-rule
1 unassessed.json --require-rule=any
0 unassessed.json --require-rule=argocd
1 kafka.json --require-rule=argocd --no-bundled
0 kafka.json --no-bundled
0 configmap.json --require-rule
0 healthy.json --require-rule
2 healthy.json --fail-on Sometimes
2 healthy.json --no-such-option
ROWS

# What has no rule is said, in every form.
for form in table tree json ndjson name; do
    run assess "$work/unassessed.json" "$work/kafka.json" -o $form --profile argocd --no-bundled
    says "gaps, -o $form" err "2 kinds without a rule, 1 of them with one in Argo CD 3.6, see --checks: kafka.strimzi.io/Kafka"
done
run assess docs/examples/shop cert --profile argocd
says "our own script" err "1 verdict by the checks of vitals, not by Argo CD's own scripts"
run assess docs/examples/shop cert --profile argocd -o wide
says "our own script" out "bundled cert-manager.io/Certificate (of vitals)"
run explain docs/examples/shop Certificate/shop-tls --profile argocd
says "our own script" out "a check of vitals, not Argo CD's own script"
run assess docs/examples/shop cert
says_not "our own script in another profile" err "of vitals"
run assess docs/examples/shop -q
expect "-q" 1
equals "-q" out ""
equals "-q" err ""
run assess docs/examples/shop -q -o ndjson
equals "-q -o ndjson" out ""
run assess "$work/broken.yaml" -q
says "errors are said nevertheless" err "broken.yaml"

# A rule that fails is Unknown, which is 1; a configuration that is broken is 3.
cat >"$work/fails.yaml" <<'CM'
kind: ConfigMap
data:
  resource.customizations.health.example.com_Widget: return nil + 1
CM
run assess -f "$work/unassessed.json" --argocd-cm "$work/fails.yaml"
expect "a rule that fails" 1
says "a rule that fails" out Unknown
cat >"$work/broken-cm.yaml" <<'CM'
kind: ConfigMap
data:
  resource.customizations: "[not, a, map]"
CM
printf 'kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: "return {"\n' >"$work/syntax-cm.yaml"
run assess -f "$work/healthy.json" --argocd-cm "$work/broken-cm.yaml"
expect "a broken argocd-cm is left out" 3
says "a broken argocd-cm is left out" out Healthy
run assess -f "$work/healthy.json" --argocd-cm "$work/broken-cm.yaml" --on-broken reject
expect "a broken argocd-cm stops the run" 3
equals "a broken argocd-cm stops the run" out ""
run assess -f "$work/unassessed.json" --argocd-cm "$work/syntax-cm.yaml" --on-broken reject
expect "a script that does not compile stops the run" 3
equals "a script that does not compile stops the run" out ""
run assess -f "$work/unassessed.json" --argocd-cm "$work/syntax-cm.yaml"
expect "a script that does not compile" 1
says "a script that does not compile" out Unknown
run assess -f "$work/healthy.json" --argocd-cm "$work/no-such-cm.yaml"
expect "no such argocd-cm" 3
says "no such argocd-cm" err "no-such-cm.yaml: No such file or directory"

# A file from which nothing was taken is an error that names what it looks like.
nothing() { # WHAT-IT-SAYS OPTION CONTENT
    printf '%b' "$3" >"$work/nothing.yaml"
    run assess -f "$work/healthy.json" "$2" "$work/nothing.yaml"
    expect "$2 with $3" 3
    says "$2 with $3" err "$1"
    says "$2 with $3" out Healthy
}
printf 'server: {}\n' >"$work/values.yaml"
nothing "no customization of health in it; it looks like a map with the keys configs and server" --argocd-cm 'configs: {}\nserver: {}\n'
nothing "it looks like an object of kind ConfigMap with the data url" --argocd-cm 'kind: ConfigMap\ndata: {url: x}\n'
nothing "it looks like an object of kind ConfigMap without data" --argocd-cm 'kind: ConfigMap\ndata: {}\n'
nothing "it looks like an object of kind Deployment" --exprs 'kind: Deployment\n'
nothing "it looks like an object of kind Kustomization" --exprs 'kind: Kustomization\nspec: {}\n'
nothing "no rule in it that vitals evaluates" --rules 'apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\nwaitRules: [{supportsObservedGeneration: true}]\n'
nothing "it looks like a map with the key policy" --policy 'policy: []\n'
run test resource_customizations/batch/CronJob --argocd-cm "$work/values.yaml"
expect "test with a file that is not an argocd-cm" 3
says "test with a file that is not an argocd-cm" err "it looks like a map with the key server"
mkdir "$work/empty"
run assess -f "$work/healthy.json" --checks "$work/empty"
expect "an empty tree of checks" 3
says "an empty tree of checks" err "no GROUP/KIND/health.lua below this directory"

# So is everything else that was asked for and is not there.
finds_nothing() { # WHAT-IT-SAYS ARGUMENT…
    local text=$1
    shift
    run "$@"
    expect "$*" 3
    says "$*" err "$text"
}
shop=docs/examples/shop
finds_nothing "no object matches 'deploi'; did you mean deploy? A name is written KIND/NAME" assess $shop deploi
finds_nothing "no object in namespace nope" assess $shop -n nope
finds_nothing "no object matches 'deploy/web' in namespace nope" assess $shop -n nope deploy/web
finds_nothing "no object with labels nope=1" assess $shop -l nope=1
finds_nothing "no object in namespace shop with labels nope=1" assess $shop -n shop -l nope=1
finds_nothing "no object matches 'api'; a name is written deploy/api" assess $shop deploy api
finds_nothing "no object in namespace nope" compare $shop -n nope
finds_nothing "no object in namespace nope" eval $shop -n nope --current true
finds_nothing "no object matches 'deploi'; did you mean deploy? A name is written KIND/NAME" eval $shop deploi --current true
finds_nothing "no object in namespace nope" assess $shop -n nope --augment -o yaml
finds_nothing "no object matches 'deploy/none'" explain $shop deploy/none
finds_nothing "no test matches --run 'zzz'" test resource_customizations/batch/CronJob --run zzz
finds_nothing "nothing to lint" lint "$work/empty"
finds_nothing "there is no health.lua or health_test.yaml here" test "$work/empty"

finish
