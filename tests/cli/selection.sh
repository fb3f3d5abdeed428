#!/usr/bin/env bash
# Which objects are selected: kinds, names, namespaces, labels, statuses.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# selects ARGUMENT… -- NAME…: what -o name prints.
selects() {
    local -a arguments=()
    while [ "$1" != -- ]; do
        arguments+=("$1")
        shift
    done
    shift
    run assess -f tests/cli/data/mixed.yaml -o name "${arguments[@]}"
    equals "${arguments[*]}" out "$(printf '%s\n' "$@")"
}
selects deploy -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects Deployment -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects deployments -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects DEPLOYMENTS.apps -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects ingresses -- "ingress.networking.k8s.io/front -n shop"
selects networkpolicies -- "networkpolicy.networking.k8s.io/deny -n shop"
selects deploy,ing -- "deployment.apps/web -n shop" "deployment.apps/api -n other" "ingress.networking.k8s.io/front -n shop"
selects deploy ing -- "deployment.apps/web -n shop" "deployment.apps/api -n other" "ingress.networking.k8s.io/front -n shop"
selects deploy/api -- "deployment.apps/api -n other"
selects deploy/api ing/front -- "deployment.apps/api -n other" "ingress.networking.k8s.io/front -n shop"
selects deploy -n other -- "deployment.apps/api -n other"
selects -n other -- "deployment.apps/api -n other"
selects -n other -n shop deploy -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects -n other,shop deploy -- "deployment.apps/web -n shop" "deployment.apps/api -n other"
selects -l app==web -l tier -- "deployment.apps/web -n shop"
selects -l app=web -- "deployment.apps/web -n shop" "ingress.networking.k8s.io/front -n shop"
selects -l app==web,tier -- "deployment.apps/web -n shop"
selects -l 'app!=web' -- "deployment.apps/api -n other" "networkpolicy.networking.k8s.io/deny -n shop"
selects -l 'app in (web, api),!tier' -- "deployment.apps/api -n other" "ingress.networking.k8s.io/front -n shop"
selects -l 'app notin (web)' -- "deployment.apps/api -n other" "networkpolicy.networking.k8s.io/deny -n shop"
selects --only Degraded -- "deployment.apps/web -n shop"
selects --only degraded --only Progressing -- "deployment.apps/web -n shop" "ingress.networking.k8s.io/front -n shop"

# The other spellings of kubectl and argocd, and our own.
web="deployment.apps/web -n shop"
for word in deployments.v1.apps/web deploy.apps/web deploy/shop/web apps/Deployment:shop/web apps/Deployment:web \
    apps:Deployment:shop/web apps:Deployment:web '*:Deployment:shop/web' apps:*:shop/web "Deployment.apps shop/web" "$web"; do
    selects "$word" -- "$web"
done
api="deployment.apps/api -n other"
for word in deployments.v1.apps deploy.v1.apps apps/Deployment apps/v1/Deployment DEPLOY 'apps:Deployment:*'; do
    selects "$word" -- "$web" "$api"
done
selects all -- "$web" "$api" "ingress.networking.k8s.io/front -n shop" "networkpolicy.networking.k8s.io/deny -n shop"
selects -A -n other deploy -- "$web" "$api"
selects deploy/web -n shop -- "$web"

# What is a file, and what is a kind.
cp tests/cli/data/mixed.yaml "$work/objects.yaml"
mkdir -p "$work/deploy" "$work/cluster"
cp tests/cli/data/mixed.yaml "$work/deploy/a.yaml"
cp tests/cli/data/mixed.yaml "$work/cluster/a.yaml"
absolute=$(readlink -f "$vitals")
here() { # ARGUMENT…: in $work
    (cd "$work" && "$absolute" assess -o name "$@") >"$work/out" 2>"$work/err" </dev/null
    status=$?
}
here objects.yaml deploy/web
equals "a file and a name" out "$web"
here ./deploy deploy/web
equals "a directory with the name of a kind" out "$web"
here deploy
expect "a kind with the name of a directory" 3
says "a kind with the name of a directory" err "standard input is empty"
here cluster deploy/web
equals "a directory" out "$web"
here manifests/none.yaml
expect "a file in a directory that is not there" 3
says "a file in a directory that is not there" err "manifests/none.yaml: No such file or directory"
here objects.yaml deploy/none.yaml
says "a name like a file" err "no object matches 'deploy/none.yaml'"
here none.yaml
expect "a file that is not there" 3
says "a file that is not there" err "none.yaml: No such file or directory"

run assess -f tests/cli/data/mixed.yaml deploy/nobody
expect "a name that does not exist" 3
says "a name that does not exist" err "no object matches 'deploy/nobody'"
run assess -f tests/cli/data/mixed.yaml services
expect "a kind that does not exist" 3
says "a kind that does not exist" err "no object matches 'services'"
run assess -f tests/cli/data/mixed.yaml services -o tree
equals "a tree of nothing" out "tests/cli/data/mixed.yaml  Unknown  no object matches 'services'
lost: no object matches 'services'"
run assess -f tests/cli/data/mixed.yaml --only Degraded
expect "--only does not change what the exit status is about" 1
says_not "--only" out api

finish
