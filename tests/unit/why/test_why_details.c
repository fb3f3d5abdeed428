/* The lines below a cause: numbers and fields, against the other objects of the set. */
#include "support/why_world.h"

/* clang-format off */
#define NODE(name, labels, spec, allocatable) "{apiVersion: v1, kind: Node, metadata: {name: " name ", uid: " name ", labels: {" labels "}}, spec: {" spec "}, status: {allocatable: {" allocatable "}, conditions: [{type: Ready, status: 'True'}]}}"
#define WAITING(spec, message) "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: w, labels: {app: web}}, spec: {" spec "}, status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', message: '" message "'}]}}"
#define RUNNING(name, node, spec) "{apiVersion: v1, kind: Pod, metadata: {name: " name ", namespace: shop, uid: " name ", labels: {app: db}}, spec: {nodeName: " node ", " spec "}, status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}"
#define ENDED(name, node, spec) "{apiVersion: v1, kind: Pod, metadata: {name: " name ", namespace: shop, uid: " name "}, spec: {nodeName: " node ", " spec "}, status: {phase: Succeeded}}"
#define REQUESTS(list) "containers: [{name: c, resources: {requests: {" list "}}}]"
#define DELETED(kind, name, finalizers) "{apiVersion: v1, kind: " kind ", metadata: {name: " name ", namespace: old, uid: " name ", deletionTimestamp: '2025-11-13T02:00:00Z', finalizers: [" finalizers "]}}"
#define CRASHED(reason, more) "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: w}, spec: {nodeName: a, restartPolicy: Always, containers: [{name: c, " more "}]}, status: {phase: Running, containerStatuses: [{name: c, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: " reason "}}}]}}"
#define BUDGET(allowed) "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: db, namespace: shop, uid: b}, spec: {selector: {matchLabels: {app: db}}}, status: {disruptionsAllowed: " allowed ", currentHealthy: 1, desiredHealthy: 1, expectedPods: 1}}"
#define WEBHOOK "{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: guard, uid: g}, webhooks: [{name: other.example, clientConfig: {url: 'https://x'}}, {name: pods.example, clientConfig: {service: {namespace: policy, name: guard}}}]}"
#define REFUSED "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: shop, uid: r}, spec: {replicas: 1}, status: {conditions: [{type: ReplicaFailure, status: 'True', message: 'failed calling webhook \"pods.example\": no'}]}}"
#define SERVICE(namespace_) "{apiVersion: v1, kind: Service, metadata: {name: guard, namespace: " namespace_ ", uid: s}, spec: {selector: {app: guard}}}"
#define BEHIND(status) "{apiVersion: v1, kind: Pod, metadata: {name: guard, namespace: policy, uid: gp, labels: {app: guard}}, status: {phase: Running, conditions: [{type: Ready, status: '" status "'}]}}"
#define AUTOSCALER "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web, namespace: shop, uid: h}, status: {conditions: [{type: ScalingActive, status: 'False', reason: FailedGetResourceMetric, message: 'unable to fetch metrics from resource metrics API'}]}}"
#define API(name, status) "{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: " name ", uid: i}, spec: {}, status: {conditions: [{type: Available, status: '" status "', message: no endpoints}]}}"
#define CLAIM "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop, uid: c}, spec: {storageClassName: fast}, status: {phase: Pending}}"
#define SYNC(resources) "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: shop, namespace: argocd, uid: a}, status: {health: {status: Degraded}, sync: {status: OutOfSync}, resources: [{group: apps, kind: Deployment, namespace: shop, name: web, syncWave: 2}], operationState: {phase: Failed, message: m, syncResult: {resources: [" resources "]}}}}"

static const struct row {
    TABLE_ROW;
    const char *objects[6]; /* the first is asked about */
    const char *details[4];
} rows[] = {
    { "more than any node has", { WAITING(REQUESTS("cpu: 100"), "x"), NODE("a", "", "", "cpu: 8"), NODE("b", "", "", "cpu: 4") }, { "requests 100 cpu; the most that is free is 8, on node a (8 allocatable)" } },
    { "more than is free", { WAITING(REQUESTS("cpu: 2"), "x"), NODE("a", "", "", "cpu: 8"), RUNNING("one", "a", REQUESTS("cpu: 6500m")), ENDED("two", "a", REQUESTS("cpu: 1")) }, { "requests 2 cpu; the most that is free is 1500m, on node a (8 allocatable)" } },
    { "it would fit", { WAITING(REQUESTS("cpu: 1"), "x"), NODE("a", "", "", "cpu: 8"), RUNNING("one", "a", REQUESTS("cpu: 6500m")) }, { NULL } },
    { "an init container asks for more", { WAITING("initContainers: [{name: i, resources: {requests: {cpu: 9}}}], " REQUESTS("cpu: 1"), "x"), NODE("a", "", "", "cpu: 8") }, { "requests 9 cpu; the most that is free is 8, on node a (8 allocatable)" } },
    { "a sidecar and the overhead", { WAITING("overhead: {cpu: 1}, initContainers: [{name: i, restartPolicy: Always, resources: {requests: {cpu: 3}}}], " REQUESTS("cpu: 5"), "x"), NODE("a", "", "", "cpu: 8") }, { "requests 9 cpu; the most that is free is 8, on node a (8 allocatable)" } },
    { "a resource that no node has", { WAITING(REQUESTS("example.com/gpu: 1"), "x"), NODE("a", "", "", "cpu: 8") }, { "requests 1 example.com/gpu; no node has this resource" } },
    { "no node is known", { WAITING(REQUESTS("cpu: 100, memory: 1Gi"), "2 Insufficient cpu") }, { "requests 100 cpu" } },
    { "it is placed already", { RUNNING("one", "a", REQUESTS("cpu: 100")), NODE("a", "", "", "cpu: 8") }, { NULL } },
    { "node selector", { WAITING("nodeSelector: {disk: ssd}", "x"), NODE("a", "disk: hdd", "", ""), NODE("b", "x: y", "", "") }, { "node selector disk=ssd matches none of 2 nodes; nodes have disk=hdd (1)" } },
    { "node selector, no such label", { WAITING("nodeSelector: {disk: ssd}", "x"), NODE("a", "x: y", "", "") }, { "node selector disk=ssd matches none of 1 node; no node has the label disk" } },
    { "node selector that matches", { WAITING("nodeSelector: {disk: ssd}", "x"), NODE("a", "disk: ssd", "", "") }, { NULL } },
    { "node selector, each but not both", { WAITING("nodeSelector: {disk: ssd, zone: a}", "x"), NODE("a", "disk: ssd", "", ""), NODE("b", "zone: a", "", "") }, { "node selector: no node has all of its labels" } },
    { "node affinity", { WAITING("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [c, d]}]}]}}}", "x"), NODE("a", "zone: a", "", "") }, { "node affinity: zone In c, d matches none of 1 node; nodes have zone=a (1)" } },
    { "node affinity, one of two terms", { WAITING("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [c]}]}, {matchExpressions: [{key: size, operator: Gt, values: ['3']}]}]}}}", "x"), NODE("a", "size: '4'", "", "") }, { NULL } },
    { "a taint", { WAITING("x: 1", "x"), NODE("a", "", "taints: [{key: dedicated, value: gpu, effect: NoSchedule}]", ""), NODE("b", "", "taints: [{key: y, effect: PreferNoSchedule}]", "") }, { "taint dedicated=gpu:NoSchedule of 1 of 2 nodes (a) is not tolerated" } },
    { "a taint that is tolerated", { WAITING("tolerations: [{key: dedicated, operator: Exists}]", "x"), NODE("a", "", "taints: [{key: dedicated, value: gpu, effect: NoSchedule}]", "") }, { NULL } },
    { "a taint with another value", { WAITING("tolerations: [{key: dedicated, value: cpu}]", "x"), NODE("a", "", "taints: [{key: dedicated, value: gpu, effect: NoExecute}]", "") }, { "taint dedicated=gpu:NoExecute of 1 of 1 node (a) is not tolerated" } },
    { "Pods that stand apart", { WAITING("affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: db}}}]}}", "x"), NODE("a", "zone: z", "", ""), NODE("b", "zone: z", "", ""), NODE("c", "zone: y", "", ""), RUNNING("one", "a", "x: 1") }, { "Pod anti-affinity by zone: 2 of 3 nodes have such a Pod, as Pod/one" } },
    { "where a volume is", { WAITING("volumes: [{persistentVolumeClaim: {claimName: data}}]", "x"), NODE("a", "zone: a", "", ""), "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop, uid: c}, spec: {volumeName: v}, status: {phase: Bound}}", "{apiVersion: v1, kind: PersistentVolume, metadata: {name: v, uid: v}, spec: {nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [b]}]}]}}}, status: {phase: Bound}}" }, { "volume v: zone In b matches none of 1 node; nodes have zone=a (1)" } },
    { "memory with a limit", { CRASHED("OOMKilled", "resources: {limits: {memory: 64Mi}}") }, { "container c: memory limit 64Mi" } },
    { "memory without one", { CRASHED("OOMKilled", "x: 1") }, { "container c: no memory limit; the node ran out of memory" } },
    { "another end", { CRASHED("Error", "resources: {limits: {memory: 64Mi}}") }, { NULL } },
    { "a webhook without Pods", { REFUSED, WEBHOOK, SERVICE("policy") }, { "ValidatingWebhookConfiguration/guard calls Service/guard in policy: 0 of 0 Pods behind it are ready" } },
    { "a webhook whose Pod is not ready", { REFUSED, WEBHOOK, SERVICE("policy"), BEHIND("False") }, { "ValidatingWebhookConfiguration/guard calls Service/guard in policy: 0 of 1 Pod behind it is ready" } },
    { "a webhook whose namespace is not known", { REFUSED, WEBHOOK, SERVICE("shop") }, { "ValidatingWebhookConfiguration/guard calls Service/guard in policy" } },
    { "no metrics API", { AUTOSCALER, API("v1.apps", "True") }, { "APIService/v1beta1.metrics.k8s.io does not exist" } },
    { "a metrics API that is down", { AUTOSCALER, API("v1beta1.metrics.k8s.io", "False") }, { "APIService/v1beta1.metrics.k8s.io is not available: no endpoints" } },
    { "APIs are not known", { AUTOSCALER }, { NULL } },
    { "no class", { CLAIM, "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: slow, uid: sc}, provisioner: x}" }, { "StorageClass/fast does not exist" } },
    { "a class", { CLAIM, "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast, uid: sc}, provisioner: csi.example.com, volumeBindingMode: WaitForFirstConsumer}" }, { "StorageClass/fast: provisioner csi.example.com, waits for a Pod with a node" } },
    { "a budget", { BUDGET("0"), RUNNING("one", "a", "x: 1") }, { "protects Pod/one on a" } },
    { "a drain", { NODE("a", "", "unschedulable: true", ""), BUDGET("0"), RUNNING("one", "a", "x: 1") }, { "PodDisruptionBudget/db in shop: no Pod may be evicted, so a drain waits: 1 of 1 Pods are healthy, and 1 must stay so" } },
    { "a claim in use", { "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop, uid: c, deletionTimestamp: '2025-11-13T02:00:00Z', finalizers: [kubernetes.io/pvc-protection]}, status: {phase: Bound}}", RUNNING("one", "a", "volumes: [{persistentVolumeClaim: {claimName: data}}]") }, { "finalizer kubernetes.io/pvc-protection: the controller manager removes it when no Pod uses the claim; used by Pod/one" } },
    { "a finalizer of somebody", { DELETED("ConfigMap", "keep", "example.com/hold") }, { "finalizer example.com/hold: only the controller that set it removes it (example.com)" } },
    { "a namespace", { "{apiVersion: v1, kind: Namespace, metadata: {name: old, uid: n, deletionTimestamp: '2025-11-13T02:00:00Z'}, status: {phase: Terminating}}", DELETED("ConfigMap", "keep", "example.com/hold, other"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: free, namespace: old, uid: f}}" }, { "ConfigMap/keep has finalizer example.com/hold, other: only the controller that set it removes it (example.com)" } },
    { "a sync", { SYNC("{group: apps, kind: Deployment, namespace: shop, name: web, status: SyncFailed, message: immutable}, {kind: Service, namespace: shop, name: ok, status: Synced}") }, { "Deployment/web of wave 2: immutable" } },
    { "a hook", { SYNC("{group: batch, kind: Job, namespace: shop, name: migrate, hookType: PreSync, hookPhase: Failed, message: m}, {group: batch, kind: Job, name: done, hookType: Sync, hookPhase: Succeeded}") }, { "PreSync hook Job/migrate is Failed: m" } },
};
/* clang-format on */

static void check(void **state) {
    const struct row *row = *state;
    vitals_why_finding finding = { .detail_count = 0 };
    vitals_text detail;
    world w;
    size_t i = 0;
    world_open(&w, row->objects, NULL);
    const vitals_status status = world_ask_first(&w, &finding);
    assert_true(status == VITALS_OK || (status == VITALS_ENOTFOUND && !row->details[0]));
    for (; row->details[i]; i++) {
        assert_true(vitals_why_detail_at(w.why, 0, i, &detail));
        world_assert_text(detail, row->details[i]);
    }
    assert_int_equal(finding.detail_count, i);
    assert_false(vitals_why_detail_at(w.why, 0, i, &detail));
    world_close(&w);
}

int main(void) {
    return TABLE_RUN("details", check, rows);
}
