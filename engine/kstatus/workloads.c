/* StatefulSet, Deployment, ReplicaSet and DaemonSet. KSTATUS: core.go. */
#include <inttypes.h>

#include "kstatus/conditions.h"
#include "kstatus/kinds.h"

#define STATUS(field) vt_kstatus_integer(input, VT_KSTATUS_PATH("status", field), 0)
#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* A missing spec.replicas is one replica, as the API server defaults it. */
static int64_t wanted_replicas(const vt_kstatus_input *input) {
    return vt_kstatus_integer(input, VT_KSTATUS_PATH("spec", "replicas"), 1);
}

enum { NO_PARTITION = -1 };

/* KSTATUS: stsConditions, rows 5 and 6: a partition hides all that follows. */
static vt_kstatus_result partitioned(const vt_kstatus_input *input, int64_t target) {
    int64_t updated = STATUS("updatedReplicas");
    if (updated < target) {
        return vt_kstatus_in_progress(
            "StatefulSet/5-partition-rollout", VT_TEXT("PartitionRollout"),
            vt_kstatus_printf(input, "updated: %" PRId64 "/%" PRId64, updated, target));
    }
    return vt_kstatus_current(
        "StatefulSet/6-partition-complete",
        vt_kstatus_printf(input, "Partition rollout complete. updated: %" PRId64, updated));
}

static vt_kstatus_result rolled_out(const vt_kstatus_input *input, int64_t wanted) {
    const vt_kstatus_shortfall table[] = {
        { "StatefulSet/7-less-current", wanted, STATUS("currentReplicas"), "LessCurrent", "current",
          false },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    vt_text current =
        vt_kstatus_string(input, VT_KSTATUS_PATH("status", "currentRevision"), VT_TEXT(""));
    vt_text update =
        vt_kstatus_string(input, VT_KSTATUS_PATH("status", "updateRevision"), VT_TEXT(""));
    if (!vt_text_equal(current, update)) {
        return vt_kstatus_in_progress("StatefulSet/8-revision-mismatch",
                                      VT_TEXT("RevisionMismatch"),
                                      VT_TEXT("Waiting for updated revision to match current"));
    }
    return vt_kstatus_current(
        "StatefulSet/9-current",
        vt_kstatus_printf(input, "All replicas scheduled as expected. Replicas: %" PRId64,
                          STATUS("replicas")));
}

vt_kstatus_result vt_kstatus_stateful_set(const vt_kstatus_input *input) {
    vt_text strategy =
        vt_kstatus_string(input, VT_KSTATUS_PATH("spec", "updateStrategy", "type"), VT_TEXT(""));
    if (vt_text_is(strategy, "OnDelete")) {
        return vt_kstatus_current("StatefulSet/1-on-delete",
                                  VT_TEXT("StatefulSet is using the ondelete update strategy"));
    }
    int64_t wanted = wanted_replicas(input);
    int64_t replicas = STATUS("replicas");
    const vt_kstatus_shortfall table[] = {
        { "StatefulSet/2-less-replicas", wanted, replicas, "LessReplicas", "Replicas", false },
        { "StatefulSet/3-less-ready", wanted, STATUS("readyReplicas"), "LessReady", "Ready",
          false },
        { "StatefulSet/4-extra-pods", replicas, wanted, "ExtraPods", "Pending termination", true },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    const vt_value *partition = vt_read_path(&input->evaluation->reader, input->root, "spec",
                                             "updateStrategy", "rollingUpdate", "partition", NULL);
    int64_t from = vt_value_is_integer(partition) ? partition->as.integer : NO_PARTITION;
    return from == NO_PARTITION ? rolled_out(input, wanted) : partitioned(input, wanted - from);
}

/* What a Deployment's conditions say. */
typedef struct deployment_conditions {
    bool progressing, available;
    size_t deadline; /* index of the condition that exceeded its deadline, or count */
} deployment_conditions;

static deployment_conditions read_deployment_conditions(const vt_kstatus_input *input) {
    /* The API server's "no deadline": progress is then not reported at all. */
    const int64_t no_deadline = INT32_MAX;
    deployment_conditions found = { 0 };
    found.deadline = input->conditions.count;
    found.progressing =
        vt_kstatus_integer(input, VT_KSTATUS_PATH("spec", "progressDeadlineSeconds"),
                           no_deadline) == no_deadline;
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_kstatus_condition *condition = &input->conditions.items[i];
        if (vt_text_is(condition->type, "Progressing") &&
            vt_text_is(condition->reason, "ProgressDeadlineExceeded")) {
            found.deadline = i;
            return found;
        }
        if (vt_kstatus_condition_is(condition, "Progressing", "True") &&
            vt_text_is(condition->reason, "NewReplicaSetAvailable")) {
            found.progressing = true;
        }
        if (vt_kstatus_condition_is(condition, "Available", "True")) found.available = true;
    }
    return found;
}

vt_kstatus_result vt_kstatus_deployment(const vt_kstatus_input *input) {
    deployment_conditions found = read_deployment_conditions(input);
    if (found.deadline < input->conditions.count) {
        const vt_kstatus_condition *condition = &input->conditions.items[found.deadline];
        vt_kstatus_result result =
            vt_kstatus_stalled("Deployment/1-deadline", condition->reason, condition->message);
        /* Upstream words the result differently from its condition. */
        result.message = VT_TEXT("Progress deadline exceeded");
        result.condition = input->conditions.values[found.deadline];
        return result;
    }
    int64_t wanted = wanted_replicas(input);
    int64_t replicas = STATUS("replicas"), updated = STATUS("updatedReplicas");
    const vt_kstatus_shortfall table[] = {
        { "Deployment/2-less-replicas", wanted, replicas, "LessReplicas", "Replicas", false },
        { "Deployment/3-less-updated", wanted, updated, "LessUpdated", "Updated", false },
        { "Deployment/4-extra-pods", replicas, wanted, "ExtraPods", "Pending termination", true },
        { "Deployment/5-less-available", updated, STATUS("availableReplicas"), "LessAvailable",
          "Available", false },
        { "Deployment/6-less-ready", wanted, STATUS("readyReplicas"), "LessReady", "Ready", false },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    if (!found.progressing) {
        return vt_kstatus_in_progress("Deployment/7-replica-set-not-available",
                                      VT_TEXT("ReplicaSetNotAvailable"),
                                      VT_TEXT("ReplicaSet not Available"));
    }
    if (!found.available) {
        return vt_kstatus_in_progress("Deployment/8-not-available",
                                      VT_TEXT("DeploymentNotAvailable"),
                                      VT_TEXT("Deployment not Available"));
    }
    return vt_kstatus_current(
        "Deployment/9-current",
        vt_kstatus_printf(input, "Deployment is available. Replicas: %" PRId64, replicas));
}

vt_kstatus_result vt_kstatus_replica_set(const vt_kstatus_input *input) {
    size_t failure = vt_kstatus_conditions_find(&input->conditions, "ReplicaFailure", "True");
    if (failure < input->conditions.count) {
        vt_kstatus_result result =
            vt_kstatus_in_progress("ReplicaSet/1-replica-failure", VT_TEXT("ReplicaFailure"),
                                   VT_TEXT("Replica Failure condition. Check Pods"));
        result.condition = input->conditions.values[failure];
        return result;
    }
    int64_t wanted = wanted_replicas(input), replicas = STATUS("replicas");
    const vt_kstatus_shortfall table[] = {
        { "ReplicaSet/2-less-labelled", wanted, STATUS("fullyLabeledReplicas"), "LessLabelled",
          "Labelled", false },
        { "ReplicaSet/3-less-available", wanted, STATUS("availableReplicas"), "LessAvailable",
          "Available", false },
        { "ReplicaSet/4-less-ready", wanted, STATUS("readyReplicas"), "LessReady", "Ready", false },
        { "ReplicaSet/5-extra-pods", replicas, wanted, "ExtraPods", "Pending termination", true },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    return vt_kstatus_current(
        "ReplicaSet/6-current",
        vt_kstatus_printf(input, "ReplicaSet is available. Replicas: %" PRId64, replicas));
}

/* KSTATUS: checkGenerationSet: stricter than the generic check, both must be there. A wrong type was
** an error of the generic check already. */
static bool generations_missing(const vt_kstatus_input *input, vt_kstatus_result *out) {
    static const struct needed {
        vt_kstatus_path path;
        const char *row, *reason, *field;
    } needed[] = {
        { { { "metadata", "generation" } },
          "DaemonSet/1-no-generation",
          "NoGeneration",
          "metadata.generation" },
        { { { "status", "observedGeneration" } },
          "DaemonSet/2-no-observed-generation",
          "NoObservedGeneration",
          "status.observedGeneration" },
    };
    for (size_t i = 0; i < COUNT_OF(needed); i++) {
        const char *const *keys = needed[i].path.keys;
        const vt_value *value =
            vt_read_path(&input->evaluation->reader, input->root, keys[0], keys[1], NULL);
        if (vt_value_is_integer(value)) continue;
        *out = vt_kstatus_in_progress(needed[i].row, vt_text_from(needed[i].reason),
                                      vt_kstatus_printf(input, "%.*s %s not found",
                                                        VT_TEXT_ARG(input->kind), needed[i].field));
        return true;
    }
    return false;
}

vt_kstatus_result vt_kstatus_daemon_set(const vt_kstatus_input *input) {
    vt_kstatus_result result;
    if (generations_missing(input, &result)) return result;
    int64_t desired =
        vt_kstatus_integer(input, VT_KSTATUS_PATH("status", "desiredNumberScheduled"), -1);
    if (desired == -1) {
        return vt_kstatus_in_progress("DaemonSet/3-no-desired-number", VT_TEXT("NoDesiredNumber"),
                                      VT_TEXT("Missing .status.desiredNumberScheduled"));
    }
    const vt_kstatus_shortfall table[] = {
        { "DaemonSet/4-less-current", desired, STATUS("currentNumberScheduled"), "LessCurrent",
          "Current", false },
        { "DaemonSet/5-less-updated", desired, STATUS("updatedNumberScheduled"), "LessUpdated",
          "Updated", false },
        { "DaemonSet/6-less-available", desired, STATUS("numberAvailable"), "LessAvailable",
          "Available", false },
        { "DaemonSet/7-less-ready", desired, STATUS("numberReady"), "LessReady", "Ready", false },
    };
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    return vt_kstatus_current(
        "DaemonSet/8-current",
        vt_kstatus_printf(input, "All replicas scheduled as expected. Replicas: %" PRId64,
                          desired));
}
