# A dump of one cluster as JSON lines, in the order of groups, kinds, namespaces and names: Deployments with their
# ReplicaSets and Pods, a kind with a broken check, a hook, a ConfigMap. -v seed=N -v count=N
function random(n) { state = (state * 16807) % 2147483647; return int(state / 64) % n }
function head(version, kind, name, app, more) {
    return sprintf("{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"n%d\",\"uid\":\"%s-%s\",\"generation\":1%s%s}",
        version, kind, name, (app + 3) % 3, kind, name,
        app < 0 ? "" : sprintf(",\"annotations\":{\"argocd.argoproj.io/tracking-id\":\"app%02d:%s:x/y\"%s}", app, kind, more), "")
}
function owner(text, kind, name) {
    sub(/"generation":1/, sprintf("\"generation\":1,\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"%s\",\"name\":\"%s\",\"uid\":\"%s-%s\",\"controller\":true}]", kind, name, kind, name), text)
    return text
}
BEGIN {
    state = seed + 1
    for (i = 0; i < 9; i++) random(2)
    for (i = 0; i < count; i++) {
        app[i] = random(9) - 1; bad[i] = random(4) == 0; name[i] = sprintf("w%04d", i)
    }
    for (i = 0; i < count; i++) if (random(3) == 0) print head("v1", "ConfigMap", name[i], app[i], "") "}"
    for (i = 0; i < count; i++)
        print owner(head("v1", "Pod", name[i] "-r-p", -1, ""), "ReplicaSet", name[i] "-r") ",\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"x\"}]},\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"main\",\"ready\":" \
            (bad[i] ? "false,\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\",\"message\":\"back-off " i "\"}}" : "true,\"state\":{\"running\":{}}") "}]}}"
    for (i = 0; i < count; i++)
        print head("apps/v1", "Deployment", name[i], app[i], random(8) ? "" : ",\"argocd.argoproj.io/hook\":\"Sync\"") ",\"spec\":{\"replicas\":1},\"status\":{\"observedGeneration\":1,\"replicas\":1,\"updatedReplicas\":1,\"availableReplicas\":" (1 - bad[i]) \
            ",\"conditions\":[{\"type\":\"Progressing\",\"status\":\"" (bad[i] ? "False\",\"reason\":\"ProgressDeadlineExceeded" : "True\",\"reason\":\"NewReplicaSetAvailable") \
            "\",\"message\":\"of " name[i] "\",\"lastTransitionTime\":\"2026-01-0" (1 + random(9)) "T00:00:00Z\"}]}}"
    for (i = 0; i < count; i++)
        print owner(head("apps/v1", "ReplicaSet", name[i] "-r", -1, ""), "Deployment", name[i]) ",\"spec\":{\"replicas\":1},\"status\":{\"replicas\":1,\"readyReplicas\":" (1 - bad[i]) ",\"observedGeneration\":1}}"
    for (i = 0; i < count; i++) if (random(6) == 0) print head("example.com/v1", "Widget", name[i], app[i], "") ",\"status\":{\"phase\":\"" (bad[i] ? "error('no')" : "fine") "\"}}"
}
