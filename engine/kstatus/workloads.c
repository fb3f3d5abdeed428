/* StatefulSet, Deployment, ReplicaSet and DaemonSet. KSTATUS: core.go. */
#include "kstatus/fields.h"

#define STATUS(field) vt_kstatus_integer(vt_kstatus_status(input, VT_TEXT(field)), 0)
#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* A missing spec.replicas is one replica, as the API server defaults it. */
static int64_t wanted_replicas(const vt_kstatus_input *input) {
    return vt_kstatus_integer(vt_kstatus_spec(input, VT_TEXT("replicas")), 1);
}

/* Current, with a message that ends in a count. */
static vt_kstatus_result current_count(const vt_kstatus_input *input, const char *row, vt_text text,
                                       int64_t count) {
    return vt_kstatus_current(row, vt_message_count(input->evaluation->arena, text, count));
}

enum { NO_PARTITION = -1 };

/* KSTATUS: stsConditions, rows 5 and 6: with a partition the rows after them are not reached. */
static vt_kstatus_result partitioned(const vt_kstatus_input *input, int64_t target) {
    int64_t updated = STATUS("updatedReplicas");
    if (updated < target) {
        return vt_kstatus_in_progress(
            "StatefulSet/5-partition-rollout", VT_TEXT("PartitionRollout"),
            vt_message(input->evaluation->arena, "updated: %d/%d", updated, target));
    }
    return current_count(input, "StatefulSet/6-partition-complete",
                         VT_TEXT("Partition rollout complete. updated: "), updated);
}

static vt_kstatus_result rolled_out(const vt_kstatus_input *input, int64_t wanted) {
    const vt_kstatus_shortfall table[] = {
        { "StatefulSet/7-less-current", wanted, STATUS("currentReplicas"), VT_TEXT("LessCurrent"),
          VT_TEXT("current"), false },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    vt_text current =
        vt_kstatus_string(vt_kstatus_status(input, VT_TEXT("currentRevision")), VT_TEXT(""));
    vt_text update =
        vt_kstatus_string(vt_kstatus_status(input, VT_TEXT("updateRevision")), VT_TEXT(""));
    if (!vt_text_equal(current, update)) {
        return vt_kstatus_in_progress("StatefulSet/8-revision-mismatch",
                                      VT_TEXT("RevisionMismatch"),
                                      VT_TEXT("Waiting for updated revision to match current"));
    }
    return current_count(input, "StatefulSet/9-current",
                         VT_TEXT("All replicas scheduled as expected. Replicas: "),
                         STATUS("replicas"));
}

vt_kstatus_result vt_kstatus_stateful_set(const vt_kstatus_input *input) {
    const vt_reader *reader = &input->evaluation->reader;
    const vt_value *strategy =
        vt_read_through(reader, vt_read_spec(reader), VT_TEXT("updateStrategy"));
    if (vt_value_text_is(vt_read_field(reader, strategy, "type"), VT_TEXT("OnDelete"))) {
        return vt_kstatus_current("StatefulSet/1-on-delete",
                                  VT_TEXT("StatefulSet is using the ondelete update strategy"));
    }
    int64_t wanted = wanted_replicas(input);
    int64_t replicas = STATUS("replicas");
    const vt_kstatus_shortfall table[] = {
        { "StatefulSet/2-less-replicas", wanted, replicas, VT_TEXT("LessReplicas"),
          VT_TEXT("Replicas"), false },
        { "StatefulSet/3-less-ready", wanted, STATUS("readyReplicas"), VT_TEXT("LessReady"),
          VT_TEXT("Ready"), false },
        { "StatefulSet/4-extra-pods", replicas, wanted, VT_TEXT("ExtraPods"),
          VT_TEXT("Pending termination"), true },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    const vt_value *rolling = vt_read_through(reader, strategy, VT_TEXT("rollingUpdate"));
    int64_t from = vt_kstatus_integer(vt_read_field(reader, rolling, "partition"), NO_PARTITION);
    return from == NO_PARTITION ? rolled_out(input, wanted) : partitioned(input, wanted - from);
}

/* The conditions of a Deployment that count. */
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
        vt_kstatus_integer(vt_kstatus_spec(input, VT_TEXT("progressDeadlineSeconds")),
                           no_deadline) == no_deadline;
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_condition *condition = &input->conditions.items[i];
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
        const vt_condition *condition = &input->conditions.items[found.deadline];
        vt_kstatus_result result =
            vt_kstatus_stalled("Deployment/1-deadline", condition->reason, condition->message);
        /* Upstream gives the result another message than its condition. */
        result.message = VT_TEXT("Progress deadline exceeded");
        result.condition = input->conditions.items[found.deadline].value;
        return result;
    }
    int64_t wanted = wanted_replicas(input);
    int64_t replicas = STATUS("replicas"), updated = STATUS("updatedReplicas");
    const vt_kstatus_shortfall table[] = {
        { "Deployment/2-less-replicas", wanted, replicas, VT_TEXT("LessReplicas"),
          VT_TEXT("Replicas"), false },
        { "Deployment/3-less-updated", wanted, updated, VT_TEXT("LessUpdated"), VT_TEXT("Updated"),
          false },
        { "Deployment/4-extra-pods", replicas, wanted, VT_TEXT("ExtraPods"),
          VT_TEXT("Pending termination"), true },
        { "Deployment/5-less-available", updated, STATUS("availableReplicas"),
          VT_TEXT("LessAvailable"), VT_TEXT("Available"), false },
        { "Deployment/6-less-ready", wanted, STATUS("readyReplicas"), VT_TEXT("LessReady"),
          VT_TEXT("Ready"), false },
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
    return current_count(input, "Deployment/9-current",
                         VT_TEXT("Deployment is available. Replicas: "), replicas);
}

vt_kstatus_result vt_kstatus_replica_set(const vt_kstatus_input *input) {
    size_t failure = vt_kstatus_conditions_find(&input->conditions, "ReplicaFailure", "True");
    if (failure < input->conditions.count) {
        vt_kstatus_result result =
            vt_kstatus_in_progress("ReplicaSet/1-replica-failure", VT_TEXT("ReplicaFailure"),
                                   VT_TEXT("Replica Failure condition. Check Pods"));
        result.condition = input->conditions.items[failure].value;
        return result;
    }
    int64_t wanted = wanted_replicas(input), replicas = STATUS("replicas");
    const vt_kstatus_shortfall table[] = {
        { "ReplicaSet/2-less-labelled", wanted, STATUS("fullyLabeledReplicas"),
          VT_TEXT("LessLabelled"), VT_TEXT("Labelled"), false },
        { "ReplicaSet/3-less-available", wanted, STATUS("availableReplicas"),
          VT_TEXT("LessAvailable"), VT_TEXT("Available"), false },
        { "ReplicaSet/4-less-ready", wanted, STATUS("readyReplicas"), VT_TEXT("LessReady"),
          VT_TEXT("Ready"), false },
        { "ReplicaSet/5-extra-pods", replicas, wanted, VT_TEXT("ExtraPods"),
          VT_TEXT("Pending termination"), true },
    };
    vt_kstatus_result result;
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    return current_count(input, "ReplicaSet/6-current",
                         VT_TEXT("ReplicaSet is available. Replicas: "), replicas);
}

static vt_text not_found(const vt_kstatus_input *input, vt_text field) {
    return vt_message(input->evaluation->arena, "%s %s not found", input->kind, field);
}

/* KSTATUS: checkGenerationSet: stricter than the generic check, both must be there. A wrong type was
** an error of the generic check already. */
static bool generations_missing(const vt_kstatus_input *input, vt_kstatus_result *out) {
    const vt_reader *reader = &input->evaluation->reader;
    const vt_value *generation = vt_read_generation(reader);
    if (!vt_value_is_integer(generation)) {
        *out = vt_kstatus_in_progress("DaemonSet/1-no-generation", VT_TEXT("NoGeneration"),
                                      not_found(input, VT_TEXT("metadata.generation")));
        return true;
    }
    if (!vt_value_is_integer(vt_read_observed_generation(reader))) {
        *out = vt_kstatus_in_progress("DaemonSet/2-no-observed-generation",
                                      VT_TEXT("NoObservedGeneration"),
                                      not_found(input, VT_TEXT("status.observedGeneration")));
        return true;
    }
    return false;
}

vt_kstatus_result vt_kstatus_daemon_set(const vt_kstatus_input *input) {
    vt_kstatus_result result;
    if (generations_missing(input, &result)) return result;
    int64_t desired =
        vt_kstatus_integer(vt_kstatus_status(input, VT_TEXT("desiredNumberScheduled")), -1);
    if (desired == -1) {
        return vt_kstatus_in_progress("DaemonSet/3-no-desired-number", VT_TEXT("NoDesiredNumber"),
                                      VT_TEXT("Missing .status.desiredNumberScheduled"));
    }
    const vt_kstatus_shortfall table[] = {
        { "DaemonSet/4-less-current", desired, STATUS("currentNumberScheduled"),
          VT_TEXT("LessCurrent"), VT_TEXT("Current"), false },
        { "DaemonSet/5-less-updated", desired, STATUS("updatedNumberScheduled"),
          VT_TEXT("LessUpdated"), VT_TEXT("Updated"), false },
        { "DaemonSet/6-less-available", desired, STATUS("numberAvailable"),
          VT_TEXT("LessAvailable"), VT_TEXT("Available"), false },
        { "DaemonSet/7-less-ready", desired, STATUS("numberReady"), VT_TEXT("LessReady"),
          VT_TEXT("Ready"), false },
    };
    if (vt_kstatus_first_shortfall(input, table, COUNT_OF(table), &result)) return result;
    return current_count(input, "DaemonSet/8-current",
                         VT_TEXT("All replicas scheduled as expected. Replicas: "), desired);
}
