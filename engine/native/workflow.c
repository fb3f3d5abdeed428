/* argoproj.io Workflow, of any version; it is not converted. */
#include "native/check.h"

/* clang-format off */
enum row {
    RUNNING, SUCCEEDED, FAILED, OTHER
};

const char *const vt_native_workflow_rows[] = {
    [RUNNING] =   "Workflow/1-running",
    [SUCCEEDED] = "Workflow/2-succeeded",
    [FAILED] =    "Workflow/3-failed",
    [OTHER] =     "Workflow/4-other-phase",
    NULL,
};
/* clang-format on */

static const struct {
    const char *phase;
    vitals_health health;
    enum row row;
} phases[] = {
    { "", VITALS_HEALTH_PROGRESSING, RUNNING },
    { "Pending", VITALS_HEALTH_PROGRESSING, RUNNING },
    { "Running", VITALS_HEALTH_PROGRESSING, RUNNING },
    { "Succeeded", VITALS_HEALTH_HEALTHY, SUCCEEDED },
    { "Failed", VITALS_HEALTH_DEGRADED, FAILED },
    { "Error", VITALS_HEALTH_DEGRADED, FAILED },
};

/* ARGO: health_argo.go: what is no string counts as empty. */
vt_opinion vt_native_workflow(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    vt_text message = VT_NATIVE_STATUS_TEXT(reader, "message");
    const char *const *rows = vt_native_workflow_rows;
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++) {
        if (vt_text_is(phase, phases[i].phase)) {
            return vt_opinion_status(phases[i].health, message, rows[phases[i].row]);
        }
    }
    return vt_opinion_status(VITALS_HEALTH_UNKNOWN, message, rows[OTHER]);
}
