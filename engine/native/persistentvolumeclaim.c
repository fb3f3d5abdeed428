/* v1 PersistentVolumeClaim. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, BOUND, PENDING, LOST, OTHER
};

const char *const vt_native_persistentvolumeclaim_rows[] = {
    [UNSUPPORTED] = "PersistentVolumeClaim/unsupported-version",
    [CONVERSION] =  "PersistentVolumeClaim/conversion",
    [BOUND] =       "PersistentVolumeClaim/1-bound",
    [PENDING] =     "PersistentVolumeClaim/2-pending",
    [LOST] =        "PersistentVolumeClaim/3-lost",
    [OTHER] =       "PersistentVolumeClaim/4-other-phase",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind persistentvolumeclaim = {
    "PersistentVolumeClaim",
    "PersistentVolumeClaim/unsupported-version",
    "PersistentVolumeClaim/conversion",
    { { "v1", &vt_native_persistentvolumeclaim_type } },
};

static const struct {
    const char *phase;
    vitals_health health;
    enum row row;
} phases[] = {
    { "Bound", VITALS_HEALTH_HEALTHY, BOUND },
    { "Pending", VITALS_HEALTH_PROGRESSING, PENDING },
    { "Lost", VITALS_HEALTH_DEGRADED, LOST },
};

/* ARGO: health_pvc.go. */
vt_opinion vt_native_persistentvolumeclaim(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &persistentvolumeclaim, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    const char *const *rows = vt_native_persistentvolumeclaim_rows;
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++) {
        if (vt_text_is(phase, phases[i].phase)) {
            return vt_native_status(phases[i].health, rows[phases[i].row]);
        }
    }
    return vt_native_status(VITALS_HEALTH_UNKNOWN, rows[OTHER]);
}
