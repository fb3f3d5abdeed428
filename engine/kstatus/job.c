/* Jobs: kstatus's rule (core.go), and the readers that Flux (job.go) and Helm (job_status_reader.go) use
** instead. */
#include "kstatus/fields.h"

/* The counts of a Job with upstream's defaults. */
typedef struct job_counts {
    int64_t parallelism, completions, succeeded, active, failed;
    bool started;
} job_counts;

static job_counts read_counts(const vt_kstatus_input *input) {
    job_counts counts;
    counts.parallelism = vt_kstatus_integer(vt_kstatus_spec(input, VT_TEXT("parallelism")), 1);
    counts.completions =
        vt_kstatus_integer(vt_kstatus_spec(input, VT_TEXT("completions")), counts.parallelism);
    counts.succeeded = vt_kstatus_integer(vt_kstatus_status(input, VT_TEXT("succeeded")), 0);
    counts.active = vt_kstatus_integer(vt_kstatus_status(input, VT_TEXT("active")), 0);
    counts.failed = vt_kstatus_integer(vt_kstatus_status(input, VT_TEXT("failed")), 0);
    counts.started =
        vt_kstatus_string(vt_kstatus_status(input, VT_TEXT("startTime")), VT_TEXT("")).size > 0;
    return counts;
}

/* The rows that all rules share: the first True of Complete and Failed, in list order. */
static bool finished(const vt_kstatus_input *input, const job_counts *counts,
                     const char *complete_row, const char *failed_row, vt_kstatus_result *out) {
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_condition *condition = &input->conditions.items[i];
        if (vt_kstatus_condition_is(condition, "Complete", "True")) {
            *out = vt_kstatus_current(complete_row,
                                      vt_message(input->evaluation->arena,
                                                 "Job Completed. succeeded: %d/%d",
                                                 counts->succeeded, counts->completions));
        } else if (vt_kstatus_condition_is(condition, "Failed", "True")) {
            *out =
                vt_kstatus_stalled(failed_row, VT_TEXT("JobFailed"),
                                   vt_message(input->evaluation->arena, "Job Failed. failed: %d/%d",
                                              counts->failed, counts->completions));
        } else {
            continue;
        }
        out->condition = input->conditions.items[i].value;
        return true;
    }
    return false;
}

static vt_text running_message(const vt_kstatus_input *input, const job_counts *counts) {
    return vt_message(input->evaluation->arena,
                      "Job in progress. success:%d, active: %d, failed: %d", counts->succeeded,
                      counts->active, counts->failed);
}

vt_kstatus_result vt_kstatus_job(const vt_kstatus_input *input) {
    job_counts counts = read_counts(input);
    vt_kstatus_result result;
    if (finished(input, &counts, "Job/1-complete", "Job/1-failed", &result)) return result;
    if (!counts.started) {
        return vt_kstatus_in_progress("Job/2-not-started", VT_TEXT("JobNotStarted"),
                                      VT_TEXT("Job not started"));
    }
    return vt_kstatus_current("Job/3-current", running_message(input, &counts));
}

vt_kstatus_result vt_kstatus_flux_job(const vt_evaluation *evaluation) {
    vt_kstatus_input input = { evaluation,
                               vitals_document_kind(evaluation->reader.document),
                               { NULL, 0 } };
    if (vt_value_is_true(vt_kstatus_spec(&input, VT_TEXT("suspend")))) {
        return vt_kstatus_current("FluxJob/1-suspended", VT_TEXT("Job is suspended"));
    }
    vt_text error;
    if (!vt_kstatus_conditions_read(evaluation, &input.conditions, &error)) {
        return vt_kstatus_error("FluxJob/conditions-error", error);
    }

    job_counts counts = read_counts(&input);
    vt_kstatus_result result;
    if (finished(&input, &counts, "FluxJob/2-complete", "FluxJob/2-failed", &result)) return result;
    if (!counts.started) {
        return vt_kstatus_in_progress("FluxJob/3-not-started", VT_TEXT("JobNotStarted"),
                                      vt_message(input.evaluation->arena,
                                                 "Job not started. active: 0/%d",
                                                 counts.parallelism));
    }
    return vt_kstatus_in_progress("FluxJob/4-in-progress", VT_TEXT("JobInProgress"),
                                  running_message(&input, &counts));
}

/* HELM: what is not finished is in progress, also when it is suspended or being deleted. */
vt_kstatus_result vt_kstatus_helm_job(const vt_evaluation *evaluation) {
    vt_kstatus_input input = { evaluation,
                               vitals_document_kind(evaluation->reader.document),
                               { NULL, 0 } };
    vt_text error;
    if (!vt_kstatus_conditions_read(evaluation, &input.conditions, &error)) {
        return vt_kstatus_error("HelmJob/conditions-error", error);
    }
    const job_counts counts = read_counts(&input);
    vt_kstatus_result result;
    if (finished(&input, &counts, "HelmJob/1-complete", "HelmJob/1-failed", &result)) return result;
    return vt_kstatus_in_progress("HelmJob/2-in-progress", VT_TEXT("JobInProgress"),
                                  VT_TEXT("Job in progress"));
}
