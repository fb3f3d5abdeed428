/* The workloads of apps/v1: Deployment, ReplicaSet, StatefulSet and DaemonSet. */
#include "native/check.h"

static vt_opinion progressing(vt_text message, const char *row) {
    return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, row);
}

static vt_opinion healthy(vt_text message, const char *row) {
    return vt_opinion_status(VITALS_HEALTH_HEALTHY, message, row);
}

/* .spec.updateStrategy, on the way to what is in it. */
static const vt_value *update_strategy(const vt_reader *reader) {
    return vt_read_through(reader, vt_read_spec(reader), VT_TEXT("updateStrategy"));
}

/* ------------------------------------------------------------- Deployment */

/* clang-format off */
enum deployment_row {
    DEPLOYMENT_PAUSED = VT_NATIVE_FIRST_ROW, DEPLOYMENT_GENERATION, DEPLOYMENT_DEADLINE,
    DEPLOYMENT_UPDATING, DEPLOYMENT_OLD_REPLICAS, DEPLOYMENT_AVAILABLE, DEPLOYMENT_HEALTHY
};

const char *const vt_native_deployment_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("Deployment"),
    [DEPLOYMENT_PAUSED] =       "Deployment/1-paused",
    [DEPLOYMENT_GENERATION] =   "Deployment/2-observed-generation",
    [DEPLOYMENT_DEADLINE] =     "Deployment/3-progress-deadline",
    [DEPLOYMENT_UPDATING] =     "Deployment/4-updating",
    [DEPLOYMENT_OLD_REPLICAS] = "Deployment/5-old-replicas",
    [DEPLOYMENT_AVAILABLE] =    "Deployment/6-available",
    [DEPLOYMENT_HEALTHY] =      "Deployment/7-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind deployment = {
    "Deployment",
    vt_native_deployment_rows,
    { { "v1", &vt_native_deployment_type, 0 } },
};

/* ARGO: health_deployment.go: the rollout by its counts. Without spec.replicas the first comparison
** is skipped: absent is not 1. */
static vt_opinion deployment_rollout(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_deployment_rows;
    int64_t replicas, updated = VT_NATIVE_STATUS_INT32(reader, "updatedReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && updated < replicas) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d out of %d new "
                                      "replicas have been updated...",
                                      updated, replicas),
                           rows[DEPLOYMENT_UPDATING]);
    }
    int64_t all = VT_NATIVE_STATUS_INT32(reader, "replicas");
    if (all > updated) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d old replicas are "
                                      "pending termination...",
                                      vt_native_wrap32(all - updated)),
                           rows[DEPLOYMENT_OLD_REPLICAS]);
    }
    int64_t available = VT_NATIVE_STATUS_INT32(reader, "availableReplicas");
    if (available < updated) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d of %d updated "
                                      "replicas are available...",
                                      available, updated),
                           rows[DEPLOYMENT_AVAILABLE]);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, rows[DEPLOYMENT_HEALTHY]);
}

/* The reason alone counts, not the condition's status. */
static const vt_value *exceeded_deadline(const vt_reader *reader) {
    const vt_value *condition = vt_native_condition(reader, VT_TEXT("Progressing"));
    vt_text reason = vt_native_text(reader, condition, VT_TEXT("reason"));
    return vt_text_is(reason, "ProgressDeadlineExceeded") ? condition : NULL;
}

vt_opinion vt_native_deployment(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &deployment, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_deployment_rows;
    if (vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "paused"))) {
        return vt_opinion_status(VITALS_HEALTH_SUSPENDED, VT_TEXT("Deployment is paused"),
                                 rows[DEPLOYMENT_PAUSED]);
    }
    if (vt_native_is_stale(reader)) {
        return progressing(VT_TEXT("Waiting for rollout to finish: observed deployment generation "
                                   "less than desired generation"),
                           rows[DEPLOYMENT_GENERATION]);
    }
    const vt_value *condition = exceeded_deadline(reader);
    if (condition) {
        vt_text message =
            vt_message(evaluation->arena, "Deployment %q exceeded its progress deadline",
                       vt_native_name(reader));
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, condition, message,
                                          rows[DEPLOYMENT_DEADLINE]);
    }
    return deployment_rollout(evaluation);
}

/* ------------------------------------------------------------- ReplicaSet */

/* clang-format off */
enum replica_set_row {
    REPLICA_SET_GENERATION = VT_NATIVE_FIRST_ROW, REPLICA_SET_FAILURE, REPLICA_SET_AVAILABLE,
    REPLICA_SET_HEALTHY
};

const char *const vt_native_replicaset_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("ReplicaSet"),
    [REPLICA_SET_GENERATION] =  "ReplicaSet/1-observed-generation",
    [REPLICA_SET_FAILURE] =     "ReplicaSet/2-replica-failure",
    [REPLICA_SET_AVAILABLE] =   "ReplicaSet/3-available",
    [REPLICA_SET_HEALTHY] =     "ReplicaSet/4-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind replicaset = {
    "ReplicaSet",
    vt_native_replicaset_rows,
    { { "v1", &vt_native_replicaset_type, 0 } },
};

/* ARGO: health_replicaset.go. */
vt_opinion vt_native_replicaset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &replicaset, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_replicaset_rows;
    if (vt_native_is_stale(reader)) {
        return progressing(VT_TEXT("Waiting for rollout to finish: observed replica set "
                                   "generation less than desired generation"),
                           rows[REPLICA_SET_GENERATION]);
    }
    const vt_value *failure = vt_native_condition(reader, VT_TEXT("ReplicaFailure"));
    if (vt_text_is(vt_native_text(reader, failure, VT_TEXT("status")), "True")) {
        vt_text message = vt_native_text(reader, failure, VT_TEXT("message"));
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, failure, message,
                                          rows[REPLICA_SET_FAILURE]);
    }
    int64_t replicas, available = VT_NATIVE_STATUS_INT32(reader, "availableReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && available < replicas) {
        vt_text message =
            vt_message(evaluation->arena,
                       "Waiting for rollout to finish: %d out of %d new replicas are available...",
                       available, replicas);
        return progressing(message, rows[REPLICA_SET_AVAILABLE]);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, rows[REPLICA_SET_HEALTHY]);
}

/* ------------------------------------------------------------- StatefulSet */

/* clang-format off */
enum stateful_set_row {
    STATEFUL_SET_GENERATION = VT_NATIVE_FIRST_ROW, STATEFUL_SET_READY, STATEFUL_SET_PARTITION,
    STATEFUL_SET_PARTITION_DONE, STATEFUL_SET_ON_DELETE, STATEFUL_SET_REVISION, STATEFUL_SET_HEALTHY
};

const char *const vt_native_statefulset_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("StatefulSet"),
    [STATEFUL_SET_GENERATION] =     "StatefulSet/1-observed-generation",
    [STATEFUL_SET_READY] =          "StatefulSet/2-ready",
    [STATEFUL_SET_PARTITION] =      "StatefulSet/3-partition",
    [STATEFUL_SET_PARTITION_DONE] = "StatefulSet/4-partition-complete",
    [STATEFUL_SET_ON_DELETE] =      "StatefulSet/5-on-delete",
    [STATEFUL_SET_REVISION] =       "StatefulSet/6-revision",
    [STATEFUL_SET_HEALTHY] =        "StatefulSet/7-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind statefulset = {
    "StatefulSet",
    vt_native_statefulset_rows,
    { { "v1", &vt_native_statefulset_type, 0 } },
};

static bool statefulset_is_observed(const vt_reader *reader) {
    const vt_value *seen = vt_read_observed_generation(reader);
    return vt_native_int64(seen) != 0 && !vt_native_is_stale(reader);
}

/* A rollingUpdate object counts even when it is empty. */
static vt_opinion statefulset_partitioned(const vt_evaluation *evaluation,
                                          const vt_value *rolling_update) {
    const vt_reader *reader = &evaluation->reader;
    const vt_value *partition = vt_read_field(reader, rolling_update, "partition");
    int64_t replicas, updated = VT_NATIVE_STATUS_INT32(reader, "updatedReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && !vt_value_is_missing(partition) &&
        !vt_value_is_null(partition)) {
        int64_t wanted = vt_native_wrap32(replicas - vt_native_int32(partition));
        if (updated < wanted) {
            return progressing(vt_message(evaluation->arena,
                                          "Waiting for partitioned roll out to finish: %d out "
                                          "of %d new pods have been updated...",
                                          updated, wanted),
                               vt_native_statefulset_rows[STATEFUL_SET_PARTITION]);
        }
    }
    return healthy(vt_message(evaluation->arena,
                              "partitioned roll out complete: %d new pods have been "
                              "updated...",
                              updated),
                   vt_native_statefulset_rows[STATEFUL_SET_PARTITION_DONE]);
}

static vt_opinion statefulset_by_revision(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    vt_text wanted = VT_NATIVE_STATUS_TEXT(reader, "updateRevision");
    vt_text current = VT_NATIVE_STATUS_TEXT(reader, "currentRevision");
    if (!vt_text_equal(wanted, current)) {
        return progressing(vt_message(evaluation->arena,
                                      "waiting for statefulset rolling update to complete %d "
                                      "pods at revision %s...",
                                      VT_NATIVE_STATUS_INT32(reader, "updatedReplicas"), wanted),
                           vt_native_statefulset_rows[STATEFUL_SET_REVISION]);
    }
    return healthy(vt_message(evaluation->arena,
                              "statefulset rolling update complete %d pods at revision "
                              "%s...",
                              VT_NATIVE_STATUS_INT32(reader, "currentReplicas"), current),
                   vt_native_statefulset_rows[STATEFUL_SET_HEALTHY]);
}

/* ARGO: health_statefulset.go: what decides once all pods are ready. */
static vt_opinion statefulset_by_strategy(const vt_evaluation *evaluation, int64_t ready) {
    const vt_reader *reader = &evaluation->reader;
    const vt_value *strategy = update_strategy(reader);
    const vt_value *type = vt_read_field(reader, strategy, "type");
    if (vt_value_text_is(type, VT_TEXT("RollingUpdate"))) {
        const vt_value *rolling_update = vt_read_field(reader, strategy, "rollingUpdate");
        if (vt_value_is_object(rolling_update))
            return statefulset_partitioned(evaluation, rolling_update);
    }
    if (vt_value_text_is(type, VT_TEXT("OnDelete"))) {
        return healthy(vt_message(evaluation->arena, "statefulset has %d ready pods", ready),
                       vt_native_statefulset_rows[STATEFUL_SET_ON_DELETE]);
    }
    return statefulset_by_revision(evaluation);
}

vt_opinion vt_native_statefulset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &statefulset, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    if (!statefulset_is_observed(reader)) {
        return progressing(VT_TEXT("Waiting for statefulset spec update to be observed..."),
                           vt_native_statefulset_rows[STATEFUL_SET_GENERATION]);
    }
    int64_t replicas, ready = VT_NATIVE_STATUS_INT32(reader, "readyReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && ready < replicas) {
        return progressing(vt_message(evaluation->arena, "Waiting for %d pods to be ready...",
                                      vt_native_wrap32(replicas - ready)),
                           vt_native_statefulset_rows[STATEFUL_SET_READY]);
    }
    return statefulset_by_strategy(evaluation, ready);
}

/* ------------------------------------------------------------- DaemonSet */

/* clang-format off */
enum daemon_set_row {
    DAEMON_SET_GENERATION = VT_NATIVE_FIRST_ROW, DAEMON_SET_ON_DELETE, DAEMON_SET_UPDATING,
    DAEMON_SET_AVAILABLE, DAEMON_SET_HEALTHY
};

const char *const vt_native_daemonset_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("DaemonSet"),
    [DAEMON_SET_GENERATION] =  "DaemonSet/1-observed-generation",
    [DAEMON_SET_ON_DELETE] =   "DaemonSet/2-on-delete",
    [DAEMON_SET_UPDATING] =    "DaemonSet/3-updating",
    [DAEMON_SET_AVAILABLE] =   "DaemonSet/4-available",
    [DAEMON_SET_HEALTHY] =     "DaemonSet/5-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind daemonset = {
    "DaemonSet",
    vt_native_daemonset_rows,
    { { "v1", &vt_native_daemonset_type, 0 } },
};

static bool updates_on_delete(const vt_reader *reader) {
    const vt_value *type = vt_read_field(reader, update_strategy(reader), "type");
    return vt_value_text_is(type, VT_TEXT("OnDelete"));
}

/* ARGO: health_daemonset.go: the rollout by its counts. */
static vt_opinion daemonset_rollout(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_daemonset_rows;
    int64_t updated = VT_NATIVE_STATUS_INT32(reader, "updatedNumberScheduled");
    int64_t desired = VT_NATIVE_STATUS_INT32(reader, "desiredNumberScheduled");
    if (updates_on_delete(reader)) {
        vt_text message =
            vt_message(evaluation->arena, "daemon set %d out of %d new pods have been updated",
                       updated, desired);
        return healthy(message, rows[DAEMON_SET_ON_DELETE]);
    }
    if (updated < desired) {
        vt_text message = vt_message(evaluation->arena,
                                     "Waiting for daemon set %q rollout to finish: %d out "
                                     "of %d new pods have been updated...",
                                     vt_native_name(reader), updated, desired);
        return progressing(message, rows[DAEMON_SET_UPDATING]);
    }
    int64_t available = VT_NATIVE_STATUS_INT32(reader, "numberAvailable");
    if (available < desired) {
        vt_text message = vt_message(evaluation->arena,
                                     "Waiting for daemon set %q rollout to finish: %d of %d "
                                     "updated pods are available...",
                                     vt_native_name(reader), available, desired);
        return progressing(message, rows[DAEMON_SET_AVAILABLE]);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, rows[DAEMON_SET_HEALTHY]);
}

vt_opinion vt_native_daemonset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &daemonset, &refused)) return refused;
    if (vt_native_is_stale(&evaluation->reader)) {
        return progressing(VT_TEXT("Waiting for rollout to finish: observed daemon set "
                                   "generation less than desired generation"),
                           vt_native_daemonset_rows[DAEMON_SET_GENERATION]);
    }
    return daemonset_rollout(evaluation);
}
