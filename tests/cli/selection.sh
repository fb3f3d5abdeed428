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
selects deploy -- deployment.apps/web deployment.apps/api
selects Deployment -- deployment.apps/web deployment.apps/api
selects deployments -- deployment.apps/web deployment.apps/api
selects DEPLOYMENTS.apps -- deployment.apps/web deployment.apps/api
selects ingresses -- ingress.networking.k8s.io/front
selects networkpolicies -- networkpolicy.networking.k8s.io/deny
selects deploy,ing -- deployment.apps/web deployment.apps/api ingress.networking.k8s.io/front
selects deploy ing -- deployment.apps/web deployment.apps/api ingress.networking.k8s.io/front
selects deploy/api -- deployment.apps/api
selects deploy/api ing/front -- deployment.apps/api ingress.networking.k8s.io/front
selects deploy -n other -- deployment.apps/api
selects -n other -- deployment.apps/api
selects -l app=web -- deployment.apps/web ingress.networking.k8s.io/front
selects -l app==web,tier -- deployment.apps/web
selects -l 'app!=web' -- deployment.apps/api networkpolicy.networking.k8s.io/deny
selects -l 'app in (web, api),!tier' -- deployment.apps/api ingress.networking.k8s.io/front
selects -l 'app notin (web)' -- deployment.apps/api networkpolicy.networking.k8s.io/deny
selects --only Degraded -- deployment.apps/web
selects --only degraded --only Progressing -- deployment.apps/web ingress.networking.k8s.io/front
selects services --

run assess -f tests/cli/data/mixed.yaml deploy/nobody
expect "a name that does not exist" 3
says "a name that does not exist" err "no Deployment/nobody among the objects"
run assess -f tests/cli/data/mixed.yaml services
expect "a kind that does not exist" 0
says "a kind that does not exist" err "no object matches"
run assess -f tests/cli/data/mixed.yaml services -o tree
equals "a tree of nothing" out ""
run assess -f tests/cli/data/mixed.yaml --only Degraded
expect "--only does not change what the exit status is about" 1
says_not "--only" out api

finish
