/* apps/v1 StatefulSet. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, GENERATION, READY, PARTITION, PARTITION_DONE, ON_DELETE, REVISION,
    HEALTHY
};

const char *const vt_native_statefulset_rows[] = {
    [UNSUPPORTED] =    "StatefulSet/unsupported-version",
    [CONVERSION] =     "StatefulSet/conversion",
    [GENERATION] =     "StatefulSet/1-observed-generation",
    [READY] =          "StatefulSet/2-ready",
    [PARTITION] =      "StatefulSet/3-partition",
    [PARTITION_DONE] = "StatefulSet/4-partition-complete",
    [ON_DELETE] =      "StatefulSet/5-on-delete",
    [REVISION] =       "StatefulSet/6-revision",
    [HEALTHY] =        "StatefulSet/7-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind statefulset = {
    "StatefulSet",
    "StatefulSet/unsupported-version",
    "StatefulSet/conversion",
    { { "v1", &vt_native_statefulset_type } },
};

static vt_opinion opinion(vitals_health health, vt_text message, enum row row) {
    return vt_opinion_status(health, message, vt_native_statefulset_rows[row]);
}

static bool is_observed(const vt_reader *reader) {
    const vt_value *seen = vt_read_observed_generation(reader);
    return vt_native_int64(seen) != 0 && !vt_native_is_stale(reader);
}

/* A rollingUpdate object counts even when it is empty. */
static vt_opinion partitioned(const vt_evaluation *evaluation, const vt_value *rolling_update) {
    const vt_reader *reader = &evaluation->reader;
    const vt_value *partition = vt_read_field(reader, rolling_update, "partition");
    int64_t replicas, updated = VT_NATIVE_STATUS_INT32(reader, "updatedReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && !vt_value_is_missing(partition) &&
        !vt_value_is_null(partition)) {
        int64_t wanted = vt_native_wrap32(replicas - vt_native_int32(partition));
        if (updated < wanted) {
            return opinion(VITALS_HEALTH_PROGRESSING,
                           vt_message(evaluation->arena,
                                      "Waiting for partitioned roll out to finish: %d out "
                                      "of %d new pods have been updated...",
                                      updated, wanted),
                           PARTITION);
        }
    }
    return opinion(VITALS_HEALTH_HEALTHY,
                   vt_message(evaluation->arena,
                              "partitioned roll out complete: %d new pods have been "
                              "updated...",
                              updated),
                   PARTITION_DONE);
}

static vt_opinion by_revision(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    vt_text wanted = VT_NATIVE_STATUS_TEXT(reader, "updateRevision");
    vt_text current = VT_NATIVE_STATUS_TEXT(reader, "currentRevision");
    if (!vt_text_equal(wanted, current)) {
        return opinion(VITALS_HEALTH_PROGRESSING,
                       vt_message(evaluation->arena,
                                  "waiting for statefulset rolling update to complete %d "
                                  "pods at revision %s...",
                                  VT_NATIVE_STATUS_INT32(reader, "updatedReplicas"), wanted),
                       REVISION);
    }
    return opinion(VITALS_HEALTH_HEALTHY,
                   vt_message(evaluation->arena,
                              "statefulset rolling update complete %d pods at revision "
                              "%s...",
                              VT_NATIVE_STATUS_INT32(reader, "currentReplicas"), current),
                   HEALTHY);
}

/* ARGO: health_statefulset.go: what decides once all pods are ready. */
static vt_opinion by_strategy(const vt_evaluation *evaluation, int64_t ready) {
    const vt_reader *reader = &evaluation->reader;
    const vt_value *strategy =
        vt_read_through(reader, vt_read_spec(reader), VT_TEXT("updateStrategy"));
    const vt_value *type = vt_read_field(reader, strategy, "type");
    if (vt_value_text_is(type, VT_TEXT("RollingUpdate"))) {
        const vt_value *rolling_update = vt_read_field(reader, strategy, "rollingUpdate");
        if (vt_value_is_object(rolling_update)) return partitioned(evaluation, rolling_update);
    }
    if (vt_value_text_is(type, VT_TEXT("OnDelete"))) {
        return opinion(VITALS_HEALTH_HEALTHY,
                       vt_message(evaluation->arena, "statefulset has %d ready pods", ready),
                       ON_DELETE);
    }
    return by_revision(evaluation);
}

vt_opinion vt_native_statefulset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &statefulset, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    if (!is_observed(reader)) {
        return opinion(VITALS_HEALTH_PROGRESSING,
                       VT_TEXT("Waiting for statefulset spec update to be observed..."),
                       GENERATION);
    }
    int64_t replicas, ready = VT_NATIVE_STATUS_INT32(reader, "readyReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && ready < replicas) {
        return opinion(VITALS_HEALTH_PROGRESSING,
                       vt_message(evaluation->arena, "Waiting for %d pods to be ready...",
                                  vt_native_wrap32(replicas - ready)),
                       READY);
    }
    return by_strategy(evaluation, ready);
}
