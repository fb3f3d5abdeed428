/* apps/v1 ReplicaSet. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, GENERATION, FAILURE, AVAILABLE, HEALTHY
};

const char *const vt_native_replicaset_rows[] = {
    [UNSUPPORTED] = "ReplicaSet/unsupported-version",
    [CONVERSION] =  "ReplicaSet/conversion",
    [GENERATION] =  "ReplicaSet/1-observed-generation",
    [FAILURE] =     "ReplicaSet/2-replica-failure",
    [AVAILABLE] =   "ReplicaSet/3-available",
    [HEALTHY] =     "ReplicaSet/4-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind replicaset = {
    "ReplicaSet",
    "ReplicaSet/unsupported-version",
    "ReplicaSet/conversion",
    { { "v1", &vt_native_replicaset_type } },
};

/* ARGO: health_replicaset.go. */
vt_opinion vt_native_replicaset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &replicaset, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_replicaset_rows;
    if (vt_native_is_stale(reader)) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for rollout to finish: observed replica set "
                                         "generation less than desired generation"),
                                 rows[GENERATION]);
    }
    const vt_value *failure = vt_native_condition(reader, VT_TEXT("ReplicaFailure"));
    if (vt_text_is(vt_native_text(reader, failure, VT_TEXT("status")), "True")) {
        vt_text message = vt_native_text(reader, failure, VT_TEXT("message"));
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, failure, message, rows[FAILURE]);
    }
    int64_t replicas, available = VT_NATIVE_STATUS_INT32(reader, "availableReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && available < replicas) {
        vt_text message =
            vt_message(evaluation->arena,
                       "Waiting for rollout to finish: %d out of %d new replicas are available...",
                       available, replicas);
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, rows[AVAILABLE]);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, rows[HEALTHY]);
}
