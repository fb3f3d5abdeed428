#!/usr/bin/env bash
# Every command on terminals of 40 to 200 columns: no line is wider, and nothing that is not cut by
# design is lost.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# A container may not offer any terminals.
script -qec true /dev/null </dev/null >/dev/null 2>&1 || { echo "SKIPPED: there are no terminals"; exit 77; }

export TERM=xterm
escape=$(printf '\033')
absolute=$(readlink -f "$vitals")

# on COLUMNS ARGUMENT…: what a terminal shows, without colours, to $work/out.
on() {
    local columns=$1
    shift
    script -qec "stty cols $columns rows 30; $absolute $* 2>/dev/null" /dev/null </dev/null |
        tr -d '\r' | sed "s/${escape}\[[0-9;]*m//g" >"$work/out"
}

fits() { # COLUMNS ARGUMENT…
    on "$@"
    local widest
    widest=$(wc -L <"$work/out")
    if [ "$widest" -le "$1" ]; then pass; else fail "$*: a line of $widest columns"; fi
    [ -s "$work/out" ] && pass || fail "$*: nothing is shown"
}

shop=docs/examples/shop
cat >"$work/policy.yaml" <<'POLICY'
policy:
- match: {kind: Deployment}
  countsAs: Healthy
  reason: parked for the migration
POLICY
while read -r command; do
    for columns in 40 60 80 100 160 200; do
        # shellcheck disable=SC2086  # words
        fits $columns $command
    done
done <<COMMANDS
assess $shop
assess $shop -o wide
assess $shop -o tree
assess $shop --by kind
assess $shop --by namespace
assess $shop --policy $work/policy.yaml
assess tests/cli/data/times.yaml -o tree
assess tests/cli/data/times.yaml -o wide
compare $shop
explain $shop Deployment/web
explain $shop HelmRelease/redis
explain cert-manager.io/Certificate
eval --current status.none $shop
list checks
list functions
list lint
lint tests/cli/data/lint
test tests/cli/data/checks
help
help assess
version
COMMANDS

# What distinguishes rows, statuses and the beginning of messages are there at usual widths.
for columns in 80 100 160; do
    on $columns assess $shop -o wide
    says "wide, $columns columns" out "(Progressing)"
    says "wide, $columns columns" out "MESSAGE"
    says "wide, $columns columns" out "Deployment"
    grep -q 'Deployment.*Degraded.*Deploy' "$work/out" && pass || fail "wide, $columns columns: no message"
done
on 160 assess $shop
says "a wide terminal cuts nothing" out 'Deployment "web" exceeded its progress deadline'
run assess $shop -o wide
says "a pipe cuts nothing" out "docs/examples/shop/live.yaml:143"

# Where names collide, what distinguishes them is shown.
cat >"$work/collide.yaml" <<'OBJECTS'
apiVersion: v1
kind: List
items:
- {apiVersion: postgresql.cnpg.io/v1, kind: Cluster, metadata: {name: prod, namespace: a, uid: c1}}
- {apiVersion: cluster.x-k8s.io/v1beta1, kind: Cluster, metadata: {name: prod, namespace: a, uid: c2}}
- {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: web, namespace: a, uid: s1}}
- {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: web, namespace: b, uid: s2}}
- {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: own, namespace: b, uid: s3}}
OBJECTS
for form in table tree; do
    run assess "$work/collide.yaml" -o $form
    says "groups, -o $form" out "Cluster.postgresql.cnpg.io/prod"
    says "groups, -o $form" out "Cluster.cluster.x-k8s.io/prod"
    says "other names, -o $form" out "PersistentVolumeClaim/own"
done
says "namespaces in a tree" out "PersistentVolumeClaim/a/web"
says "namespaces in a tree" out "PersistentVolumeClaim/b/web"
run assess "$work/collide.yaml"
says_not "namespaces in a table have a column" out "PersistentVolumeClaim/a/web"

finish
