/* batch/v1 Job. */
#include "native/check.h"

/* clang-format off */
enum row {
    RUNNING = VT_NATIVE_FIRST_ROW, FAILED, SUSPENDED, COMPLETE
};

const char *const vt_native_job_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("Job"),
    [RUNNING] =     "Job/1-running",
    [FAILED] =      "Job/2-failed",
    [SUSPENDED] =   "Job/3-suspended",
    [COMPLETE] =    "Job/4-complete",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind job = {
    "Job",
    vt_native_job_rows,
    { { "v1", &vt_native_job_type, 0 } },
};

/* The conditions of a Job that count; the last one of a type wins. */
typedef struct job_state {
    const vt_value *failed;   /* the condition Failed */
    const vt_value *finished; /* the condition Complete or Suspended */
    bool suspended;
} job_state;

/* ARGO: health_job.go: the status of Failed and Complete is not read, so a Job that was
** resumed and runs again (Suspended is False) counts as complete. */
static void note_condition(const vt_reader *reader, const vt_value *condition, job_state *state) {
    vt_text type = vt_native_text(reader, condition, VT_TEXT("type"));
    if (vt_text_is(type, "Failed")) {
        state->failed = condition;
    } else if (vt_text_is(type, "Complete")) {
        state->finished = condition;
    } else if (vt_text_is(type, "Suspended")) {
        state->finished = condition;
        vt_text status = vt_native_text(reader, condition, VT_TEXT("status"));
        if (vt_text_is(status, "True")) state->suspended = true;
    }
}

static vt_opinion by_condition(const vt_reader *reader, vitals_health health,
                               const vt_value *condition, enum row row) {
    return vt_native_condition_status(health, condition,
                                      vt_native_text(reader, condition, VT_TEXT("message")),
                                      vt_native_job_rows[row]);
}

vt_opinion vt_native_job(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &job, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const vt_value *conditions = vt_native_conditions(reader);
    job_state state = { NULL, NULL, false };
    for (const vt_value *condition = vt_array_first(conditions); condition;
         condition = vt_array_next(conditions, condition)) {
        note_condition(reader, condition, &state);
    }
    if (state.failed) return by_condition(reader, VITALS_HEALTH_DEGRADED, state.failed, FAILED);
    if (state.suspended && vt_argocd_before(evaluation, VT_ARGOCD_3_6)) {
        return vt_native_condition_status(VITALS_HEALTH_SUSPENDED, state.finished, VT_TEXT_ABSENT,
                                          vt_native_job_rows[SUSPENDED]);
    }
    if (!state.finished) {
        return vt_native_status(VITALS_HEALTH_PROGRESSING, vt_native_job_rows[RUNNING]);
    }
    return by_condition(reader, state.suspended ? VITALS_HEALTH_SUSPENDED : VITALS_HEALTH_HEALTHY,
                        state.finished, state.suspended ? SUSPENDED : COMPLETE);
}
