/* apps/v1 DaemonSet. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, GENERATION, ON_DELETE, UPDATING, AVAILABLE, HEALTHY
};

const char *const vt_native_daemonset_rows[] = {
    [UNSUPPORTED] = "DaemonSet/unsupported-version",
    [CONVERSION] =  "DaemonSet/conversion",
    [GENERATION] =  "DaemonSet/1-observed-generation",
    [ON_DELETE] =   "DaemonSet/2-on-delete",
    [UPDATING] =    "DaemonSet/3-updating",
    [AVAILABLE] =   "DaemonSet/4-available",
    [HEALTHY] =     "DaemonSet/5-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind daemonset = {
    "DaemonSet",
    "DaemonSet/unsupported-version",
    "DaemonSet/conversion",
    { { "v1", &vt_native_daemonset_type } },
};

static bool updates_on_delete(const vt_reader *reader) {
    const vt_value *strategy =
        vt_read_through(reader, vt_read_spec(reader), VT_TEXT("updateStrategy"));
    const vt_value *type = vt_read_field(reader, strategy, "type");
    return vt_value_text_is(type, VT_TEXT("OnDelete"));
}

/* ARGO: health_daemonset.go: the roll-out by its counts. */
static vt_opinion roll_out(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_daemonset_rows;
    int64_t updated = VT_NATIVE_STATUS_INT32(reader, "updatedNumberScheduled");
    int64_t desired = VT_NATIVE_STATUS_INT32(reader, "desiredNumberScheduled");
    if (updates_on_delete(reader)) {
        vt_text message =
            vt_message(evaluation->arena, "daemon set %d out of %d new pods have been updated",
                       updated, desired);
        return vt_opinion_status(VITALS_HEALTH_HEALTHY, message, rows[ON_DELETE]);
    }
    if (updated < desired) {
        vt_text message = vt_message(evaluation->arena,
                                     "Waiting for daemon set %q rollout to finish: %d out "
                                     "of %d new pods have been updated...",
                                     vt_native_name(reader), updated, desired);
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, rows[UPDATING]);
    }
    int64_t available = VT_NATIVE_STATUS_INT32(reader, "numberAvailable");
    if (available < desired) {
        vt_text message = vt_message(evaluation->arena,
                                     "Waiting for daemon set %q rollout to finish: %d of %d "
                                     "updated pods are available...",
                                     vt_native_name(reader), available, desired);
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, rows[AVAILABLE]);
    }
    return vt_native_status(VITALS_HEALTH_HEALTHY, rows[HEALTHY]);
}

vt_opinion vt_native_daemonset(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &daemonset, &refused)) return refused;
    if (vt_native_is_stale(&evaluation->reader)) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for rollout to finish: observed daemon set "
                                         "generation less than desired generation"),
                                 vt_native_daemonset_rows[GENERATION]);
    }
    return roll_out(evaluation);
}
