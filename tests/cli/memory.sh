#!/usr/bin/env bash
# The memory of each form and profile: at most 1 KB for each further object, where one application of fifty is not
# healthy and where none is.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
few=5000 many=${MEMORY_OBJECTS:-20000} # 100000 for the figures of the documentation

# Sanitizers keep what was freed.
grep -qaE '__(asan|tsan)_init' "$vitals" && exit 77
"$tools/peak" "$work/kb" true 2>/dev/null || exit 77

# A Deployment, its ReplicaSet and three Pods each; of one in EVERY the ReplicaSet is in progress, and a Pod has failed.
objects() { # COUNT EVERY
    awk -v count="$1" -v every="$2" 'BEGIN {
        for (i = 0; i < count; i++) {
            set = int(i / 5)
            name = "shop-" set; kind = "Pod"; version = "v1"
            owner = "\"ownerReferences\":[{\"uid\":\"r" set "\"}],"; uid = "p" i
            trouble = set % every == 0
            status = i % 5 == 2 && trouble ? "\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"a\",\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}}]" \
                : "\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]"
            spec = "\"restartPolicy\":\"Always\",\"containers\":[{\"name\":\"a\",\"image\":\"example.com/shop:1.2.3\",\"args\":[\"--listen\",\":8080\",\"--verbose\"]}]"
            if (i % 5 == 0) { kind = "Deployment"; version = "apps/v1"; uid = "d" set; owner = "" }
            if (i % 5 == 1) { kind = "ReplicaSet"; version = "apps/v1"; uid = "r" set; owner = "\"ownerReferences\":[{\"uid\":\"d" set "\"}]," }
            if (i % 5 < 2) {
                spec = "\"replicas\":3,\"selector\":{\"matchLabels\":{\"app\":\"" name "\"}}"
                status = "\"observedGeneration\":1,\"replicas\":3,\"fullyLabeledReplicas\":3,\"updatedReplicas\":3,"
                status = status "\"readyReplicas\":" (trouble ? 2 : 3) ",\"availableReplicas\":" (trouble ? 2 : 3)
                if (i % 5 == 0) status = status ",\"conditions\":[{\"type\":\"Available\",\"status\":\"" (trouble ? "False" : "True") "\"}]"
            }
            printf "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s-%d\",\"namespace\":\"n%d\",\"generation\":1,", version, kind, name, i, set % 50
            printf "\"uid\":\"%s\",%s\"labels\":{\"app\":\"%s\",\"app.kubernetes.io/part-of\":\"shop\"}},\"spec\":{%s},\"status\":{%s}}\n", uid, owner, name, spec, status
        }
    }'
}
kilobytes() { # FILE PROFILE FORM
    "$tools/peak" "$work/kb" "$vitals" assess "$work/$1" --profile "$2" -o "$3" --threads 1 ${by:+--by "$by"} ${application:+--app "$application"} >/dev/null 2>&1
    cat "$work/kb"
}

# One thread, so that chance does not decide how much is under way: then the difference is what the objects take.
check() { # EVERY PROFILE FORM…
    local every=$1 profile=$2 form small large each
    shift 2
    for form in "$@"; do
        small=$(kilobytes "few.$every" "$profile" "$form") large=$(kilobytes "many.$every" "$profile" "$form")
        each=$(((large - small) * 1024 / (many - few)))
        echo "one of $every is not healthy, $profile -o $form ${by:+--by $by }${application:+--app $application}: $((large / 1024)) MB for $many objects, $each bytes for each further one"
        [ "$each" -le 1024 ] && pass || fail "$profile -o $form: $each bytes for each object"
    done
}
for every in 50 1; do
    objects $many $every >"$work/many.$every"
    head -n $few "$work/many.$every" >"$work/few.$every"
done
for every in 50 1; do
    check $every combined table wide tree json ndjson yaml name junit github sarif
    check $every kstatus table tree json yaml sarif
    check $every flux json
    check $every argocd tree
    by=application check $every combined json table
    by=namespace check $every kstatus tree
    application=shop check $every combined json tree
done

finish
