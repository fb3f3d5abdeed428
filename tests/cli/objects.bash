# shellcheck shell=bash
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
