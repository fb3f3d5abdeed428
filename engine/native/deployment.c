/* apps/v1 Deployment. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, PAUSED, GENERATION, DEADLINE, UPDATING, OLD_REPLICAS, AVAILABLE,
    HEALTHY
};

const char *const vt_native_deployment_rows[] = {
    [UNSUPPORTED] =  "Deployment/unsupported-version",
    [CONVERSION] =   "Deployment/conversion",
    [PAUSED] =       "Deployment/1-paused",
    [GENERATION] =   "Deployment/2-observed-generation",
    [DEADLINE] =     "Deployment/3-progress-deadline",
    [UPDATING] =     "Deployment/4-updating",
    [OLD_REPLICAS] = "Deployment/5-old-replicas",
    [AVAILABLE] =    "Deployment/6-available",
    [HEALTHY] =      "Deployment/7-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind deployment = {
    "Deployment",
    "Deployment/unsupported-version",
    "Deployment/conversion",
    { { "v1", &vt_native_deployment_type } },
};

static vt_opinion progressing(vt_text message, enum row row) {
    return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, vt_native_deployment_rows[row]);
}

/* ARGO: health_deployment.go: the roll-out by its counts. Without spec.replicas the first of them
** is not looked at: absent is not 1. */
static vt_opinion roll_out(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    int64_t replicas, updated = VT_NATIVE_STATUS_INT32(reader, "updatedReplicas");
    if (vt_native_spec_replicas(reader, &replicas) && updated < replicas) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d out of %d new "
                                      "replicas have been updated...",
                                      updated, replicas),
                           UPDATING);
    }
    int64_t all = VT_NATIVE_STATUS_INT32(reader, "replicas");
    if (all > updated) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d old replicas are "
                                      "pending termination...",
                                      vt_native_wrap32(all - updated)),
                           OLD_REPLICAS);
    }
    int64_t available = VT_NATIVE_STATUS_INT32(reader, "availableReplicas");
    if (available < updated) {
        return progressing(vt_message(evaluation->arena,
                                      "Waiting for rollout to finish: %d of %d updated "
                                      "replicas are available...",
                                      available, updated),
                           AVAILABLE);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_deployment_rows[HEALTHY]);
}

/* The reason alone counts, not the condition's status. */
static const vt_value *past_deadline(const vt_reader *reader) {
    const vt_value *condition = vt_native_condition(reader, VT_TEXT("Progressing"));
    vt_text reason = vt_native_text(reader, condition, VT_TEXT("reason"));
    return vt_text_is(reason, "ProgressDeadlineExceeded") ? condition : NULL;
}

vt_opinion vt_native_deployment(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &deployment, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    if (vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "paused"))) {
        return vt_opinion_status(VITALS_HEALTH_SUSPENDED, VT_TEXT("Deployment is paused"),
                                 vt_native_deployment_rows[PAUSED]);
    }
    if (vt_native_is_stale(reader)) {
        return progressing(VT_TEXT("Waiting for rollout to finish: observed deployment generation "
                                   "less than desired generation"),
                           GENERATION);
    }
    const vt_value *condition = past_deadline(reader);
    if (condition) {
        vt_text message =
            vt_message(evaluation->arena, "Deployment %q exceeded its progress deadline",
                       vt_native_name(reader));
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, condition, message,
                                          vt_native_deployment_rows[DEADLINE]);
    }
    return roll_out(evaluation);
}
