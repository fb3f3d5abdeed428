/* kstatus: every row of every decision table, by its id. */
#include "kstatus/fields.h"
#include "kstatus/kstatus.h"
#include "support/evaluation.h"
#include "support/table.h"

/* 2024-01-01T00:01:00Z, the clock of every row. */
#define NOW INT64_C(1704067260)

/* A status that stands for "Compute returned an error". */
#define VITALS_KSTATUS_ERROR VITALS_KSTATUS_COUNT

static const struct row {
    TABLE_ROW; /* the row's id, and which variant of it */
    const char *object;
    int status;         /* vitals_kstatus, or VITALS_KSTATUS_ERROR */
    const char *reason; /* of the condition derived; "" for none */
    const char *message;
} rows[] = {
    /* clang-format off */
    { "generic/1-terminating",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, deletionTimestamp: \"whenever\"}}",
      VITALS_KSTATUS_TERMINATING, "", "Resource scheduled for deletion" },
    { "generic/1-deletion-error",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, deletionTimestamp: 5}}",
      VITALS_KSTATUS_ERROR, "", "looking up metadata.deletionTimestamp from resource: .metadata.deletionTimestamp accessor error: 5 is of the type int64, expected string" },
    { "generic/1-deletion-error: null",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, deletionTimestamp: null}}",
      VITALS_KSTATUS_ERROR, "", "looking up metadata.deletionTimestamp from resource: .metadata.deletionTimestamp accessor error: <nil> is of the type <nil>, expected string" },
    { "generic/1-deletion-error: metadata list",
      "{apiVersion: v1, kind: Foo, metadata: [1, x]}",
      VITALS_KSTATUS_ERROR, "", "looking up metadata.deletionTimestamp from resource: .metadata.deletionTimestamp accessor error: [1 x] is of the type []interface {}, expected map[string]interface{}" },
    { "generic/2-generation-differs",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 3}, status: {observedGeneration: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LatestGenerationNotObserved", "Foo generation is 3, but latest observed generation is 2" },
    { "generic/2-generation-differs: ahead",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 2}, status: {observedGeneration: 3}}",
      VITALS_KSTATUS_IN_PROGRESS, "LatestGenerationNotObserved", "Foo generation is 2, but latest observed generation is 3" },
    { "generic/2-generation-error: generation",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: \"3\"}}",
      VITALS_KSTATUS_ERROR, "", "looking up metadata.generation from resource: .metadata.generation accessor error: 3 is of the type string, expected int64" },
    { "generic/2-generation-error: map printed sorted",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {observedGeneration: {b: 2.5, a: [true, null]}}}",
      VITALS_KSTATUS_ERROR, "", "looking up status.observedGeneration from resource: .status.observedGeneration accessor error: map[a:[true <nil>] b:2.5] is of the type map[string]interface {}, expected int64" },
    { "generic/3-conditions-error: 'x'",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: \"x\"}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore slice from string" },
    { "generic/3-conditions-error: {a: b}",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: {a: b}}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore slice from map" },
    { "generic/3-conditions-error: 7",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: 7}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore slice from int64" },
    { "generic/3-conditions-error: 1.5",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: 1.5}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore slice from float64" },
    { "generic/3-conditions-error: true",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: true}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore slice from bool" },
    { "generic/3-conditions-error: ['x']",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [\"x\"]}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore struct from: string" },
    { "generic/3-conditions-error: [7]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [7]}}",
      VITALS_KSTATUS_ERROR, "", "cannot restore struct from: int64" },
    { "generic/3-conditions-error: [{type: 5}]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: 5}]}}",
      VITALS_KSTATUS_ERROR, "", "cannot convert int64 to string" },
    { "generic/3-conditions-error: [{status: 5}]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{status: 5}]}}",
      VITALS_KSTATUS_ERROR, "", "cannot convert int64 to v1.ConditionStatus" },
    { "generic/3-conditions-error: [{reason: true}]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{reason: true}]}}",
      VITALS_KSTATUS_ERROR, "", "unrecognized type: string" },
    { "generic/3-conditions-error: [{message: [a]}]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{message: [a]}]}}",
      VITALS_KSTATUS_ERROR, "", "unrecognized type: string" },
    { "generic/3-conditions-error: [null, {type: Ready, status: 'True'}, {message: {}}]",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [null, {type: Ready, status: \"True\"}, {message: {}}]}}",
      VITALS_KSTATUS_ERROR, "", "unrecognized type: string" },
    { "generic/3-conditions-error: status string",
      "{apiVersion: v1, kind: Foo, status: hello}",
      VITALS_KSTATUS_ERROR, "", "cannot restore struct from: string" },
    { "generic/3-reconciling",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: Reconciling, status: \"True\", reason: R, message: M}, {type: Stalled, status: \"True\"}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "R", "M" },
    { "generic/3-reconciling: a built-in kind too",
      "{apiVersion: v1, kind: Secret, metadata: {name: a, generation: 1}, status: {conditions: [{type: Reconciling, status: \"True\"}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "", "" },
    { "generic/3-stalled",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: Stalled, status: \"True\", reason: R, message: M}, {type: Reconciling, status: \"True\"}]}}",
      VITALS_KSTATUS_FAILED, "R", "M" },
    { "generic/5-ready",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [null, {type: Ready, status: Maybe}, {type: Ready, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is Ready" },
    { "generic/5-not-ready",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: Ready, status: \"False\", reason: R, message: M}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "R", "M" },
    { "generic/5-not-ready: unknown",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: Ready, status: Unknown}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "", "" },
    { "generic/6-current",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is current" },
    { "generic/6-current: case matters",
      "{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, generation: 1}, status: {conditions: [{type: ready, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is current" },
    { "generic/6-current: two slashes empty the kind",
      "{apiVersion: a/b/c, kind: Pod}",
      VITALS_KSTATUS_CURRENT, "", "Resource is current" },
    { "StatefulSet/1-on-delete",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {updateStrategy: {type: OnDelete}, replicas: 9}}",
      VITALS_KSTATUS_CURRENT, "", "StatefulSet is using the ondelete update strategy" },
    { "StatefulSet/2-less-replicas",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReplicas", "Replicas: 0/1" },
    { "StatefulSet/3-less-ready",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {replicas: 3}, status: {replicas: 3, readyReplicas: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReady", "Ready: 2/3" },
    { "StatefulSet/4-extra-pods",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {replicas: 1}, status: {replicas: 3, readyReplicas: 3}}",
      VITALS_KSTATUS_IN_PROGRESS, "ExtraPods", "Pending termination: 2" },
    { "StatefulSet/5-partition-rollout",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 1}}}, status: {replicas: 3, readyReplicas: 3, updatedReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "PartitionRollout", "updated: 1/2" },
    { "StatefulSet/6-partition-complete",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 0}}}, status: {replicas: 3, readyReplicas: 3, updatedReplicas: 3}}",
      VITALS_KSTATUS_CURRENT, "", "Partition rollout complete. updated: 3" },
    { "StatefulSet/6-partition-complete: negative target",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, spec: {replicas: 0, updateStrategy: {rollingUpdate: {partition: 5}}}}",
      VITALS_KSTATUS_CURRENT, "", "Partition rollout complete. updated: 0" },
    { "StatefulSet/7-less-current",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, status: {replicas: 1, readyReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessCurrent", "current: 0/1" },
    { "StatefulSet/8-revision-mismatch",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, status: {replicas: 1, readyReplicas: 1, currentReplicas: 1, updateRevision: b}}",
      VITALS_KSTATUS_IN_PROGRESS, "RevisionMismatch", "Waiting for updated revision to match current" },
    { "StatefulSet/9-current",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, generation: 1}, status: {replicas: 1, readyReplicas: 1, currentReplicas: 1}}",
      VITALS_KSTATUS_CURRENT, "", "All replicas scheduled as expected. Replicas: 1" },
    { "Deployment/1-deadline",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {conditions: [{type: Progressing, status: Whatever, reason: ProgressDeadlineExceeded, message: own words}]}}",
      VITALS_KSTATUS_FAILED, "ProgressDeadlineExceeded", "Progress deadline exceeded" },
    { "Deployment/2-less-replicas",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, spec: {replicas: 2}, status: {replicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReplicas", "Replicas: 1/2" },
    { "Deployment/3-less-updated",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {replicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessUpdated", "Updated: 0/1" },
    { "Deployment/4-extra-pods",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {replicas: 3, updatedReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "ExtraPods", "Pending termination: 2" },
    { "Deployment/5-less-available",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {replicas: 1, updatedReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessAvailable", "Available: 0/1" },
    { "Deployment/6-less-ready",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {replicas: 1, updatedReplicas: 1, availableReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReady", "Ready: 0/1" },
    { "Deployment/7-replica-set-not-available",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, spec: {progressDeadlineSeconds: 600}, status: {replicas: 1, updatedReplicas: 1, availableReplicas: 1, readyReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "ReplicaSetNotAvailable", "ReplicaSet not Available" },
    { "Deployment/8-not-available",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, status: {replicas: 1, updatedReplicas: 1, availableReplicas: 1, readyReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "DeploymentNotAvailable", "Deployment not Available" },
    { "Deployment/9-current",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 1}, spec: {progressDeadlineSeconds: 600, paused: true}, status: {replicas: 1, updatedReplicas: 1, availableReplicas: 1, readyReplicas: 1, conditions: [{type: Progressing, status: \"True\", reason: NewReplicaSetAvailable}, {type: Available, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Deployment is available. Replicas: 1" },
    { "Deployment/9-current: extensions, any version",
      "{apiVersion: extensions/v1beta9, kind: Deployment, metadata: {name: a, generation: 1}, spec: {replicas: 0}, status: {conditions: [{type: Available, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Deployment is available. Replicas: 0" },
    { "ReplicaSet/1-replica-failure",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, status: {conditions: [{type: ReplicaFailure, status: \"True\"}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "ReplicaFailure", "Replica Failure condition. Check Pods" },
    { "ReplicaSet/2-less-labelled",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, spec: {replicas: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessLabelled", "Labelled: 0/2" },
    { "ReplicaSet/3-less-available",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, status: {fullyLabeledReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessAvailable", "Available: 0/1" },
    { "ReplicaSet/4-less-ready",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, status: {fullyLabeledReplicas: 1, availableReplicas: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReady", "Ready: 0/1" },
    { "ReplicaSet/5-extra-pods",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, spec: {replicas: 0}, status: {replicas: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "ExtraPods", "Pending termination: 2" },
    { "ReplicaSet/6-current",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, generation: 1}, spec: {replicas: 0}}",
      VITALS_KSTATUS_CURRENT, "", "ReplicaSet is available. Replicas: 0" },
    { "ReplicaSet/6-current: two digits",
      "{apiVersion: apps/v1, kind: ReplicaSet, spec: {replicas: 12}, status: {replicas: 12, fullyLabeledReplicas: 12, "
      "availableReplicas: 12, readyReplicas: 12}}",
      VITALS_KSTATUS_CURRENT, "", "ReplicaSet is available. Replicas: 12" },
    { "ReplicaSet/6-current: fewer than none",
      "{apiVersion: apps/v1, kind: ReplicaSet, spec: {replicas: -2}, status: {replicas: -2}}",
      VITALS_KSTATUS_CURRENT, "", "ReplicaSet is available. Replicas: -2" },
    { "DaemonSet/1-no-generation",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a}, status: {observedGeneration: \"x\"}}",
      VITALS_KSTATUS_IN_PROGRESS, "NoGeneration", "DaemonSet metadata.generation not found" },
    { "DaemonSet/2-no-observed-generation",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "NoObservedGeneration", "DaemonSet status.observedGeneration not found" },
    { "DaemonSet/3-no-desired-number",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "NoDesiredNumber", "Missing .status.desiredNumberScheduled" },
    { "DaemonSet/4-less-current",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1, desiredNumberScheduled: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessCurrent", "Current: 0/2" },
    { "DaemonSet/5-less-updated",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessUpdated", "Updated: 0/2" },
    { "DaemonSet/6-less-available",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessAvailable", "Available: 0/2" },
    { "DaemonSet/7-less-ready",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2}}",
      VITALS_KSTATUS_IN_PROGRESS, "LessReady", "Ready: 0/2" },
    { "DaemonSet/8-current",
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, generation: 1}, status: {observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2, numberReady: 2}}",
      VITALS_KSTATUS_CURRENT, "", "All replicas scheduled as expected. Replicas: 2" },
    { "PersistentVolumeClaim/1-not-bound",
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "NotBound", "PVC is not Bound. phase: unknown" },
    { "PersistentVolumeClaim/1-not-bound: empty phase",
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a, generation: 1}, status: {phase: \"\"}}",
      VITALS_KSTATUS_IN_PROGRESS, "NotBound", "PVC is not Bound. phase: " },
    { "PersistentVolumeClaim/2-bound",
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a, generation: 1}, status: {phase: Bound}}",
      VITALS_KSTATUS_CURRENT, "", "PVC is Bound" },
    { "Pod/1-succeeded",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Succeeded}}",
      VITALS_KSTATUS_CURRENT, "", "Pod has completed successfully" },
    { "Pod/2-failed",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Failed}}",
      VITALS_KSTATUS_CURRENT, "", "Pod has completed, but not successfully" },
    { "Pod/3-ready",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, conditions: [{type: Ready, status: \"False\"}, {type: Ready, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Pod is Ready" },
    { "Pod/4-crash-loop",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: a, state: {waiting: {reason: CrashLoopBackOff}}}, {name: b, state: {waiting: {reason: Other}}}, {name: c, state: {waiting: {reason: CrashLoopBackOff}}}]}}",
      VITALS_KSTATUS_FAILED, "ContainerCrashLooping", "Containers in CrashLoop state: a,c" },
    { "Pod/4-containers-error: null",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: null}}",
      VITALS_KSTATUS_ERROR, "", ".status.containerStatuses accessor error: <nil> is of the type <nil>, expected []interface{}" },
    { "Pod/4-containers-error: [5]",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [5]}}",
      VITALS_KSTATUS_ERROR, "", "interface conversion: interface {} is int64, not map[string]interface {}" },
    { "Pod/4-containers-error: [{name: a, state: null}]",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: a, state: null}]}}",
      VITALS_KSTATUS_ERROR, "", "interface conversion: interface {} is nil, not map[string]interface {}" },
    { "Pod/4-containers-error: [{name: a, state: {waiting: x}}]",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: a, state: {waiting: x}}]}}",
      VITALS_KSTATUS_ERROR, "", "interface conversion: interface {} is string, not map[string]interface {}" },
    { "Pod/4-containers-error: [{name: a, state: {waiting: {reason: 5}}}]",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: a, state: {waiting: {reason: 5}}}]}}",
      VITALS_KSTATUS_ERROR, "", "interface conversion: interface {} is int64, not string" },
    { "Pod/4-containers-error: [{name: 5, state: {waiting: {reason: CrashLoopBackOff}}}]",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: 5, state: {waiting: {reason: CrashLoopBackOff}}}]}}",
      VITALS_KSTATUS_ERROR, "", "interface conversion: interface {} is int64, not string" },
    { "Pod/5-not-ready",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Running, containerStatuses: [{name: a}, {state: {}}, {name: b, state: {waiting: {}}}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "PodRunningNotReady", "Pod is running but is not Ready" },
    { "Pod/6-not-scheduled",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: \"2024-01-01T00:00:46Z\"}, status: {phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: Unschedulable}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "PodNotScheduled", "Pod has not been scheduled" },
    { "Pod/6-not-scheduled: fraction and offset",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: \"2024-01-01T02:00:45.5+02:00\"}, status: {phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: Unschedulable}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "PodNotScheduled", "Pod has not been scheduled" },
    { "Pod/7-unschedulable",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: \"2024-01-01T00:00:45Z\"}, status: {phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: Unschedulable}]}}",
      VITALS_KSTATUS_FAILED, "PodUnschedulable", "Pod could not be scheduled" },
    { "Pod/7-unschedulable: no creation time",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: Unschedulable}]}}",
      VITALS_KSTATUS_FAILED, "PodUnschedulable", "Pod could not be scheduled" },
    { "Pod/8-pending",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Pending}}",
      VITALS_KSTATUS_IN_PROGRESS, "PodPending", "Pod is in the Pending phase" },
    { "Pod/9-not-observed",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_IN_PROGRESS, "PodNotObserved", "Pod phase not available" },
    { "Pod/10-unknown-phase",
      "{apiVersion: v1, kind: Pod, metadata: {name: a, generation: 1}, status: {phase: Unknown}}",
      VITALS_KSTATUS_ERROR, "", "unknown phase Unknown" },
    { "PodDisruptionBudget/1-current",
      "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: a, generation: 1}}",
      VITALS_KSTATUS_CURRENT, "", "AllowedDisruptions has been computed." },
    { "Job/1-complete",
      "{apiVersion: batch/v1, kind: Job, metadata: {name: a, generation: 1}, spec: {parallelism: 2}, status: {succeeded: 2, conditions: [{type: Complete, status: \"True\"}, {type: Failed, status: \"True\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "Job Completed. succeeded: 2/2" },
    { "Job/1-failed",
      "{apiVersion: batch/v1, kind: Job, metadata: {name: a, generation: 1}, spec: {completions: 3}, status: {failed: 1, conditions: [{type: Failed, status: \"True\"}]}}",
      VITALS_KSTATUS_FAILED, "JobFailed", "Job Failed. failed: 1/3" },
    { "Job/2-not-started",
      "{apiVersion: batch/v1, kind: Job, metadata: {name: a, generation: 1}, spec: {suspend: true}}",
      VITALS_KSTATUS_IN_PROGRESS, "JobNotStarted", "Job not started" },
    { "Job/3-current",
      "{apiVersion: batch/v1, kind: Job, metadata: {name: a, generation: 1}, status: {startTime: \"x\", active: 1}}",
      VITALS_KSTATUS_CURRENT, "", "Job in progress. success:0, active: 1, failed: 0" },
    { "Service/1-no-ip",
      "{apiVersion: v1, kind: Service, metadata: {name: a, generation: 1}, spec: {type: LoadBalancer}}",
      VITALS_KSTATUS_IN_PROGRESS, "NoIPAssigned", "ClusterIP not set. Service type: LoadBalancer" },
    { "Service/2-ready",
      "{apiVersion: v1, kind: Service, metadata: {name: a, generation: 1}, spec: {type: LoadBalancer, clusterIP: None}}",
      VITALS_KSTATUS_CURRENT, "", "Service is ready" },
    { "CustomResourceDefinition/1-names-not-accepted",
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a, generation: 1}, status: {conditions: [{type: NamesAccepted, status: \"False\", reason: R, message: M}, {type: Established, status: \"True\"}]}}",
      VITALS_KSTATUS_FAILED, "R", "M" },
    { "CustomResourceDefinition/2-not-established",
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a, generation: 1}, status: {conditions: [{type: Established, status: \"False\", message: M}]}}",
      VITALS_KSTATUS_FAILED, "", "M" },
    { "CustomResourceDefinition/3-established",
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a, generation: 1}, status: {conditions: [{type: Established, status: \"True\"}, {type: NamesAccepted, status: \"False\"}]}}",
      VITALS_KSTATUS_CURRENT, "", "CRD is established" },
    { "CustomResourceDefinition/4-installing",
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a, generation: 1}, status: {conditions: [{type: Established, status: \"False\", reason: Installing}]}}",
      VITALS_KSTATUS_IN_PROGRESS, "Installing", "Install in progress" },
    { "always/1-ready: Secret",
      "{apiVersion: v1, kind: Secret, metadata: {name: a, generation: 1}, spec: {suspend: true}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is always ready" },
    { "always/1-ready: ConfigMap",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, generation: 1}, spec: {suspend: true}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is always ready" },
    { "always/1-ready: CronJob",
      "{apiVersion: batch/v1, kind: CronJob, metadata: {name: a, generation: 1}, spec: {suspend: true}}",
      VITALS_KSTATUS_CURRENT, "", "Resource is always ready" },
    { "always/1-ready: no apiVersion",
      "{kind: Secret}",
      VITALS_KSTATUS_CURRENT, "", "Resource is always ready" },
    /* clang-format on */
};

static bool is_row(const char *name, const char *id) {
    size_t size = strlen(id);
    return strncmp(name, id, size) == 0 && (name[size] == '\0' || name[size] == ':');
}

/* With a trace an object is read field by field, without one by the parts looked up beforehand. */
static void gives_the_same_traced(const vt_evaluation *evaluation,
                                  const vt_kstatus_result *result) {
    vt_evaluation traced = *evaluation;
    assert_int_equal(vitals_trace_new(NULL, &traced.reader.trace), VITALS_OK);
    vt_kstatus_result again = vt_kstatus_compute(&traced);
    assert_int_equal(again.failed, result->failed);
    assert_int_equal(again.status, result->status);
    assert_string_equal(again.message.bytes, result->message.bytes);
    assert_string_equal(again.row, result->row);
    assert_ptr_equal(again.condition, result->condition);
    vitals_trace_free(traced.reader.trace);
}

static void check(void **state) {
    const struct row *row = *state;
    evaluated e;
    assert_true(evaluated_begin(&e, vt_text_from(row->object), NOW));
    vt_kstatus_result result = vt_kstatus_compute(&e.evaluation);
    assert_string_equal(result.message.bytes, row->message);
    assert_true(is_row(row->name, result.row));
    gives_the_same_traced(&e.evaluation, &result);
    assert_int_equal(result.failed, row->status == VITALS_KSTATUS_ERROR);
    if (!result.failed) {
        assert_int_equal(result.status, row->status);
        bool has_condition =
            row->status == VITALS_KSTATUS_IN_PROGRESS || row->status == VITALS_KSTATUS_FAILED;
        assert_int_equal(result.condition_count, has_condition);
        if (has_condition) assert_true(vt_text_is(result.conditions[0].reason, row->reason));
    }
    evaluated_end(&e);
}

/* Ids that Compute does not give: test_kstatus_readers reaches them. */
static bool belongs_to_a_reader(const char *id) {
    return strncmp(id, "reader/", 7) == 0 || strncmp(id, "FluxJob/", 8) == 0 ||
           strncmp(id, "Helm/", 5) == 0 || strncmp(id, "HelmJob/", 8) == 0;
}

static int count_unreached(void) {
    int unreached = 0;
    for (size_t i = 0; vt_kstatus_row_at(i); i++) {
        const char *id = vt_kstatus_row_at(i);
        bool reached = belongs_to_a_reader(id);
        for (size_t j = 0; j < TABLE_COUNT(rows); j++) reached |= is_row(rows[j].name, id);
        if (!reached) {
            print_error("no test reaches row %s\n", id);
            unreached++;
        }
    }
    return unreached;
}

/* An error shows 256 keys of a map, and where there are more that there are. */
static void many_keys(void **state) {
    (void)state;
    for (int count = 255; count < 259; count++) {
        vt_buffer text;
        vitals_document *document = NULL;
        vt_buffer_init(&text, NULL, SIZE_MAX / 2);
        vt_buffer_add_terminated(&text, "{\"a\":1");
        for (int i = 1; i < count; i++) vt_buffer_printf(&text, ",\"k%03d\":%d", i, i);
        vt_buffer_add_byte(&text, '}');
        assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &document, NULL),
                         VITALS_OK);
        vt_buffer_clear(&text);
        assert_true(vt_kstatus_append_go_value(&text, document, vt_document_root(document)));
        assert_true(vt_text_starts(vt_buffer_text(&text), VT_TEXT("map[a:1 k001:1 k002:2 ")));
        assert_true(vt_text_ends(vt_buffer_text(&text), count > 256    ? VT_TEXT("k255:255 ...]")
                                                        : count == 256 ? VT_TEXT("k255:255]")
                                                                       : VT_TEXT("k254:254]")));
        vitals_document_free(document);
        vt_buffer_done(&text);
    }
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(many_keys) };
    return TABLE_RUN("kstatus", check, rows) + count_unreached() +
           cmocka_run_group_tests_name("texts of values", others, NULL, NULL);
}
